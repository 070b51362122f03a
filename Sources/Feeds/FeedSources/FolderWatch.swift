import Glibc
import Models

/// Reports changes of folders (inotify(7)). Where that is unavailable, nothing is reported. See
/// docs/decisions/feed-index.md.
final class FolderWatch: Sendable {
  /// The descriptor to poll for reading; -1 if the system has none left.
  let descriptor: Int32

  private static let wanted = UInt32(
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ONLYDIR)
  private static let chunk = 65_536

  init() {
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Watches a folder; `nil` if the system's limit is reached.
  func add(_ folder: FilePath) -> Int32? {
    guard descriptor >= 0 else { return nil }
    let watch = folder.withCString { inotify_add_watch(descriptor, $0, Self.wanted) }
    return watch >= 0 ? watch : nil
  }

  func remove(_ watch: Int32) {
    inotify_rm_watch(descriptor, watch)
  }

  /// Reads the events since the last call; never blocks.
  func read(into touched: inout TouchedEntries) {
    while descriptor >= 0 {
      let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
        count = max(Glibc.read(descriptor, buffer.baseAddress, Self.chunk), 0)
      }
      if chunk.isEmpty { return }
      chunk.withUnsafeBytes { bytes in
        let header = MemoryLayout<inotify_event>.size
        var start = 0
        while start + header <= bytes.count {
          let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
          let end = start + header + Int(event.len)
          guard end <= bytes.count else { break }
          touched.add(
            Array(bytes[(start + header)..<end].prefix { $0 != 0 }), in: event.wd,
            isWritten: event.mask & UInt32(IN_CLOSE_WRITE | IN_MOVED_TO) != 0)
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { touched.isOverflow = true }
          start = end
        }
      }
    }
  }
}
