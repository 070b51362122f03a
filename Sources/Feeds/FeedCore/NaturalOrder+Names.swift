extension NaturalOrder {
  /// Like `areInIncreasingOrder`, for names in memory: mostly without building keys, since the
  /// first bytes that differ decide most comparisons.
  package static func precedes(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    quickOrder(left, right) ?? areInIncreasingOrder(left, right)
  }

  /// The order, if it can be determined where two names first differ; else `nil`.
  private static func quickOrder(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool? {
    let count = min(left.count, right.count)
    var index = 0
    var bits: UInt8 = 0
    while index < count, left[index] == right[index] {
      bits |= left[index]
      index += 1
    }
    guard index < count, (bits | left[index] | right[index]) & 0x80 == 0 else { return nil }
    // The dot of the extension has a key of its own: it has to be the same one in both names, or
    // not in their common prefix.
    let leftDot = left.lastIndex(of: UInt8(ascii: ".")) ?? 0
    let rightDot = right.lastIndex(of: UInt8(ascii: ".")) ?? 0
    guard leftDot == rightDot || leftDot >= index && rightDot >= index else { return nil }
    while index > 0, isDigit(left[index - 1]) { index -= 1 }
    if isDigit(left[index]), isDigit(right[index]) {
      return numbersOrder(left[index...], right[index...])
    }
    func key(_ byte: UInt8, isDot: Bool) -> UInt8 {
      isDigit(byte) ? UInt8(ascii: "0") : isDot ? 0 : lowercased(byte)
    }
    let leftKey = key(left[index], isDot: index == leftDot && index > 0)
    let rightKey = key(right[index], isDot: index == rightDot && index > 0)
    return leftKey == rightKey ? nil : leftKey < rightKey
  }

  /// The order of two names that begin with numbers; `nil` if the numbers are equal.
  private static func numbersOrder(
    _ left: Slice<UnsafeBufferPointer<UInt8>>, _ right: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Bool? {
    let left = left.drop { $0 == UInt8(ascii: "0") }.prefix(while: isDigit)
    let right = right.drop { $0 == UInt8(ascii: "0") }.prefix(while: isDigit)
    if left.count != right.count { return left.count < right.count }
    for (leftDigit, rightDigit) in zip(left, right) where leftDigit != rightDigit {
      return leftDigit < rightDigit
    }
    return nil
  }
}
