import FeedCore
import Models
import Platform

/// The position of a playlist within others.
struct ListPlace: Hashable, Sendable {
  /// How many playlists it is nested in.
  var depth = 0
  /// Whether it came from the public web.
  var isPublic = false
}

/// An entry of a playlist, which may be a playlist itself.
protocol ListMember: Sendable {
  /// The playlist that it names; `nil` for a clip.
  var namedList: MediaLocation? { get }
  func add(to walker: inout FeedWalker, section: Int, _ table: inout ItemTable)
}

/// The remaining entries of a playlist.
protocol ListMembers: Sendable {
  associatedtype Member: ListMember
  mutating func next() -> Member?
}

extension PlaylistReader: ListMembers {}

extension ArraySlice: ListMembers where Element: ListMember {
  mutating func next() -> Element? { popFirst() }
}

extension Playlist.Entry: ListMember {
  var namedList: MediaLocation? { location.media?.asList }

  func add(to walker: inout FeedWalker, section: Int, _ table: inout ItemTable) {
    walker.add(self, section: section, &table)
  }
}

extension FoundItem: ListMember {
  var namedList: MediaLocation? {
    if case .clip(let clip) = kind { clip.location.asList } else { nil }
  }

  func add(to walker: inout FeedWalker, section: Int, _ table: inout ItemTable) {
    walker.add(self, section: section, &table)
  }
}

extension MediaLocation {
  /// The entry, if its name is that of a playlist. Checking what is behind other names would cost a
  /// request for each clip, so `.m3u8` on a server is taken for a stream, which it usually is.
  fileprivate var asList: MediaLocation? {
    let name = lowercaseExtension
    guard Playlist.extensions.contains(name) else { return nil }
    // Lists on other machines are not read, except those of the web.
    let isList =
      filePath.map(PlaylistFile.isList) ?? (name != "m3u8" && address?.scheme.isWeb == true)
    return isList ? self : nil
  }
}

extension FeedWalker {
  /// The maximum nesting of playlists.
  private static let deepestList = 8

  /// Adds the next entries of a playlist; a playlist among them is opened in its place.
  mutating func addSome(
    of members: some ListMembers, section: Int, _ place: ListPlace, _ table: inout ItemTable
  ) {
    var members = members
    for _ in 0..<Self.batch {
      guard let member = members.next() else { return }
      if let list = member.namedList {
        stack.append(.members(members, section: section, place))
        return open(list, of: member, section: section, place, &table)
      }
      member.add(to: &self, section: section, &table)
    }
    stack.append(.members(members, section: section, place))
  }

  private mutating func open(
    _ list: MediaLocation, of member: some ListMember, section: Int, _ outer: ListPlace,
    _ table: inout ItemTable
  ) {
    func refuse(_ title: CleanText, _ why: String) {
      let notice = Notice(title: title, detail: CleanText("\(list): \(why)"))
      add(FoundItem(kind: .notice(notice)), section: section, &table)
    }
    let place = ListPlace(depth: outer.depth + 1, isPublic: outer.isPublic)
    guard place.depth <= Self.deepestList else {
      return refuse(
        .localized("Nested playlists"),
        localized("playlists nested more than %s deep are not opened", Self.deepestList))
    }
    guard documents.count + webLists.count < Self.maxDocuments else {
      return refuse(
        .localized("Too many playlists"),
        localized("a feed may open at most %s", Self.maxDocuments))
    }
    switch list {
    case .file(let path):
      if (try? FileStatus(path)).map({ documents.contains($0.identity) }) != true {
        return stack.append(.document(path, section: section, place))
      }
    case .remote(let address):
      guard let openWeb = options.openWeb else {
        return member.add(to: &self, section: section, &table)
      }
      if webLists.insert(address).inserted {
        let source = sources[address] ?? openWeb(address, .list(isPublic: outer.isPublic))
        sources[address] = source
        return stack.append(.pages(source, address, section: section, place))
      }
    }
    refuse(.localized("Playlist already open"), localized("each playlist is opened once"))
  }
}
