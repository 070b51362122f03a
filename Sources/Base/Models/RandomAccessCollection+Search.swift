extension RandomAccessCollection {
  /// Where the elements end for which something is true, in a collection that begins with all of
  /// them. Takes a binary search.
  @inlinable package func prefixEnd(where isBefore: (Element) -> Bool) -> Index {
    var low = startIndex
    var rest = count
    while rest > 0 {
      let half = rest / 2
      let middle = index(low, offsetBy: half)
      if isBefore(self[middle]) {
        low = index(after: middle)
        rest -= half + 1
      } else {
        rest = half
      }
    }
    return low
  }
}
