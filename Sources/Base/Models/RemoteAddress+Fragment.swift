// The part of a clip that an address names.
extension RemoteAddress {
  /// The part that the fragment names; `nil` for the whole clip.
  package var span: TimeSpan? { fragment.flatMap { TimeSpan(mediaFragment: $0) } }

  /// The address of the whole clip.
  package var whole: RemoteAddress {
    guard let fragment else { return self }
    var whole = RemoteAddress(
      less: String(string.dropLast(fragment.count + 1)), scheme)
    whole.isNamedByPublic = isNamedByPublic
    return whole
  }

  /// The address of a part of the clip.
  package func with(_ span: TimeSpan?) -> RemoteAddress {
    guard let span else { return self }
    var part = RemoteAddress(less: "\(whole.string)#\(span.mediaFragment)", scheme)
    part.isNamedByPublic = isNamedByPublic
    return part
  }

  /// What follows the `#`.
  private var fragment: Substring? {
    afterAuthority.firstIndex(of: "#").map { string[string.index(after: $0)...] }
  }
}

extension FeedItem.Kind {
  /// A clip, or the part of it that its location names.
  package static func playing(_ clip: Clip) -> FeedItem.Kind {
    clip.location.span.map { .excerpt(Excerpt(of: clip, span: $0)) } ?? .clip(clip)
  }
}
