/// A packet of each of the two streams that are played; `nil` for none.
struct StreamMarks {
  /// Where a packet stands.
  struct Mark {
    /// Its decoding time in the stream's ticks, if it has one.
    var time: Int64?
    /// The byte it starts at.
    var place: Int64
  }

  var picture: Mark?
  var sound: Mark?
}
