import Glibc
import Models
import Platform

/// The loop of the SFTP thread: starts transfers, and waits for all pipes at once.
///
/// Used by that thread only.
final class SFTPLoop {
  private let configuration: SFTPConfiguration
  private let mailbox: SFTPMailbox
  private let board: SFTPBoard
  private var hosts: [SFTPPlace.Server: SFTPHost] = [:]
  /// Delayed orders, and when they begin.
  private var delayed: [(number: Int, order: SFTPMailbox.Order, time: Double)] = []
  /// The machines that the board shows as lost.
  private var lost: Set<RemoteAddress> = []
  /// The folder for sockets; `nil` if there is none.
  private var folder: String?
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
  /// The host time that is left out of the loop's: this process was stopped meanwhile.
  private var stopped = 0.0

  private static let longestWait = 60.0
  /// A longer wait than asked for means that this process was stopped, in seconds.
  private static let mostLate = 1.0

  init(_ configuration: SFTPConfiguration, _ mailbox: SFTPMailbox, _ board: SFTPBoard) {
    self.configuration = configuration
    self.mailbox = mailbox
    self.board = board
  }

  deinit {
    buffer.deallocate()
  }

  private var now: Double { HostTime.now - stopped }

  /// Runs until the mailbox is closed.
  func run() {
    while let messages = mailbox.take() {
      for message in messages { take(message) }
      let now = now
      for (number, order, _) in delayed.filter({ $0.time <= now }) { start(number, order, at: now) }
      delayed.removeAll { $0.time <= now }
      var deadline = delayed.map(\.time).min() ?? .infinity
      for host in hosts.values { deadline = min(deadline, host.turn(at: now)) }
      tellLost()
      wait(for: min(max(deadline - now, 0), Self.longestWait))
    }
    close()
  }

  private func tellLost() {
    let machines = Set(hosts.values.lazy.filter(\.isLost).map(\.machine))
    guard machines != lost else { return }
    lost = machines
    board.lost.continuation.yield(machines)
  }

  private func take(_ message: SFTPMailbox.Message) {
    let now = now
    switch message {
    case .start(let number, .read(let request, let receiver)) where request.delay > 0:
      delayed.append((number, .read(request, receiver), now + request.delay))
    case .start(let number, let order): start(number, order, at: now)
    case .resume(let number):
      for host in hosts.values { host.change(number, resumes: true, at: now) }
    case .cancel(let number):
      delayed.removeAll { $0.number == number }
      for host in hosts.values { host.change(number, resumes: false, at: now) }
    }
  }

  private func start(_ number: Int, _ order: SFTPMailbox.Order, at now: Double) {
    let place = SFTPPlace(order.address)
    let host = host(place.server, of: order.address)
    switch order {
    case .read(let request, let receiver):
      host.add(SFTPFileTask(number, request, path: place.path, receiver, at: now))
    case .list(_, let isLook, let receiver):
      let listing = SFTPListing(place.path, isLook: isLook)
      host.add(SFTPFolderTask(number, listing, receiver, at: now))
    case .perform(let requests, _, let onEnd):
      host.add(SFTPSequenceTask(number, requests, at: now, onEnd))
    case .connect(_, let messages, let caller): host.add(caller, messages: messages, at: now)
    }
  }

  private func host(_ server: SFTPPlace.Server, of address: RemoteAddress) -> SFTPHost {
    if let host = hosts[server] { return host }
    if folder == nil {
      var template = "\(configuration.folder)/flick-XXXXXX".utf8CString.map { $0 }
      if mkdtemp(&template) != nil {
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
    }
    let host = SFTPHost(
      server, of: address.machine, configuration, board,
      sockets: folder.map { "\($0)/\(hosts.count)" })
    hosts[server] = host
    return host
  }

  /// Waits for pipes, and takes what has arrived.
  private func wait(for seconds: Double) {
    let parties = hosts.values.flatMap { host in host.connections.map { (host, $0) } }
    var polled = [pollfd(fd: mailbox.wakeup.fileDescriptor, events: Int16(POLLIN), revents: 0)]
    for (_, connection) in parties {
      let pipes = connection.pipes
      // Negative descriptors are left out.
      let input = connection.session.output.isEmpty ? -1 : pipes.input
      polled.append(pollfd(fd: pipes.output, events: Int16(POLLIN), revents: 0))
      polled.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0))
      polled.append(
        pollfd(fd: connection.hasErrors ? pipes.errors : -1, events: Int16(POLLIN), revents: 0))
    }
    let start = HostTime.now
    poll(&polled, nfds_t(polled.count), Int32((seconds * 1e3).rounded(.up)))
    for host in hosts.values { host.followStop() }
    let late = HostTime.now - start - seconds
    if late > Self.mostLate { stopped += late }
    if polled[0].revents != 0 { mailbox.wakeup.clear() }
    for (index, (host, connection)) in parties.enumerated() {
      if polled[index * 3 + 3].revents != 0 { connection.receiveErrors(into: buffer, at: now) }
      guard polled[index * 3 + 1].revents != 0 else { continue }
      do throws(SFTPError) {
        try connection.receive(into: buffer, at: now)
      } catch {
        host.end(connection, error, at: now)
      }
    }
  }

  /// Ends all processes, and removes the folder for sockets.
  private func close() {
    for host in hosts.values { host.close(at: now) }
    let end = now + 2 * SFTPHost.endTime
    while hosts.values.contains(where: \.hasProcesses), now < end {
      for host in hosts.values { host.reap(at: now) }
      usleep(2_000)
    }
    guard let folder else { return }
    for host in hosts.values { host.removeSocket() }
    rmdir(folder)
  }
}
