/// What is at an address of the web.
package enum WebKind: Hashable, Sendable {
  case clip
  case picture
  /// An HLS stream, which is played like a clip.
  case stream
  case list
  case feed
}
