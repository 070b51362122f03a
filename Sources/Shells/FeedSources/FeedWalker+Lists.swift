import FeedCore
import Models
import Wording

/// Where a list stands that other lists have named.
struct ListPlace: Hashable, Sendable {
  /// In how many lists it lies.
  var depth = 0
  /// Whether it came from the public web.
  var isPublic = false
}

/// What may be found in a list, and may be a list itself.
protocol ListMember {
  /// The list that it names; `nil` for a clip.
  var namedList: MediaLocation? { get }
  func add(to walker: inout FeedWalker, section: Int, _ table: inout ItemTable)
  static func pending(
    _ members: [Self], from next: Int, section: Int, _ place: ListPlace
  ) -> FeedWalker.Pending
}

extension Playlist.Entry: ListMember {
  var namedList: MediaLocation? {
    switch location {
    case .file(let path): MediaLocation.file(path).asList
    case .remote(let address): MediaLocation.remote(address).asList
    case .address: nil
    }
  }

  func add(to walker: inout FeedWalker, section: Int, _ table: inout ItemTable) {
    walker.add(self, section: section, &table)
  }

  static func pending(
    _ members: [Self], from next: Int, section: Int, _ place: ListPlace
  ) -> FeedWalker.Pending {
    .entries(members, next: next, section: section, place)
  }
}

extension FoundItem: ListMember {
  var namedList: MediaLocation? {
    if case .clip(let clip) = kind { clip.location.asList } else { nil }
  }

  func add(to walker: inout FeedWalker, section: Int, _ table: inout ItemTable) {
    walker.add(self, section: section, &table)
  }

  static func pending(
    _ members: [Self], from next: Int, section: Int, _ place: ListPlace
  ) -> FeedWalker.Pending {
    .found(members, next: next, section: section, place)
  }
}

extension MediaLocation {
  /// Itself if its name is that of a list. To look at what servers have behind the others would cost
  /// a request for each clip; so `.m3u8` on a server is what it mostly is, a stream.
  fileprivate var asList: MediaLocation? {
    switch self {
    case .file(let path):
      return ClipNames.listExtensions.contains(path.lowercaseExtension)
        && PlaylistFile.isList(path) ? self : nil
    case .remote(let address):
      let name = FilePath(String(address.target.prefix { $0 != "?" })).lowercaseExtension
      return name != "m3u8" && ClipNames.listExtensions.contains(name) ? self : nil
    }
  }
}

extension FeedWalker {
  /// Lists within each other, at most.
  private static let deepestList = 8

  /// Adds the next members of a list; a list among them is opened in its place.
  mutating func addSome<Member: ListMember>(
    of members: [Member], from next: Int, section: Int, _ place: ListPlace,
    _ table: inout ItemTable
  ) {
    let end = min(next + Self.batch, members.count)
    for index in next..<end {
      guard let list = members[index].namedList else {
        members[index].add(to: &self, section: section, &table)
        continue
      }
      if index + 1 < members.count {
        stack.append(Member.pending(members, from: index + 1, section: section, place))
      }
      return open(list, of: members[index], section: section, place, &table)
    }
    if end < members.count {
      stack.append(Member.pending(members, from: end, section: section, place))
    }
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
        .localized("Lists within lists"),
        localized("lists that lie in more than %s others are not opened", Self.deepestList))
    }
    guard documents.count + webLists.count < Self.mostDocuments else {
      return refuse(
        .localized("Too many lists"),
        localized("no more than %s of them are opened in one feed", Self.mostDocuments))
    }
    switch list {
    case .file(let path):
      guard FileIdentity(path).map(documents.contains) != true else {
        return refuse(
          .localized("A list that is here already"), localized("each list is opened once"))
      }
      stack.append(.document(path, section: section, place))
    case .remote(let address):
      guard let openWeb = options.openWeb else {
        return member.add(to: &self, section: section, &table)
      }
      guard webLists.insert(address).inserted else {
        return refuse(
          .localized("A list that is here already"), localized("each list is opened once"))
      }
      let source = sources[address] ?? openWeb(address, .list(isPublic: outer.isPublic))
      sources[address] = source
      stack.append(.pages(source, address, section: section, place))
    }
  }
}
