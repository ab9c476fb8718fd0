// The water can get hot,
E<> Kettle.Hot
/* EXPECT:T */

// but not before its time.
E<> Kettle.Hot && x < 3
/* EXPECT:F */

/* A dead end. */
A[] not deadlock
/* EXPECT:T */

E<> Kettle.Tripped
