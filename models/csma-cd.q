// CSMA/CD.

// A message can get through.
E<> Station(1).Start && Station(1).x == LAMBDA
/* EXPECT:T */

// Two stations can send at once.
E<> Station(1).Start && Station(2).Start
/* EXPECT:T */

// Three cannot: the bus takes no third signal before it has reported the collision.
A[] (sum (i : id_t) Station(i).Start) <= 2
/* EXPECT:T */

// A collision is over before the first sender has been sending for 2 * SIGMA.
A[] forall (i : id_t) forall (j : id_t) i != j && Station(i).Start && Station(j).Start imply Station(i).x < 2 * SIGMA
/* EXPECT:T */

// Whoever has been sending for longer owns the bus.
A[] Station(1).Start && Station(1).x >= 2 * SIGMA imply Bus.Active
/* EXPECT:T */

// After a collision both senders want to try again.
E<> Station(1).Retry && Station(2).Retry && Bus.Idle
/* EXPECT:T */

// No state is without a next step.
A[] not deadlock
/* EXPECT:T */

// A sender does not get rid of the bus for sure: a retrying station may ask a busy bus
// again and again without any time passing.
Station(1).Start --> Bus.Idle
/* EXPECT:F */

// How long a collision can last.
sup{Bus.Collision && Station(1).Start}: Bus.y
/* EXPECT:26 */
