/// One of several streams of a kind in a clip, of which one is chosen: sound or subtitles.
package struct MediaTrack: Hashable, Sendable, Identifiable {
  /// The number of the stream in its container.
  package let id: Int
  /// The codec's name as libav has it.
  package var codec: CleanText
  /// The language as the container names it, mostly ISO 639-2; empty if it does not say.
  package var language: CleanText
  package var title: CleanText
  /// Whether the container asks for this one.
  package var isDefault: Bool
  /// Whether it can be played, as far as is known.
  package var isDecodable: Bool

  /// Creates a description.
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
