// One process can get in,
E<> P(1).cs

// but no two at once.
A[] forall (i : pid_t) forall (j : pid_t) \
  P(i).cs && P(j).cs imply i == j
A[] not P(2).cs
