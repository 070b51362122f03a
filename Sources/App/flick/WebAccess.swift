import Dispatch
import FeedSources
import Foundation
import Glibc
import Models
import Network
import Platform
import Settings

/// The program's only client of servers.
enum WebAccess {
  /// Used by both clips and feeds, so that they share connections.
  static let source: any WebSource = RemoteSources(
    web: CurlSource(configuration), [.sftp: machines])

  /// Reads files and lists folders on machines that `ssh` reaches.
  static let machines = SFTPSource(machineConfiguration)

  /// The command that connects to a machine, if an option names it; set before anything is read.
  static let ssh = Lock<String?>(nil)

  /// The proxies from the environment.
  static let proxies = WebProxies(ProcessInfo.processInfo.environment)

  /// Folders there that arguments name, and that look like clips.
  private static let clipFolders = Lock<Set<RemoteAddress>>([])

  /// Connects to the machines that arguments name; see `connect(to:)`.
  ///
  /// - Returns: The arguments; what looks like a clip, and is a folder, ends with a slash.
  @discardableResult
  static func connect(to paths: [FilePath]) throws(Failure) -> [FilePath] {
    let addresses = paths.compactMap(AddressReader.sftp)
    try connect(to: addresses)
    for (machine, clips) in Dictionary(grouping: addresses.filter(looksLikeClip), by: \.machine) {
      // With the slash, a link to a folder is one, too.
      let looks = clips.map { FarRequest.look(FilePath(bytes: $0.pathThere.bytes + "/".utf8)) }
      for (clip, reply) in zip(clips, machines.perform(looks, on: machine)) {
        guard case .success(.entry(let entry)) = reply, entry.kind == .folder else { continue }
        clipFolders.withLock { _ = $0.insert(clip) }
      }
    }
    return paths.map { path in
      guard let address = AddressReader.sftp(path), looksLikeClip(address), !isClip(address) else {
        return path
      }
      return FilePath(address.appending([UInt8]()).string)
    }
  }

  /// Whether an argument is a clip by its name, and no folder as far as that is known.
  static func isClip(_ address: RemoteAddress) -> Bool {
    looksLikeClip(address) && clipFolders.withLock { !$0.contains(address) }
  }

  private static func looksLikeClip(_ address: RemoteAddress) -> Bool {
    address.scheme == .sftp && address.lastComponent.map(ClipNames.isMedia) == true
  }

  /// Connects to machines. `ssh` may ask on the terminal, so this comes before the screen is taken.
  ///
  /// - Throws: Why the first that cannot be reached cannot; the others are connected to.
  static func connect(to addresses: [RemoteAddress]) throws(Failure) {
    var failure: Failure?
    var known: Set<RemoteAddress> = []
    for address in addresses where address.scheme == .sftp {
      guard known.insert(address.machine).inserted else { continue }
      if Console.isErrorWatched { Console.report(connecting(to: address)) }
      let isDone = DispatchSemaphore(value: 0)
      let problem = Lock<WebError?>(nil)
      machines.connect(to: address) { error in
        problem.withLock { $0 = error }
        isDone.signal()
      }
      isDone.wait()
      guard let error = problem.withLock(\.self) else { continue }
      // Ctrl-C was for Flick, too.
      if error == .interrupted { kill(getpid(), SIGINT) }
      let place = address.machineName
      failure =
        failure
        ?? Failure(
          "\(place): \(FeedError(error, place: CleanText(place)).detail)",
          status: ExitStatus.noInput)
    }
    if let failure { throw failure }
  }

  /// Connects to a machine in the terminal, which has to be free; the user may be asked.
  ///
  /// - Returns: Why it cannot be reached.
  static func connectInTerminal(to address: RemoteAddress) async -> FeedError? {
    let terminal = open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC)
    defer { close(terminal) }
    try? Descriptor.write(Array("\(connecting(to: address))\n".utf8), to: terminal)
    let error = await withCheckedContinuation { end in
      machines.connect(to: address, messages: terminal) { end.resume(returning: $0) }
    }
    return error.map { FeedError($0, place: CleanText(address.machineName)) }
  }

  private static func connecting(to address: RemoteAddress) -> String {
    localized("connecting to %s", CleanText(address.machineName))
  }

  private static var configuration: WebConfiguration {
    var configuration = WebConfiguration(userAgent: "Flick/\(Version.current)")
    configuration.proxies = proxies
    return configuration
  }

  private static var machineConfiguration: SFTPConfiguration {
    var configuration = SFTPConfiguration(environment: ProcessInfo.processInfo.environment)
    let command = (ssh.withLock(\.self) ?? configuredSSH ?? "").split(separator: " ")
    if !command.isEmpty { configuration.command = command.map(String.init) }
    return configuration
  }

  /// The command of the environment or the configuration file, for sub-commands, which have no option for it.
  private static var configuredSSH: String? {
    let configuration = try? Configuration(
      arguments: [], environment: ProcessInfo.processInfo.environment)
    guard
      case .text(let command) = Setting.named("ssh").flatMap({
        configuration?.settings.value(of: $0)
      })
    else { return nil }
    return command
  }
}

extension AddressReader {
  /// The `sftp` address that an argument is; `nil` for any other path.
  static func sftp(_ argument: FilePath) -> RemoteAddress? {
    sftp(String(decoding: argument.bytes, as: UTF8.self))
  }
}
