import FeedCore
import Files
import Glibc
import Logging
import Models
import Platform
import Records

/// The log, for everything that would otherwise overwrite the screen.
final class LogFile: Sendable {
  /// Whether it did not exist before: this is the program's first start.
  let isNew: Bool
  private let fileDescriptor: Int32

  /// A larger log is started over, in bytes.
  private static let sizeLimit = 1_000_000

  /// Opens `flick.log` in the state folder, which is created if needed. Without one, logging does
  /// nothing.
  init(folder: StateFolder?) {
    guard let folder else {
      isNew = false
      fileDescriptor = -1
      return
    }
    folder.make()
    let file = folder.file("flick.log")
    isNew = file.withCString { access($0, F_OK) } != 0
    let descriptor = try? file.open(O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK, mode: 0o600)
    let status = descriptor.flatMap { try? FileStatus(descriptor: $0) }
    // A pipe in its place would take the log and block its writers.
    guard let descriptor, let status, status.kind == .file else {
      if let descriptor { close(descriptor) }
      fileDescriptor = -1
      return
    }
    if status.size > Self.sizeLimit { ftruncate(descriptor, 0) }
    fileDescriptor = descriptor
  }

  deinit {
    if fileDescriptor >= 0 { close(fileDescriptor) }
  }

  /// Appends a line, in one `write` so that lines of several threads do not mix.
  func append(_ line: String) {
    guard fileDescriptor >= 0 else { return }
    let bytes = Array("\(line)\n".utf8)
    _ = write(fileDescriptor, bytes, bytes.count)
  }

  /// Redirects standard error to the log: sound plug-ins and the Swift runtime write to it
  /// directly.
  ///
  /// - Returns: A descriptor of the previous standard error; -1 if there is none.
  func takeStandardError() -> Int32 {
    let kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    let target = fileDescriptor >= 0 ? fileDescriptor : open("/dev/null", O_WRONLY | O_CLOEXEC)
    if target >= 0 { dup2(target, STDERR_FILENO) }
    return kept
  }
}

/// Writes log messages to a `LogFile`.
struct LogFileHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level
  let label: String
  let file: LogFile

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let message = CleanText(
      RemoteAddress.withoutSecrets(inMessage: event.message.description))
    file.append(
      "\(Timestamp.text(seconds: Int(WallClock.now))) \(event.level) \(label): \(message)")
  }
}
