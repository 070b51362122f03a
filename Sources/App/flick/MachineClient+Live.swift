import Clients
import Models
import Network

extension MachineClient {
  /// Machines by way of `WebAccess`.
  ///
  /// - Parameter lend: Gives the terminal over, and when called with `false` takes it back; returns whether it
  ///   did.
  static func live(lend: @escaping @Sendable (Bool) async -> Bool) -> MachineClient {
    var client = MachineClient()
    client.logIn = { machine in
      guard await lend(true) else { return .failure(FeedError(.cancelled, place: "")) }
      let error = await WebAccess.connectInTerminal(to: machine)
      _ = await lend(false)
      return error.map { .failure($0) } ?? .success(())
    }
    client.lost = { WebAccess.machines.lostMachines }
    client.statistics = { $0.address.flatMap(WebAccess.machines.statistics) }
    return client
  }
}
