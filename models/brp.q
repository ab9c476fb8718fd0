// The bounded retransmission protocol.

// A file can arrive.
E<> Sender.Ok
/* EXPECT:T */

// The sender may have to give up, in the middle or at the end.
E<> Sender.Nok
/* EXPECT:T */
E<> Sender.DontKnow
/* EXPECT:T */

// "Ok" means that all chunks have arrived, "not ok" that some have not.
A[] Sender.Ok imply got == N
/* EXPECT:T */
A[] Sender.Nok imply got < N
/* EXPECT:T */

// "Don't know" is honest.
E<> Sender.DontKnow && got == N
/* EXPECT:T */
E<> Sender.DontKnow && got == N - 1
/* EXPECT:T */
A[] Sender.DontKnow imply got >= N - 1
/* EXPECT:T */

// T1 is long enough: when the sender repeats a chunk, nothing is on its way any more.
A[] Sender.Resend imply Frames.Empty && Acks.Empty
/* EXPECT:T */

// SYNC is long enough: when the sender starts again, the receiver waits for a new file.
A[] Sender.Restart imply Receiver.NewFile
/* EXPECT:T */

// TR is long enough: the receiver never gives up on a sender that still tries.
A[] not Receiver.Wrong
/* EXPECT:T */

// The receiver reports a broken file only when the sender has given up or has no retry left.
A[] Receiver.Nok imply Sender.Pause || (Sender.WaitAck && Sender.rc == MAX)
/* EXPECT:T */

// Nothing blocks.
A[] not deadlock
/* EXPECT:T */

// Every transfer ends with an answer.
Sender.Send --> Sender.Ok || Sender.Nok || Sender.DontKnow
/* EXPECT:T */

// After a pause the sender is ready again.
Sender.Pause --> Sender.Idle
/* EXPECT:T */
