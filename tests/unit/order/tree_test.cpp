#include "order/tree.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace zonda::order {
namespace {

// The same with a parent for each node.
RC_GTEST_PROP(Tree, BehavesAsAMapOfParents, ()) {
  Tree tree;
  std::map<Tree::Node, Tree::Node> parents;
  std::vector<Tree::Node> nodes{Tree::kRoot};
  const auto codes = *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::arbitrary<std::uint32_t>());
  for (const std::uint32_t code : codes) {
    const std::size_t at = code / 8 % nodes.size();
    if (code % 8 < 5 || at == 0) {
      const Tree::Node node = tree.add(nodes[at]);
      RC_ASSERT(!parents.contains(node) && node != Tree::kRoot);
      parents[node] = nodes[at];
      nodes.push_back(node);
    } else {
      const Tree::Node gone = nodes[at];
      tree.remove(gone);
      for (auto& [node, parent] : parents)
        if (parent == gone) parent = parents.at(gone);
      parents.erase(gone);
      nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(at));
    }
    for (const auto& [node, parent] : parents) RC_ASSERT(tree.parent(node) == parent);
    const Tree::Node top = nodes[code / 64 % nodes.size()];
    std::vector<Tree::Node> below;
    tree.for_each_below(top, [&](Tree::Node node) { below.push_back(node); });
    RC_ASSERT(below.front() == top);
    std::set<Tree::Node> expected;
    for (const Tree::Node node : nodes)
      for (Tree::Node up = node;; up = parents.at(up)) {
        if (up == top) expected.insert(node);
        if (up == top || up == Tree::kRoot) break;
      }
    RC_ASSERT(std::set<Tree::Node>(below.begin(), below.end()) == expected);
    RC_ASSERT(below.size() == expected.size());
  }
}

}  // namespace
}  // namespace zonda::order
