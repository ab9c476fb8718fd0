A<> Kettle.Hot || Kettle.Tripped
Kettle.Heating --> Kettle.Hot || Kettle.Tripped
E[] Kettle.Cold
sup{Kettle.Heating}: x
inf{Kettle.Tripped}: x
sup: x
bounds{Kettle.Heating}: x
