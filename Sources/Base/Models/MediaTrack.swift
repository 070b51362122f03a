/// One of several streams of a kind in a clip (audio or subtitles), of which one is chosen.
package struct MediaTrack: Hashable, Sendable, Identifiable {
  /// The stream index in its container.
  package let id: Int
  /// The codec's libav name.
  package var codec: CleanText
  /// The language as tagged in the container, mostly ISO 639-2; empty if untagged.
  package var language: CleanText
  package var title: CleanText
  /// Whether the container marks this track as the default.
  package var isDefault: Bool
  /// Whether it can be played, as far as known.
  package var isDecodable: Bool

  package init(
    id: Int, codec: CleanText, language: CleanText = "", title: CleanText = "",
    isDefault: Bool = false, isDecodable: Bool = true
  ) {
    self.id = id
    self.codec = codec
    self.language = language
    self.title = title
    self.isDefault = isDefault
    self.isDecodable = isDecodable
  }
}
