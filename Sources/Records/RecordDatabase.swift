import CSQLite
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
    setLimits()
  }

  deinit {
    close()
    limits.deallocate()
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

  /// Calls the body in a transaction, and once more if a damaged file had to be moved aside first
  /// or an interrupted transaction undone.
  func perform<Value>(
    _ access: RecordWork.Access, _ body: (Records) throws -> Value
  ) throws(FileError) -> Value {
    do {
      return try attempt(access, body)
    } catch let error as DatabaseError where error.isDamage && !isReader && isNameOwn {
      try moveAside()
    } catch let error as DatabaseError where error.isInterrupted && isReader {
      try rollBack()
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
    // The whole database is copied in memory. One that may be anybody's has to do with less.
    if case .folder = options.place {} else { setLimits(isFreed: true) }
    defer { setLimits() }
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
      setLimits()
      connection = try open()
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
    let queue = try connect(configuration)
    switch try queue.read(Schema.content) {
    case .current: break
    case .earlier:
      guard !isReader else { throw FileError.locked(options.file) }
      // An index of a million items is sorted in memory. One that may be anybody's has to do with less.
      if case .folder = options.place {} else { setLimits(isFreed: true) }
      defer { setLimits() }
      try queue.writeWithoutTransaction { database in
        // Otherwise, a table that is replaced would take along what refers to it.
        try database.execute(sql: "PRAGMA foreign_keys = OFF")
        try database.inTransaction(.immediate) {
          try Schema.update(Records(database: database, options: options))
          return .commit
        }
        try database.execute(sql: "PRAGMA foreign_keys = ON")
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

  /// Connects to the file, which is checked, or created by a writer.
  private func connect(_ configuration: Configuration) throws -> DatabaseQueue {
    try files.check(orCreate: !isReader)
    // Its folder's links are resolved: nobody can lead SQLite elsewhere by exchanging one.
    let file = CanonicalPath.ofItem(options.file)
    guard let path = String(validating: file.bytes, as: UTF8.self) else {
      throw FileError(options.file, number: EILSEQ, words: localized("the path is not UTF-8"))
    }
    guard Self.isGuarded else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
    OpenDatabases.add(file)
    identity = try FileStatus(file).identity
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    // What is written to a file that was replaced meanwhile would be lost.
    guard try FileStatus(file).identity == identity else { throw FileError.locked(options.file) }
    return queue
  }

  /// Undoes the transaction of a program that was killed meanwhile: a reader cannot.
  private func rollBack() throws(FileError) {
    close()
    do {
      var configuration = configuration
      configuration.readonly = false
      let queue = try connect(configuration)
      _ = try queue.read(Schema.content)
      try queue.close()
    } catch {
      throw fileError(error)
    }
  }

  private var files: DatabaseFiles { DatabaseFiles(options.file) }

  /// Whether SQLite touches nothing but databases and what is beside them. Must precede the first
  /// connection.
  private static let isGuarded = flick_sqlite_guard() == 0

  /// The longest value or row, in bytes: twice the longest location, that of an entry and its feed.
  private static let longestRow: Int32 = 262_144
  /// What a statement may use: pages that contain each other could keep one busy for ever.
  private let limits = UnsafeMutablePointer<flick_sqlite_limits>.allocate(capacity: 1)

  /// Sets the limits by the file's size. A report on a million visits takes 500 steps of SQLite's virtual
  /// machine for a page of the file, and forgetting them 900.
  ///
  /// - Parameter isFreed: Whether memory is not limited.
  private func setLimits(isFreed: Bool = false) {
    let pages = ((try? FileStatus(options.file).size) ?? 0) / 4_096
    let steps = min(20_000 + 2 * pages, 150_000)
    limits.pointee = flick_sqlite_limits(
      steps: steps, memory: isFreed ? .max : 128 << 20, left: steps)
  }

  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(Self.patience)
    configuration.readonly = isReader
    // As an address, which may go to the connection's thread: this database is used by one at a time.
    let limits = UInt(bitPattern: limits)
    configuration.prepareDatabase { database in
      // The file may have been tampered with: https://sqlite.org/security.html
      guard let connection = database.sqliteConnection,
        flick_sqlite_distrust(connection, Self.longestRow, UnsafeMutablePointer(bitPattern: limits))
          == 0
      else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
      try database.execute(sql: "PRAGMA cell_size_check = ON")
      try database.execute(sql: "PRAGMA journal_size_limit = 1048576; PRAGMA temp_store = MEMORY")
    }
    return configuration
  }

  /// Moves a damaged file and its journals aside; the next connection begins a new one.
  private func moveAside() throws(FileError) {
    close()
    // Another process may have begun a new one.
    guard (try? FileStatus(options.file).identity) == identity else { return }
    let copy = try files.moveAside()
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
  /// Whether the file is damaged, or no database.
  fileprivate var isDamage: Bool {
    resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB
  }

  /// Whether a program was killed in the middle of a transaction, which has to be undone.
  fileprivate var isInterrupted: Bool { extendedResultCode == .SQLITE_READONLY_ROLLBACK }
}
