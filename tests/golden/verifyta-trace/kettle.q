E<> Kettle.Hot
A[] not deadlock
A[] x < 0
