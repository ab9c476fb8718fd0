#include "unit/check/known_models.hpp"

#include <fmt/format.h>

namespace zonda {

std::string fischer(int processes) {
  std::string text = fmt::format("system:fischer\nevent:step\nint:1:0:{}:0:id\n", processes);
  for (int i = 1; i <= processes; ++i) {
    text += fmt::format("process:P{0}\nclock:1:x{0}\nlocation:P{0}:A{{initial:}}\n", i);
    text += fmt::format("location:P{0}:req{{invariant: x{0}<=10}}\nlocation:P{0}:wait\nlocation:P{0}:cs\n", i);
    text += fmt::format("edge:P{0}:A:req:step{{provided: id==0 : do: x{0}=0}}\n", i);
    text += fmt::format("edge:P{0}:req:wait:step{{provided: x{0}<=10 : do: x{0}=0; id={0}}}\n", i);
    text += fmt::format("edge:P{0}:wait:req:step{{provided: id==0 : do: x{0}=0}}\n", i);
    text += fmt::format("edge:P{0}:wait:cs:step{{provided: x{0}>10 && id=={0}}}\n", i);
    text += fmt::format("edge:P{0}:cs:A:step{{do: id=0}}\n", i);
  }
  return text;
}

std::string csma_cd(int stations) {
  std::string text =
      "system:csma_cd\nevent:begin\nevent:busy\nevent:end\nevent:cd\nprocess:Bus\nclock:1:y\n"
      "location:Bus:Idle{initial:}\nlocation:Bus:Active\nlocation:Bus:Collision{invariant: y<26}\n"
      "edge:Bus:Idle:Active:begin{do: y=0}\nedge:Bus:Active:Collision:begin{provided: y<26 : do: y=0}\n"
      "edge:Bus:Active:Active:busy{provided: y>=26}\nedge:Bus:Active:Idle:end{do: y=0}\n"
      "edge:Bus:Collision:Idle:cd{provided: y<26 : do: y=0}\n";
  std::string all = "sync:Bus@cd";
  for (int i = 1; i <= stations; ++i) {
    text += fmt::format("process:S{0}\nclock:1:x{0}\nlocation:S{0}:Wait{{initial:}}\n", i);
    text += fmt::format("location:S{0}:Start{{invariant: x{0}<=808}}\nlocation:S{0}:Retry{{invariant: x{0}<52}}\n", i);
    const auto edge = [&](const char* from, const char* to, const char* event, const std::string& guard) {
      const std::string provided = guard.empty() ? "" : fmt::format("provided: x{}{} : ", i, guard);
      text += fmt::format("edge:S{0}:{1}:{2}:{3}{{{4}do: x{0}=0}}\n", i, from, to, event, provided);
    };
    edge("Wait", "Start", "begin", "");
    edge("Wait", "Retry", "busy", "");
    edge("Wait", "Wait", "cd", "");
    edge("Wait", "Retry", "cd", "");
    edge("Start", "Wait", "end", "==808");
    edge("Start", "Retry", "cd", "<26");
    edge("Retry", "Start", "begin", "<52");
    edge("Retry", "Retry", "busy", "<52");
    edge("Retry", "Retry", "cd", "<52");
    all += fmt::format(":S{}@cd", i);
  }
  for (int i = stations; i >= 1; --i)
    for (const char* event : {"begin", "busy", "end"}) text += fmt::format("sync:Bus@{1}:S{0}@{1}\n", i, event);
  return text + all + "\n";
}

std::string fddi(int stations) {
  std::string text = "system:fddi\nevent:own\nevent:take\nevent:release\n";
  for (int i = 1; i <= stations; ++i) text += fmt::format("event:take{0}\nevent:release{0}\n", i);
  const int rotation = 50 * stations;
  for (int i = 1; i <= stations; ++i) {
    text += fmt::format("process:P{0}\nclock:1:t{0}\nclock:1:a{0}\nclock:1:b{0}\nlocation:P{0}:q0{{initial:}}\n", i);
    for (const int l : {1, 2, 5, 6}) text += fmt::format("location:P{0}:q{1}{{invariant: t{0}<=20}}\n", i, l);
    text += fmt::format("location:P{0}:q3{{invariant: a{0}<={1}}}\nlocation:P{0}:q4\n", i, rotation + 20);
    text += fmt::format("location:P{0}:q7{{invariant: b{0}<={1}}}\n", i, rotation + 20);
    const auto round = [&](int from, int late, int early, int slow, int to, char clock) {
      text += fmt::format("edge:P{0}:q{1}:q{2}:take{{provided: t{0}>={3} : do: t{0}=0; {4}{0}=0}}\n", i, from, late,
                          rotation, clock);
      text += fmt::format("edge:P{0}:q{1}:q{2}:take{{provided: t{0}<{3} : do: t{0}=0; {4}{0}=0}}\n", i, from, early,
                          rotation, clock);
      text += fmt::format("edge:P{0}:q{1}:q{2}:release{{provided: t{0}==20}}\n", i, late, to);
      text += fmt::format("edge:P{0}:q{1}:q{2}:own{{provided: t{0}==20}}\n", i, early, slow);
      text += fmt::format("edge:P{0}:q{1}:q{2}:release\n", i, slow, to);
    };
    round(0, 1, 2, 3, 4, 'b');
    round(4, 5, 6, 7, 0, 'a');
  }
  text += "process:Ring\nclock:1:t\n";
  for (int i = 1; i <= stations; ++i) {
    text +=
        fmt::format("location:Ring:to{0}{{{1}invariant: t<=0}}\nlocation:Ring:at{0}\n", i, i == 1 ? "initial: : " : "");
  }
  for (int i = 1; i <= stations; ++i) {
    text += fmt::format("edge:Ring:to{0}:at{0}:take{0}{{provided: t==0}}\n", i);
    text += fmt::format("edge:Ring:at{0}:to{1}:release{0}{{do: t=0}}\n", i, i % stations + 1);
  }
  for (int i = 1; i <= stations; ++i)
    text += fmt::format("sync:P{0}@take:Ring@take{0}\nsync:P{0}@release:Ring@release{0}\n", i);
  return text;
}

std::string blowup(int segments) {
  std::string text = "system:blowup\nevent:step\nprocess:P\nclock:1:e\n";
  for (int i = 1; i <= segments; ++i) text += fmt::format("clock:1:x{}\n", i);
  for (int l = 1; l <= 2 * segments + 1; ++l)
    text += fmt::format("location:P:q{}{{{}}}\n", l, l == 1 ? "initial:" : "");
  text += "location:P:final\n";
  for (int i = 1; i <= segments; ++i) {
    const char* last = i == segments ? "do: e=0" : "";
    text += fmt::format("edge:P:q{}:q{}:step{{provided: x{}>1{}{}}}\n", 2 * i - 1, 2 * i + 1, i,
                        i == segments ? " : " : "", last);
    text += fmt::format("edge:P:q{}:q{}:step{{do: x{}=0}}\n", 2 * i - 1, 2 * i, i);
    text += fmt::format("edge:P:q{}:q{}:step{{{}}}\n", 2 * i, 2 * i + 1, last);
  }
  // Never possible: no other clock is younger than e.
  text += fmt::format("edge:P:q{}:final:step{{provided: e>=2", 2 * segments + 1);
  for (int i = 1; i <= segments; ++i) text += fmt::format(" && x{}<=1", i);
  return text + "}\n";
}

}  // namespace zonda
