import Models

extension Playlist {
  /// Reads a list in the PLS format: `File1=`, `Title1=` and `Length1=` in any order.
  ///
  /// - Parameters:
  ///   - bytes: Its text; see `init(_:base:)`.
  ///   - base: The list's location.
  ///   - limit: The most entries to create; `nil` for all.
  ///   - watch: Can stop it early.
  /// - Throws: A failure if it is stopped.
  package init(
    pls bytes: some Collection<UInt8>, base: FeedBase, limit: Int? = nil,
    watch: ReadingWatch = .unlimited
  ) throws(FeedError) {
    var watch = watch
    var files: [Int: ArraySlice<UInt8>] = [:]
    var titles: [Int: CleanText] = [:]
    var lengths: [Int: Double] = [:]
    for line in TextLines(Array(bytes)) {
      try watch.check()
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let key = String(decoding: line[..<equals], as: UTF8.self).trimmingWhitespace.lowercased()
      let value = line[(equals + 1)...]
      let name = key.prefix { $0.isLetter }
      guard let number = Int(key.dropFirst(name.count)) else { continue }
      switch name {
      case "file":
        if files.count < limit ?? .max { files[number] = value }
      case "title":
        if !value.isEmpty, titles.count < limit ?? .max {
          titles[number] = CleanText(bytes: value, limit: FeedText.longestTitle)
        }
      case "length":
        let seconds = Double(String(decoding: value, as: UTF8.self).trimmingWhitespace)
        guard lengths.count < limit ?? .max else { continue }
        lengths[number] = seconds.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
      default: continue
      }
    }
    entries = files.sorted { $0.key < $1.key }.compactMap { number, line in
      base.location(of: line).map {
        Entry(location: $0, title: titles[number], duration: lengths[number])
      }
    }
  }
}

extension Playlist.Entry {
  /// Reads a track of an XSPF list; `nil` if it has no location.
  init?(xspf track: XMLElement, base: FeedBase) {
    guard let location = track.text(of: "location") else { return nil }
    // In milliseconds.
    let duration = track.text(of: "duration").flatMap { Double($0) }
      .flatMap { $0 > 0 && $0.isFinite ? $0 / 1_000 : nil }
    let title = FeedText.title(track.text(of: "title"))
    let creator = FeedText.title(track.text(of: "creator"))
    self.init(
      location: base.location(ofReference: location, bases: track.bases),
      title: title.map { title in creator.map { "\($0) – \(title)" } ?? title },
      duration: duration)
  }
}
