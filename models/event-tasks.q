// Event-triggered tasks under earliest deadline first.

// No deadline is missed.
A[] !is_late
/* EXPECT:T */

// All tasks can be done.
E<> forall (i : id_t) Task(i).Done
/* EXPECT:T */

// The processor works on one task at a time.
A[] (sum (i : id_t) Task(i).Busy) <= 1
/* EXPECT:T */

// The resource is held by one task at a time, and given back.
A[] (sum (i : id_t) (NEEDS[i] == 0 && 2 <= part[i] && !Task(i).Done)) <= 1
/* EXPECT:T */
A[] (forall (i : id_t) Task(i).Done) imply is_free[0]
/* EXPECT:T */

// Every value can be put out.
E<> output == VALUES - 1 && (forall (i : id_t) Task(i).Done)
/* EXPECT:T */

// Time goes on until all is done, and then as well.
A[] not deadlock
/* EXPECT:T */
