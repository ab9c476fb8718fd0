// Lynch and Shavit's mutual exclusion.

// Mutual exclusion.
A[] forall (i : pid_t) forall (j : pid_t) P(i).CS && P(j).CS imply i == j
/* EXPECT:T */

// With the timing intact, one process at a time is past the wait already.
A[] (sum (i : pid_t) (P(i).Test2 || P(i).Write2 || P(i).Test1 || P(i).CS)) <= 1
/* EXPECT:T */

// So the second variable is never found taken.
A[] forall (i : pid_t) P(i).Test2 imply !v2
/* EXPECT:T */

// Every process can get in.
E<> P(1).CS
/* EXPECT:T */

// Nobody writes the first variable so late that he still waits when another one is inside already.
E<> P(1).CS && P(2).Wait && P(2).x <= DELAY
/* EXPECT:F */

// No deadlock while the timing is intact.
A[] not deadlock
/* EXPECT:T */

// Once through the test, a process gets in.
P(1).Test2 --> P(1).CS
/* EXPECT:T */

// But no process gets that far for sure.
P(1).Wait --> P(1).CS
/* EXPECT:F */
