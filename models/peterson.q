// Peterson's tie-breaker for N processes.

// Mutual exclusion.
A[] (sum (i : pid_t) P(i).CS) <= 1
/* EXPECT:T */

// At most N - r processes are past the wait of round r; here r = 1.
A[] (sum (i : pid_t) (in[i] > 1 || P(i).CS)) <= N - 1
/* EXPECT:T */

// Every process can get in.
E<> P(0).CS
/* EXPECT:T */

// The others can all be waiting meanwhile.
E<> P(0).CS && (forall (i : pid_t) i == 0 || P(i).Wait)
/* EXPECT:T */

// No deadlock.
A[] not deadlock
/* EXPECT:T */

// Who wants to enter gets in, because every step takes bounded time and a stay inside takes some.
P(0).Enter --> P(0).CS
/* EXPECT:T */

// Nobody has to want it.
A<> P(0).CS
/* EXPECT:F */

// The longest time from wish to entry.
sup{P(0).Enter || P(0).Sign || P(0).Wait}: P(0).w
/* EXPECT:14 */
