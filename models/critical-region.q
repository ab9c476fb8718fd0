// Critical region.

// One cell at a time.
A[] (sum (i : id_t) Cell(i).Critical) <= 1
/* EXPECT:T */

// While the region is in use it is nobody's turn.
A[] forall (i : id_t) Cell(i).Critical imply turn == 0 && Arbiter(i).Given
/* EXPECT:T */

// All cells can finish their work.
E<> forall (i : id_t) Cell(i).Safe
/* EXPECT:T */

// Cells can fail, even all of them.
E<> forall (i : id_t) Cell(i).Error
/* EXPECT:T */

// A cell that failed inside keeps the others out, and then the system is stuck.
E<> deadlock && Cell(1).Error && turn == 0 && (forall (i : id_t) i == 1 || Cell(i).Requesting)
/* EXPECT:T */

// A cell that asks may never be served.
Cell(1).Requesting --> Cell(1).Critical
/* EXPECT:F */

// A cell that got in does not overstay, and checks in time.
A[] Cell(1).Critical imply Cell(1).x <= LIMIT
/* EXPECT:T */

// Nothing is inside for longer than this.
sup{Cell(1).Critical}: Cell(1).x
/* EXPECT:20 */
