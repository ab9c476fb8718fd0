// Traffic lights.

// At most one road may go.
A[] (sum (r : road_t) !Light(r).Red) <= 1
/* EXPECT:T */

// Pedestrians walk when all roads stop.
A[] Control.Walk imply (forall (r : road_t) Light(r).Red)
/* EXPECT:T */

// Every road gets green, the first one at once or after some pedestrians.
A<> Light(0).Green
/* EXPECT:T */
Light(1).Red --> Light(1).Green
/* EXPECT:T */

// Pedestrians may come,
E<> Pedestrian.Waiting
/* EXPECT:T */

// and do not wait in vain.
Pedestrian.Waiting --> Control.Walk
/* EXPECT:T */

// The longest wait is that of one who came just too late.
sup{Pedestrian.Waiting}: Pedestrian.w
/* EXPECT:45 */

// Nobody has to come.
A<> Control.Walk
/* EXPECT:F */

// The lights never stop.
A[] not deadlock
/* EXPECT:T */
