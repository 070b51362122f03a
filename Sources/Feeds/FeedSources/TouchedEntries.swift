import Platform

/// What has happened in watched folders and was not looked at yet: many changes come together, and
/// some take themselves back.
struct TouchedEntries: Sendable {
  /// An entry of a folder.
  struct Key: Hashable {
    /// The folder's watch.
    var watch: Int32
    var name: [UInt8]
  }

  /// Whether each entry was written to.
  private var entries: [Key: Bool] = [:]
  private var since = 0.0
  private var last = 0.0
  /// Whether events are missing: everything may be different.
  var isOverflow = false

  /// How long nothing more has to happen, in seconds.
  private static let quiet = 0.1
  /// After which time there is no more waiting for that, in seconds.
  private static let longestWait = 0.5

  /// Notes that something has happened to an entry; what has no name is about the folder, of which its
  /// own folder tells, too.
  ///
  /// - Parameters:
  ///   - name: The entry.
  ///   - watch: The folder's watch.
  ///   - isWritten: Whether a file was closed that had been open for writing, or has come from elsewhere.
  mutating func add(_ name: [UInt8], in watch: Int32, isWritten: Bool) {
    last = HostTime.now
    if entries.isEmpty { since = last }
    guard !name.isEmpty else { return }
    let key = Key(watch: watch, name: name)
    entries[key] = isWritten || entries[key] == true
  }

  /// After which time there is something to do, in seconds; `nil` if nothing has happened.
  var timeout: Double? {
    entries.isEmpty
      ? nil : max(min(last + Self.quiet, since + Self.longestWait) - HostTime.now, 0.001)
  }

  /// What has happened, if it is time to look at it.
  mutating func take() -> [Key: Bool]? {
    guard !entries.isEmpty,
      HostTime.now >= min(last + Self.quiet, since + Self.longestWait)
    else { return nil }
    defer { entries = [:] }
    return entries
  }
}
