// The gear controller.

// All gears can be reached.
E<> from == 5 && GearControl.Gear
/* EXPECT:T */
E<> from == -1 && GearControl.Gear
/* EXPECT:T */

// A change can go through without the clutch, and in both ways with it.
E<> GearControl.Changed && from == 1 && to == 2 && detour == 0
/* EXPECT:T */
E<> GearControl.Changed && from == 1 && to == 2 && detour == 1
/* EXPECT:T */
E<> GearControl.Changed && from == 1 && to == 2 && detour == 2
/* EXPECT:T */

// How long a change from gear to gear takes: without the clutch, after late torque, after late speed.
sup{GearControl.Changed && detour == 0 && from > 0 && to > 0}: sys
/* EXPECT:905 */
sup{GearControl.Changed && detour == 1}: sys
/* EXPECT:1050 */
sup{GearControl.Changed && detour == 2}: sys
/* EXPECT:1205 */

// No change takes more than a second and a quarter, whatever happens, and none between gears less than 400 ms.
A[] GearControl.Changed imply sys <= 1250
/* EXPECT:T */
A[] GearControl.Changed && from > 0 && to > 0 imply sys >= 400
/* EXPECT:T */

// Every change comes to an end: a new gear or an error.
GearControl.Initiate --> GearControl.Gear || GearControl.COpenError || GearControl.CCloseError || \
    GearControl.GNeutralError || GearControl.GSetError
/* EXPECT:T */

// A failing part is noticed within 50 ms after it should have answered.
Clutch.ErrorOpen --> GearControl.COpenError
/* EXPECT:T */
A[] Clutch.ErrorOpen && Clutch.x > 200 imply GearControl.COpenError
/* EXPECT:T */
A[] Clutch.ErrorClose && Clutch.x > 200 imply GearControl.CCloseError
/* EXPECT:T */
A[] GearBox.ErrorNeutral && GearBox.x > 250 imply GearControl.GNeutralError
/* EXPECT:T */
A[] GearBox.ErrorSet && GearBox.x > 350 imply GearControl.GSetError
/* EXPECT:T */

// No false alarms.
A[] (GearControl.COpenError imply Clutch.ErrorOpen) && (GearControl.CCloseError imply Clutch.ErrorClose)
/* EXPECT:T */
A[] (GearControl.GNeutralError imply GearBox.ErrorNeutral) && (GearControl.GSetError imply GearBox.ErrorSet)
/* EXPECT:T */

// The engine pulls only with the clutch closed and a gear in.
A[] Engine.Torque imply Clutch.Closed && GearBox.Engaged
/* EXPECT:T */

// Between two changes everything is where it belongs.
A[] GearControl.Gear imply Clutch.Closed && (from == NEUTRAL ? GearBox.Neutral : GearBox.Engaged)
/* EXPECT:T */

// The engine gets lost only when another part has failed.
A[] Engine.ErrorSpeed imply fault != 0
/* EXPECT:T */

// The system stops in errors, and only there.
A[] not deadlock
/* EXPECT:F */
A[] deadlock imply fault != 0
/* EXPECT:T */
