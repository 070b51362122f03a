import TestSupport

extension SeededGenerator {
  mutating func chance(_ part: Double) -> Bool { Double.random(in: 0..<1, using: &self) < part }

  mutating func int(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }
}
