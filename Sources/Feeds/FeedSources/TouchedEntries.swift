import Platform

/// Changes in watched folders that were not processed yet: many changes arrive together, and some
/// cancel each other.
struct TouchedEntries: Sendable {
  struct Key: Hashable {
    var watch: Int32
    var name: [UInt8]
  }

  /// Whether each entry was written to.
  private var entries: [Key: Bool] = [:]
  private var since = 0.0
  private var last = 0.0
  /// Whether events were lost, so that everything may have changed.
  var isOverflow = false

  /// How long it has to be quiet before changes are processed, in seconds.
  private static let quiet = 0.1
  /// The longest wait for that, in seconds.
  private static let longestWait = 0.5

  /// Records a change of an entry. Events without a name concern the folder itself; its own folder
  /// reports them, too.
  ///
  /// - Parameters:
  ///   - name: The entry.
  ///   - watch: The folder's watch.
  ///   - isWritten: Whether a file opened for writing was closed, or was moved here.
  mutating func add(_ name: [UInt8], in watch: Int32, isWritten: Bool) {
    last = HostTime.now
    if entries.isEmpty { since = last }
    guard !name.isEmpty else { return }
    let key = Key(watch: watch, name: name)
    entries[key] = isWritten || entries[key] == true
  }

  /// Seconds until changes are to be processed; `nil` if there are none.
  var timeout: Double? {
    entries.isEmpty
      ? nil : max(min(last + Self.quiet, since + Self.longestWait) - HostTime.now, 0.001)
  }

  /// The changes, if it is time to process them.
  mutating func take() -> [Key: Bool]? {
    guard !entries.isEmpty,
      HostTime.now >= min(last + Self.quiet, since + Self.longestWait)
    else { return nil }
    defer { entries = [:] }
    return entries
  }
}
