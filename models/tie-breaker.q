// The tie-breaker algorithm for two processes.

// Mutual exclusion.
A[] not (P1.CS && P2.CS)
/* EXPECT:T */

// Both can enter.
E<> P1.CS
/* EXPECT:T */
E<> P2.CS
/* EXPECT:T */

// Both can wait, and then one of them may go on.
A[] P1.Wait && P2.Wait imply (last == 1 || last == 2)
/* EXPECT:T */

// The algorithm never gets stuck.
A[] not deadlock
/* EXPECT:T */

// Nobody waits without having said so.
A[] P1.Wait imply in1
/* EXPECT:T */
