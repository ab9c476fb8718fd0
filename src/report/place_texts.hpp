// Finds a place for texts that have none: of several candidates, the one that covers least of what is already
// drawn.
#pragma once

#include "report/picture.hpp"

#include <span>
#include <vector>

namespace zonda::report {

class TextPlacer {
 public:
  // The picture's edges are complete; its texts so far stay where they are.
  explicit TextPlacer(Picture& picture);

  // Stacks the texts at the best corner and adds them to the picture. Earlier candidates win a tie.
  void place(std::vector<PictureText> texts, std::span<const Vec> corners);

  // Upper left corners for texts of this size beside a location, the best places first.
  [[nodiscard]] static std::vector<Vec> around_location(Vec center, Vec size);
  // The same along an edge.
  [[nodiscard]] static std::vector<Vec> along_edge(const Path& path, Vec size);

 private:
  [[nodiscard]] double cost(const Box& box) const;

  Picture& picture_;
  std::vector<Vec> line_points_;
  std::vector<Box> boxes_;
};

}  // namespace zonda::report
