E<> P(0).B
A[] n > 0
