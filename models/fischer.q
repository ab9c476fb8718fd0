// Fischer's mutual exclusion protocol.

// Mutual exclusion: two processes in the critical section are one and the same.
A[] forall (i : pid_t) forall (j : pid_t) P(i).cs && P(j).cs imply i == j
/* EXPECT:T */

// The same, counted.
A[] (sum (i : pid_t) P(i).cs) <= 1
/* EXPECT:T */

// The protocol never gets stuck.
A[] not deadlock
/* EXPECT:T */

// The first process can enter.
E<> P(1).cs
/* EXPECT:T */

// It can do so while all the others wait.
E<> P(1).cs && (forall (i : pid_t) i == 1 || P(i).wait)
/* EXPECT:T */

// Who is inside holds the lock.
A[] forall (i : pid_t) P(i).cs imply id == i
/* EXPECT:T */

// Nobody enters before the wait is over (the clock runs on inside).
E<> P(1).cs && P(1).x <= K
/* EXPECT:F */

// Whoever wants the lock has written it in time.
P(1).req --> P(1).wait
/* EXPECT:T */

// There is no promise to get in: others may be faster for ever.
P(1).wait --> P(1).cs
/* EXPECT:F */

// The longest time spent on asking.
sup{P(1).req}: P(1).x
/* EXPECT:2 */
