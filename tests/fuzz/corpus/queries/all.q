//This file was generated
/*
a comment
*/
E<> P(0).l1 and x > 3 /* EXPECT:T,10MB,3S */
A[] forall (i : id_t) (P(i).z <= 5 || not P(i).l0) imply n != 2
E[] not (x - y[0] == 3)
A<> s.g[1] xor b
P(0).l0 --> exists (i : id_t) P(i).l1
sup{P(0).l0}: P(0).z, a[1], x - y[0]
inf: n
bounds{b}: x
A[] not deadlock
E<> P(n).k == twice(3) \
  && P(1).local(2) > 0
//NO_QUERY
Pr[<=100](<> P(0).l1)
simulate [<=10] { x, n }
control: A<> Q.q
strategy S = control: A[] true
E<> x > 1 under S
