import Models
import Network
import Platform

/// The disk of another machine, in memory, and a line to it that may be cut.
final class FarDisk: FarFiles {
  enum Node: Hashable {
    case file(String, modified: Int64)
    case folder
    case link(String)
  }

  /// What happens to the requests from the one on at which the line is cut.
  enum Cut: CaseIterable {
    case nothingIsDone
    case oneIsDone
    case allOfThemAreDone
  }

  struct State {
    var nodes: [String: Node] = ["/": .folder, "/home": .folder, "/home/ada": .folder]
    /// File systems by the folders where they begin; empty if the server does not say.
    var systems: [String: UInt64] = ["/": 1]
    var overwrites = false
    /// Whether a rename leaves the file under both names.
    var doubles = false
    /// The request at which the line is cut, and how.
    var cut: (number: Int, Cut)?
    var isCut = false
    /// Called before each request, with its number.
    var before: (Int, FarRequest, inout State) -> Void = { _, _, _ in }
    /// What the server says in place of the truth.
    var lie: (FarRequest, Result<FarReply, WebError>) -> Result<FarReply, WebError> = { $1 }
    /// Why it does not carry out a request.
    var refusal: (FarRequest) -> WebError? = { _ in nil }
    /// What another program has removed.
    var lost: [String] = []
    var listings: [String: [FolderEntry]] = [:]
    /// How many requests there were, and in how many bursts.
    var count = 0
    var bursts = 0
    var requests: [FarRequest] = []
  }

  private let state = Lock(State())

  func with<Value>(_ body: (inout State) -> Value) -> Value { state.withLock { body(&$0) } }

  /// Makes files, each with its path in it.
  func make(_ paths: String..., modified: Int64 = 1_700_000_000) {
    with { state in
      for path in paths { state.put(path, .file("content of \(path)", modified: modified)) }
    }
  }

  /// All files and what is in them.
  var files: [String: String] {
    with { state in
      state.nodes.compactMapValues { if case .file(let text, _) = $0 { text } else { nil } }
    }
  }

  func perform(
    _ requests: [FarRequest], on machine: RemoteAddress
  ) -> [Result<FarReply, WebError>] {
    with { state in
      state.bursts += 1
      guard !state.isCut else { return requests.map { _ in .failure(.unreachable("no route")) } }
      return requests.map { request in
        guard let reply = state.answer(request, { $0.carryOut(request) }) else {
          return .failure(.brokenOff)
        }
        return reply
      }
    }
  }

  func entries(
    of folders: [RemoteAddress], limit: Int
  ) -> [Result<[FolderEntry], WebError>] {
    // Eight are under way at once.
    with { $0.bursts += (folders.count + 7) / 8 }
    return folders.map { list($0) }
  }

  private func list(_ folder: RemoteAddress) -> Result<[FolderEntry], WebError> {
    with { state in
      let path = state.real(folder.pathThere.description) ?? ""
      guard !state.isCut else { return .failure(.unreachable("no route")) }
      var entries: [FolderEntry]?
      let reply = state.answer(.look(folder.pathThere)) { state in
        guard state.nodes[path] == .folder else { return .failure(.notFound) }
        entries =
          state.listings[path]
          ?? state.nodes.keys.filter { $0 != "/" && FilePath($0).parent == FilePath(path) }.sorted()
          .compactMap { state.entry($0) }
        return .success(.done)
      }
      guard let reply else { return .failure(.brokenOff) }
      if case .failure(let error) = reply { return .failure(error) }
      return .success(entries ?? [])
    }
  }
}

extension FarDisk.State {
  /// Puts something at a path, in folders that are made.
  mutating func put(_ path: String, _ node: FarDisk.Node) {
    var folder = FilePath(path).parent
    while nodes[folder.description] == nil {
      nodes[folder.description] = .folder
      folder = folder.parent
    }
    nodes[path] = node
  }

  /// Counts a request and answers it; `nil` if the answer does not arrive.
  mutating func answer(
    _ request: FarRequest, _ body: (inout Self) -> Result<FarReply, WebError>
  ) -> Result<FarReply, WebError>? {
    count += 1
    requests.append(request)
    if let cut, count >= cut.number {
      let isDone = cut.1 == .allOfThemAreDone || cut.1 == .oneIsDone && count == cut.number
      isCut = true
      if isDone, refusal(request) == nil { _ = body(&self) }
      return nil
    }
    let before = before
    before(count, request, &self)
    if let refusal = refusal(request) { return .failure(refusal) }
    return lie(request, body(&self))
  }

  /// A path without links; its last part may be missing.
  func real(_ path: String) -> String? {
    // Most paths are.
    if let node = nodes[path], node == .folder || path == "/" { return path }
    var real = path.hasPrefix("/") ? "" : "/home/ada"
    var parts = path.split(separator: "/").map(String.init)
    var links = 0
    while !parts.isEmpty {
      let part = parts.removeFirst()
      if part == "." { continue }
      if part == ".." {
        real = String(real[..<(real.lastIndex(of: "/") ?? real.startIndex)])
        continue
      }
      switch nodes["\(real)/\(part)"] {
      case .link(let target):
        links += 1
        guard links < 8 else { return nil }
        if target.hasPrefix("/") { real = "" }
        parts = target.split(separator: "/").map(String.init) + parts
      case nil where !parts.isEmpty: return nil
      default: real += "/\(part)"
      }
    }
    return real.isEmpty ? "/" : real
  }

  /// A path without links but for the last part.
  private func place(_ path: FilePath) -> String? {
    guard let folder = real(path.parent.description), nodes[folder] == .folder else { return nil }
    return path.description == "/"
      ? "/" : FilePath(folder).appending(FilePath(bytes: path.lastComponent)).description
  }

  func entry(_ path: String) -> FolderEntry? {
    let name = FilePath(path).lastComponent
    return switch nodes[path] {
    case .file(let text, let modified):
      FolderEntry(name: name, kind: .file, size: Int64(text.utf8.count), modified: modified)
    case .folder: FolderEntry(name: name, kind: .folder, size: 4_096, modified: 1)
    case .link: FolderEntry(name: name, kind: .link)
    case nil: nil
    }
  }

  mutating func carryOut(_ request: FarRequest) -> Result<FarReply, WebError> {
    switch request {
    case .look(let path):
      guard let entry = place(path).flatMap({ entry($0) }) else { return .failure(.notFound) }
      return .success(.entry(entry))
    case .resolve(let path):
      guard let real = real(path.description) else { return .failure(.notFound) }
      return .success(.path(FilePath(real)))
    case .fileSystem(let path):
      guard let real = real(path.description), nodes[real] != nil else {
        return .failure(.notFound)
      }
      let beginnings = systems.keys.filter { (real + "/").hasPrefix($0 == "/" ? "/" : $0 + "/") }
      guard let id = beginnings.max(by: { $0.count < $1.count }).flatMap({ systems[$0] }) else {
        return .failure(.unreachable("unsupported"))
      }
      return .success(.fileSystem(id))
    case .makeFolder(let path):
      guard let place = place(path) else { return .failure(.notFound) }
      guard nodes[place] == nil else { return .failure(.unreachable("failure")) }
      nodes[place] = .folder
      return .success(.done)
    case .create(let path):
      guard let place = place(path) else { return .failure(.notFound) }
      guard nodes[place] == nil else { return .failure(.unreachable("failure")) }
      nodes[place] = .file("", modified: 1_800_000_000)
      return .success(.done)
    case .rename(let path, let target):
      guard let old = place(path), let new = place(target), let node = nodes[old] else {
        return .failure(.notFound)
      }
      guard overwrites || nodes[new] == nil else { return .failure(.unreachable("failure")) }
      nodes[new] = node
      if !doubles { nodes[old] = nil }
      return .success(.done)
    case .remove(let path):
      guard let place = place(path), let node = nodes[place] else { return .failure(.notFound) }
      guard node != .folder else { return .failure(.unreachable("failure")) }
      nodes[place] = nil
      return .success(.done)
    }
  }
}
