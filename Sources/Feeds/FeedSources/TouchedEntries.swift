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
  private(set) var isOverflow = false

  /// How long nothing more has to happen, in seconds.
  private static let quiet = 0.1
  /// After which time there is no more waiting for that, in seconds.
  private static let longestWait = 0.5

  /// Takes events; those without a name are about the folder, of which its own folder tells, too.
  mutating func add(_ events: [FolderWatch.Event]) {
    guard !events.isEmpty else { return }
    last = HostTime.now
    if entries.isEmpty { since = last }
    for event in events {
      if event.isOverflow { isOverflow = true }
      guard !event.name.isEmpty else { continue }
      entries[Key(watch: event.watch, name: event.name), default: false] =
        entries[Key(watch: event.watch, name: event.name)] == true || event.isWritten
    }
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
