import GRDB
import Glibc
import Models
import Platform

/// The file of the records. It is opened when it is first needed, and used by one thread.
///
/// A damaged one is moved aside, and a new one is begun; a file that the user has named, or one of a
/// newer version, is left alone.
final class RecordDatabase {
  /// Called when a damaged file has been moved aside.
  var onProblem: @Sendable (String) -> Void = { _ in }

  let options: RecordOptions
  /// Whether nothing is created, taken over or moved aside.
  private let isReader: Bool
  private var connection: DatabaseQueue?
  /// The file that is open.
  private var identity: FileIdentity?
  /// Whether what is written goes to a log first.
  private var isLogging = false

  /// How long to wait for another process's transaction, in seconds.
  private static let patience = 2.0

  init(_ options: RecordOptions, isReader: Bool = false) {
    self.options = options
    self.isReader = isReader
  }

  /// Opens the file to read it, without creating it, unless that takes over the files of earlier
  /// versions.
  convenience init(reading options: RecordOptions) {
    let isState = if case .state = options.place { true } else { false }
    self.init(options, isReader: !isState)
  }

  /// Reads on the calling thread.
  func read<Value>(_ body: (Records) throws -> Value) throws(FileError) -> Value {
    try perform(.read, body)
  }

  /// Does something in a transaction.
  func perform<Value>(
    _ access: RecordWork.Access, _ body: (Records) throws -> Value
  ) throws(FileError) -> Value {
    do {
      return try attempt(access, body)
    } catch let error as DatabaseError where error.isDamage && !isReader && isNameOwn {
      try moveAside()
    } catch {
      throw fileError(error)
    }
    do {
      return try attempt(access, body)
    } catch {
      throw fileError(error)
    }
  }

  /// Whether the file has a name of Flick's own; another may be anything.
  private var isNameOwn: Bool {
    if case .file = options.place { false } else { true }
  }

  /// Erases what was deleted from the files, too.
  func erase() throws(FileError) {
    do {
      try connection?.writeWithoutTransaction { database in
        try database.execute(sql: "VACUUM")
        try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
    } catch {
      throw fileError(error)
    }
  }

  private func attempt<Value>(
    _ access: RecordWork.Access, _ body: (Records) throws -> Value
  ) throws -> Value {
    // Of a file that has been deleted or replaced, what is written would be lost.
    let current = try? FileStatus(options.file).identity
    if connection == nil || current != identity {
      close()
      identity = current
      connection = try open()
      identity = try? FileStatus(options.file).identity
    }
    guard let queue = connection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
    switch access {
    case .read: return try queue.read { try body(Records(database: $0, options: options)) }
    case .write, .durableWrite:
      return try queue.writeWithoutTransaction { database in
        if !isLogging, !options.file.parent.withCString(FileSystemType.isRemote) {
          // The log is shared memory, which network file systems do not have. Without it, for as
          // long as another process uses the file, all works as well, only slower.
          isLogging = (try? String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")) == "wal"
        }
        // Without a flush, a power failure may lose the latest transactions, but damages nothing.
        try database.execute(
          sql: "PRAGMA synchronous = \(access == .durableWrite ? "FULL" : "NORMAL")")
        var value: Value?
        try database.inTransaction(.immediate) {
          value = try body(Records(database: database, options: options))
          return .commit
        }
        guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return value
      }
    }
  }

  /// Opens the file, or creates it with what the files of earlier versions hold.
  private func open() throws -> DatabaseQueue {
    if !isReader, case .state(let folder) = options.place { folder.make() }
    try checkOwner()
    guard let path = String(validating: options.file.bytes, as: UTF8.self) else {
      throw FileError(options.file, number: EILSEQ, words: localized("the path is not UTF-8"))
    }
    // SQLite has names of its own, such as ":memory:".
    let queue = try DatabaseQueue(
      path: path.hasPrefix("/") ? path : "./" + path, configuration: configuration)
    switch try queue.read(Schema.content) {
    case .current: break
    case .earlier:
      guard !isReader else { throw FileError.locked(options.file) }
      try queue.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          try Schema.update(Records(database: database, options: options))
          return .commit
        }
      }
    case .newer:
      throw FileError(
        options.file, number: EPROTO,
        words: localized("written by a newer version of Flick; update Flick, or move the file away")
      )
    case .foreign:
      throw FileError(
        options.file, number: EINVAL, words: localized("not a database of Flick"))
    }
    return queue
  }

  /// Only the user's own regular file is opened: another could be anything, and made to do harm.
  private func checkOwner() throws(FileError) {
    let file = options.file
    // Not by a descriptor: closing one would drop the locks of this process's other connections
    // (https://sqlite.org/howtocorrupt.html).
    let status: FileStatus
    do throws(FileError) {
      status = try FileStatus(file, followsLinks: false)
    } catch {
      guard error.number == ENOENT, !isReader else { throw error }
      try create()
      status = try FileStatus(file, followsLinks: false)
    }
    guard status.kind != .link else {
      throw FileError(
        file, number: ELOOP, words: localized("a symbolic link, which is not opened"))
    }
    guard status.kind == .file else {
      throw FileError(file, number: EINVAL, words: localized("not a regular file"))
    }
    guard status.isOwn else {
      throw FileError(file, number: EPERM, words: localized("belongs to another user"))
    }
  }

  /// Creates the file: with SQLite's own mode, others could read it.
  private func create() throws(FileError) {
    do throws(FileError) {
      Glibc.close(try options.file.open(O_RDWR | O_CREAT | O_EXCL, mode: 0o600))
    } catch {
      // Another process may create it, too.
      if error.number != EEXIST { throw error }
    }
  }

  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(Self.patience)
    configuration.readonly = isReader
    configuration.prepareDatabase { database in
      // The file may have been tampered with: https://sqlite.org/security.html
      try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
      try database.execute(sql: "PRAGMA journal_size_limit = 1048576; PRAGMA temp_store = MEMORY")
    }
    return configuration
  }

  /// Moves a damaged file and its journals aside; the next connection begins a new one.
  private func moveAside() throws(FileError) {
    close()
    // Another process may have begun a new one.
    guard (try? FileStatus(options.file).identity) == identity else { return }
    let name =
      options.file.lastComponent.dropLast(3) + Array(".damaged-\(Int(WallClock.now)).db".utf8)
    let copy = options.file.parent.appending(FilePath(bytes: name))
    for suffix in ["-wal", "-shm", "-journal", ""] {
      let file = FilePath(bytes: options.file.bytes + Array(suffix.utf8))
      let target = FilePath(bytes: copy.bytes + Array(suffix.utf8))
      do throws(FileError) {
        try file.rename(to: target)
      } catch {
        if error.number != ENOENT { throw error }
      }
    }
    onProblem(localized("%1$s was damaged; it is kept as %2$s", options.file, copy))
  }

  /// Closes the file for good, and makes it one that can be read where nothing can be written.
  func finish() {
    if isLogging {
      // Not while another process uses it.
      try? connection?.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA journal_mode = DELETE")
      }
    }
    close()
  }

  /// Closes the file as it is: it may be damaged, or another one may have its name.
  func close() {
    try? connection?.close()
    connection = nil
    isLogging = false
  }

  private func fileError(_ error: any Error) -> FileError {
    if let error = error as? FileError { return error }
    guard let error = error as? DatabaseError else {
      return FileError(options.file, number: EIO, words: "\(error)")
    }
    return switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: .locked(options.file)
    case .SQLITE_FULL: FileError(options.file, number: ENOSPC)
    case .SQLITE_READONLY: FileError(options.file, number: EROFS)
    case .SQLITE_CANTOPEN, .SQLITE_PERM: FileError(options.file, number: EACCES)
    default:
      FileError(options.file, number: EIO, words: error.message ?? "\(error.extendedResultCode)")
    }
  }
}

extension DatabaseError {
  /// Whether the file is no intact database.
  fileprivate var isDamage: Bool {
    resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB
  }
}
