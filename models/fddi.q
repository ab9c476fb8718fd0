// The FDDI token ring.

// At most one station has the token.
A[] (sum (i : id_t) !(Station(i).Idle0 || Station(i).Idle1)) <= 1
/* EXPECT:T */

// Ordinary data can be sent.
E<> Station(0).Async0
/* EXPECT:T */

// The token can come too late.
E<> Station(1).Late1
/* EXPECT:T */

// It is never later than twice the target time.
A[] forall (i : id_t) Station(i).trt <= 2 * TTRT
/* EXPECT:T */

// The exact bound: one station uses up a whole early rotation, the others send what they must.
sup: Station(0).trt
/* EXPECT:280 */

// Every station gets the token.
Station(1).Idle0 --> Station(1).Sync0 || Station(1).Late0
/* EXPECT:T */

// A station with time to spare may still never send ordinary data for any length of time.
A<> Station(1).Async0 && Station(1).trt > SA
/* EXPECT:F */

// The ring never stops.
A[] not deadlock
/* EXPECT:T */
