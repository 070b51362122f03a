import Models

/// The sources of all addresses, by scheme: the one table of what Flick can read from.
package struct RemoteSources: WebSource {
  private let web: any WebSource
  private let others: [RemoteAddress.Scheme: any WebSource]

  /// - Parameters:
  ///   - web: The web's. It also refuses what no other source is for.
  ///   - others: By the scheme of their addresses.
  package init(web: any WebSource, _ others: [RemoteAddress.Scheme: any WebSource] = [:]) {
    self.web = web
    self.others = others
  }

  package func read(_ request: WebRequest, to receiver: any WebReceiver) -> any WebTransfer {
    (others[request.address.scheme] ?? web).read(request, to: receiver)
  }
}
