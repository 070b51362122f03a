import Models

/// One of a clip's tracks of a kind, as the user cycles through them.
package struct TrackSelection: Hashable, Sendable {
  /// `nil` if none is chosen.
  package var track: MediaTrack?
  /// The track's number among all, counted from 1; 0 for none.
  package var number: Int
  /// How many playable tracks there are.
  package var count: Int
  /// The codec that cannot be decoded, if that is why there is no track to choose.
  package var undecodable: CleanText?

  /// Selects the track after another one, cyclically. Tracks that cannot be decoded are skipped.
  ///
  /// - Parameters:
  ///   - current: The id of the current track; `nil` or unknown for none.
  ///   - tracks: All tracks of the kind.
  ///   - canBeNone: Whether none comes after the last one.
  package init(after current: Int?, of tracks: [MediaTrack], canBeNone: Bool) {
    undecodable = tracks.contains(where: \.isDecodable) ? nil : tracks.first?.codec
    let tracks = tracks.filter(\.isDecodable)
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
