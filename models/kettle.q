// A kettle.

// The water can get hot,
E<> Kettle.Hot
/* EXPECT:T */

// but not before its time.
E<> Kettle.Hot && x < 3
/* EXPECT:F */

// At 6 it is too late: the bound is strict, and only the fuse is left.
Kettle.Heating && x >= 6 --> Kettle.Tripped
/* EXPECT:T */

// The kettle does not heat for ever.
Kettle.Heating --> Kettle.Hot || Kettle.Tripped
/* EXPECT:T */

// It need not be switched on at all.
A<> Kettle.Hot || Kettle.Tripped
/* EXPECT:F */
E[] Kettle.Cold
/* EXPECT:T */

// Time passes, whatever happens: no round takes less than 3.
A<> x >= 1
/* EXPECT:T */

// There is a dead end, and only one.
A[] not deadlock
/* EXPECT:F */
A[] deadlock imply Kettle.Tripped
/* EXPECT:T */

// The longest heating.
sup{Kettle.Heating}: x
/* EXPECT:8 */
