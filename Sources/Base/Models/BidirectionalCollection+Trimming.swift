extension BidirectionalCollection {
  /// Without those elements at both ends for which a condition holds.
  package func trimming(while isTrimmed: (Element) -> Bool) -> SubSequence {
    let rest = drop(while: isTrimmed)
    return rest.lastIndex { !isTrimmed($0) }.map { rest[...$0] } ?? rest
  }
}
