// Preemptive scheduling with stopwatches.

// No deadline is missed.
A[] not (exists (i : id_t) Task(i).Late)
/* EXPECT:T */

// The worst response times, as computed by hand: 1, 1 + 2, and 3 + 2 * 1 + 2 = 7 for the least urgent task.
A[] Task(0).Active imply Task(0).t <= 1
/* EXPECT:T */
A[] Task(1).Active imply Task(1).t <= 3
/* EXPECT:T */
A[] Task(2).Active imply Task(2).t <= 7
/* EXPECT:T */

// The most urgent task is never held up.
E<> Task(0).Active && !runs(0)
/* EXPECT:F */

// At most one task works at a time.
A[] (sum (i : id_t) runs(i)) <= 1
/* EXPECT:T */
