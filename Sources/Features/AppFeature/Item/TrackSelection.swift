import Models

/// One of a clip's tracks of a kind, as the user goes through them.
package struct TrackSelection: Hashable, Sendable {
  /// `nil` if none is chosen.
  package var track: MediaTrack?
  /// The track's place among all, counted from 1; 0 for none.
  package var number: Int
  /// How many tracks there are.
  package var count: Int

  /// Goes on from a track to the one after it, round and round.
  ///
  /// - Parameters:
  ///   - current: The id of the track chosen now; `nil` or unknown for none.
  ///   - tracks: All of the kind.
  ///   - canBeNone: Whether after the last one comes none.
  package init(after current: Int?, of tracks: [MediaTrack], canBeNone: Bool) {
    count = tracks.count
    let index = tracks.firstIndex { $0.id == current }.map { $0 + 1 } ?? 0
    if tracks.indices.contains(index) {
      number = index + 1
    } else {
      number = canBeNone || tracks.isEmpty ? 0 : 1
    }
    track = number > 0 ? tracks[number - 1] : nil
  }
}
