// A race that makes breadth-first search explode.

// The final state is out of reach: every clock is at least as old as the stay at the goal.
E<> Goal.Final
/* EXPECT:F */

// All segments can be passed.
E<> Goal.Here
/* EXPECT:T */

// The token is in one place at a time.
A[] (sum (i : id_t) (Segment(i).Here || Segment(i).Detour)) <= 1
/* EXPECT:T */

// The goal is a dead end.
A[] not deadlock
/* EXPECT:F */

// It is the only one.
A[] deadlock imply Goal.Here
/* EXPECT:T */

// Nothing forces the token to move on.
A<> Goal.Here
/* EXPECT:F */
