E<> P.b
E<> Q.b
Pr[<=5](<> P.b)
E<> P.a
