import Clients
import FeedCore
import FeedSources
import Glibc
import Models
import Testing

@Suite struct ArgumentTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func path(_ name: String) -> FilePath { folder.path.appending(FilePath(name)) }

  private func names(
    _ arguments: String..., change: (inout FeedOptions) -> Void = { _ in }
  ) async throws -> [String] {
    try await feed(arguments.map(path), change).names(in: folder.path)
  }

  @Test func singleFileOpensTheFeedOfItsFolderAtThatFile() async throws {
    for index in 0..<500 { try folder.files("\(index).mp4") }
    try folder.files("sub/x.mp4")
    let feed = try await feed([path("300.mp4")])
    #expect(feed.names(in: folder.path) == (0..<500).map { "\($0).mp4" } + ["sub/x.mp4"])

    #expect(feed.first.kind == .clip(Clip(file: path("300.mp4"))))
    #expect(feed.items[300].id == feed.first.id)
    let request = FeedBatchRequest(.item(feed.first.id), .backwards, limit: 2)
    #expect(try await feed.client.names(request, in: folder.path) == ["298.mp4", "299.mp4"])
    #expect(
      feed.client.place(feed.first.id, .none)
        == FeedPlace(number: 301, count: 501, total: 501, isGrowing: false))
  }

  @Test func singleFileOfAnyNameIsIncluded() async throws {
    try folder.files("a.mp4", "b.mp4", ".c.mp4", "d.txt", "e")
    #expect(try await names("b.mp4") == ["a.mp4", "b.mp4"])
    #expect(try await names(".c.mp4") == [".c.mp4", "a.mp4", "b.mp4"])
    #expect(try await names("d.txt") == ["a.mp4", "b.mp4", "d.txt"])
    #expect(try await names("e") == ["a.mp4", "b.mp4", "e"])
    let matching = try await feed([path("b.mp4")]) { $0.match = FeedFilter(text: "a") }
    #expect(matching.names(in: folder.path) == ["a.mp4", "b.mp4"])
    #expect(matching.first.name(in: folder.path) == "a.mp4")
    #expect(try await names("a.mp4") { $0.isReversed = true } == ["b.mp4", "a.mp4"])
  }

  @Test func onlyOptionShowsTheFileAlone() async throws {
    try folder.files("a.mp4", "b.mp4")
    #expect(try await names("b.mp4") { $0.isOnly = true } == ["b.mp4"])
  }

  @Test func severalPathsMakeOneFeedInOrder() async throws {
    try folder.files("z.mp4", "d/2.mp4", "d/10.mp4", "a.mp4")
    #expect(
      try await names("z.mp4", "d", "a.mp4") == ["z.mp4", "d/2.mp4", "d/10.mp4", "a.mp4"])
    #expect(
      try await names("z.mp4", "d", "a.mp4") { $0.isReversed = true }
        == ["a.mp4", "d/10.mp4", "d/2.mp4", "z.mp4"])
  }

  @Test func overlappingArgumentsGiveEachFileOnce() async throws {
    try folder.files("a.mp4", "b.mp4", "x.txt", "sub/1.mp4", "sub/2.mp4", "sub/deep/3.mp4")
    try folder.link("link", to: "sub/1.mp4")
    try folder.link("way", to: "sub")
    try folder.link("loop/back", to: "..")
    let all = ["a.mp4", "b.mp4", "sub/1.mp4", "sub/2.mp4", "sub/deep/3.mp4"]
    #expect(try await names("a.mp4", "a.mp4", "./a.mp4") == ["a.mp4"])
    #expect(try await names(".", "sub", "b.mp4", ".") == all.map { "./\($0)" })
    #expect(
      try await names("sub/deep", "b.mp4", "sub", "a.mp4", "x.txt", "x.txt") == [
        "sub/deep/3.mp4", "b.mp4", "sub/1.mp4", "sub/2.mp4", "a.mp4", "x.txt",
      ])
    #expect(try await names("sub/2.mp4", "sub") == ["sub/2.mp4", "sub/1.mp4", "sub/deep/3.mp4"])
    #expect(try await names("link", "sub") == ["link", "sub/2.mp4", "sub/deep/3.mp4"])
    #expect(try await names("way", "sub", "link") == ["way/1.mp4", "way/2.mp4", "way/deep/3.mp4"])
    #expect(
      try await names("sub", "sub/1.mp4") { $0.isReversed = true }
        == ["sub/1.mp4", "sub/deep/3.mp4", "sub/2.mp4"])
    // Each link within a folder is an item of its own.
    try folder.link("sub/twice.mp4", to: "1.mp4")
    #expect(
      try await names("sub", "link").suffix(3) == ["sub/2.mp4", "sub/twice.mp4", "sub/deep/3.mp4"])
  }

  @Test func playlistMayNameAFileTwice() async throws {
    try folder.files("a.mp4", "sub/1.mp4")
    try folder.file(FilePath("list.m3u"), "#EXTM3U\na.mp4\nsub/1.mp4\na.mp4\n")
    #expect(
      try await names("a.mp4", "list.m3u", "sub") == [
        "a.mp4", "a.mp4", "sub/1.mp4", "a.mp4", "sub/1.mp4",
      ])
    try folder.file(FilePath("paths"), "\(path("a.mp4"))\n\(path("a.mp4"))\n")
    #expect(
      try await names("a.mp4") { $0.pathLists = [path("paths")] } == ["a.mp4", "a.mp4", "a.mp4"])
  }

  @Test func missingPathAmongOthersIsANotice() async throws {
    try folder.files("a.mp4")
    let feed = try await feed([path("gone.mp4"), path("a.mp4"), path("gone/too")])
    #expect(feed.names(in: folder.path) == ["[Not found]", "a.mp4", "[Not found]"])
    #expect(feed.first.id == feed.items[0].id)
    guard case .notice(let notice) = feed.items[0].kind else {
      Issue.record("the first page should be a notice")
      return
    }
    #expect(notice.detail.string == "\(path("gone.mp4")): No such file or directory")
  }

  @Test func missingPathsAloneAreAnError() throws {
    try folder.folder(FilePath("empty"))
    let missing = path("gone\u{1B}[2J.mp4")
    let failure = #expect(throws: FeedFailure.self) {
      try FeedSources.open(paths: [missing, path("empty")]).get()
    }
    #expect(failure?.problems.map(\.reason) == [.unreadable(ENOENT), .noClip])
    #expect(failure?.description.contains("\u{1B}") == false)
    #expect(failure?.description.split(separator: "\n").count == 2)
  }

  @Test(arguments: ["http://", "https:///clip.mp4", "HTTP://:80/", "http://@/"])
  func addressWithoutAHostIsAnError(address: String) {
    let failure = #expect(throws: FeedFailure.self) {
      try FeedSources.open(paths: [FilePath(address)]).get()
    }
    #expect(failure?.problems.map(\.reason) == [.malformedAddress])
    #expect(failure?.description.hasSuffix("looks like https://example.org/clip.mp4") == true)
  }

  @Test func namedPipeIsAClipAndIsNotOpened() async throws {
    try folder.pipe("pipe")
    try folder.files("a.mp4")
    #expect(try await names("pipe", "a.mp4") == ["pipe", "a.mp4"])
    #expect(try await names("pipe") == ["a.mp4", "pipe"])
  }

  @Test func playlistIsAFeedOfItsEntriesEvenMissingOnes() async throws {
    try folder.files("sub/a.mp4")
    try folder.file(
      FilePath("list.m3u"),
      "\u{FEFF}#EXTM3U\r\n#EXTINF:1,Title\r\nsub/a.mp4\r\ngone.mp4\r\nhttp://x/y.mp4\r\nftp://x/z\r\n"
    )
    let feed = try await feed([path("list.m3u")])
    #expect(
      feed.names(in: folder.path) == [
        "sub/a.mp4", "gone.mp4", "http://x/y.mp4", "[Unsupported address]",
      ])
    #expect(
      feed.items[0].kind
        == .clip(Clip(location: .file(path("sub/a.mp4")), title: "Title")))
    #expect(
      try await names("list.m3u") { $0.isReversed = true }
        == ["[Unsupported address]", "http://x/y.mp4", "gone.mp4", "sub/a.mp4"])
    let request = FeedBatchRequest(.start, limit: 9, filter: FeedFilter(text: "title"))
    #expect(try await feed.client.names(request, in: folder.path) == ["sub/a.mp4"])
  }

  @Test func playlistIsDetectedByItsFirstLineUnlessNamedLikeAClip() async throws {
    try folder.file(FilePath("list"), "#EXTM3U\na.mp4\n")
    try folder.file(FilePath("list.mp4"), "#EXTM3U\na.mp4\n")
    try folder.file(FilePath("film.m3u"), "\u{0}\u{0}\u{0}\u{18}ftyp")
    #expect(try await names("list", "list.mp4", "film.m3u") == ["a.mp4", "list.mp4", "film.m3u"])
  }

  @Test func hlsStreamIsRejectedWithAReason() async throws {
    try folder.file(FilePath("hls.m3u8"), "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n0.ts\n")
    try folder.files("a.mp4")
    #expect(
      try await names("hls.m3u8", "a.mp4") == ["[A stream, not a playlist]", "a.mp4"])
    let failure = #expect(throws: FeedFailure.self) {
      try FeedSources.open(paths: [path("hls.m3u8")]).get()
    }
    #expect(failure?.problems.map(\.reason) == [.stream])
  }

  @Test func feedStartsAtTheGivenNameOrNumber() async throws {
    try folder.files("1.mp4", "2.mp4", "d/3.mp4", "d/4.mp4")
    let all = ["1.mp4", "2.mp4", "d/3.mp4", "d/4.mp4"]
    for start in [FeedOptions.Start.index(2), .name(Array("3.mp4".utf8))] {
      let feed = try await feed([folder.path]) { $0.start = start }
      #expect(feed.names(in: folder.path) == all)
      #expect(feed.first.kind == .clip(Clip(file: path("d/3.mp4"))))
    }
  }

  @Test(arguments: [
    ("ski-cat_0540.mp4", "sub/ski-cat_0540.mp4"), ("ski-cat_0540", "sub/ski-cat_0540.mp4"),
    ("Zürich.mp4", "sub/Zürich.mp4"), ("zurich", "sub/Zürich.mp4"), ("CAT", "sub/ski-cat_0540.mp4"),
    ("0540 ski", "sub/ski-cat_0540.mp4"), ("clip.mp4", "clip.mp4"), ("clip.en", "clip.en.mp4"),
    (".hidden", ".hidden.mp4"), ("mov", "z/other.mov"), ("deep.mp4", "z/deep.mp4"),
  ])
  func startNameMatchesPartially(_ name: String, _ expected: String) throws {
    try folder.files(
      "clip.en.mp4", "clip.mp4", "clip_2.mp4", ".hidden.mp4", "sub/ski-beach.mp4",
      "sub/ski-cat_0540.mp4", "sub/Zürich.mp4", "z/other.mov", "z/other.mp4", "z/deep.mp4.mkv",
      "z/deep.mp4")
    for sort in [OrderSort.name, .size] {
      let opening = try open([folder.path]) {
        $0.start = .name(Array(name.utf8))
        $0.includesHidden = true
        $0.sort = sort
      }
      #expect(opening.first.name(in: folder.path) == expected, "\(name), \(sort)")
    }
  }

  @Test func ambiguousStartNameListsTheMatches() throws {
    try folder.files("ski-1.mp4", "ski-2.mp4", "sea.mp4", "ski-3.mp4", "sub/ski-4.mp4")
    func failure(_ start: String) -> String? {
      var options = FeedOptions()
      options.start = .name(Array(start.utf8))
      guard case .failure(let failure) = FeedSources.open(paths: [folder.path], options: options)
      else { return nil }
      return failure.description
    }
    #expect(
      failure("ski")
        == "“ski” matches 4 clips: “ski-1.mp4”, “ski-2.mp4”, “ski-3.mp4”, …")
    #expect(failure("2.mp4 ski") == nil)
    #expect(failure("zebra") == "no clip is named “zebra”")
    #expect(failure("zebra\u{1B}")?.contains("\u{1B}") == false)
  }

  @Test func emptyListIsAnError() throws {
    func failure(_ name: String, _ content: String) throws -> String {
      let list = try folder.file(FilePath(name), content)
      var options = FeedOptions()
      options.pathLists = name.hasSuffix("m3u") || name.hasSuffix("json") ? [] : [list]
      let paths = options.pathLists.isEmpty ? [list] : []
      guard case .failure(let failure) = FeedSources.open(paths: paths, options: options) else {
        return "opened"
      }
      return failure.description
    }
    #expect(try failure("paths", "") == "\(path("paths")) lists no files")
    #expect(try failure("paths", "\n\n") == "\(path("paths")) lists no files")
    #expect(try failure("list.m3u", "#EXTM3U\n") == "\(path("list.m3u")) lists no files")
    let json = #"{"version": "https://jsonfeed.org/version/1.1", "title": "", "items": []}"#
    #expect(try failure("feed.json", json) == "\(path("feed.json")) lists no files")
    var options = FeedOptions()
    options.standardInput = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(options.standardInput) }
    options.isZeroSeparated = true
    guard case .failure(let nothing) = FeedSources.open(paths: [FilePath("-")], options: options)
    else {
      Issue.record("it opened")
      return
    }
    #expect(nothing.description == "standard input listed no files")
  }

  @Test(arguments: [FeedOptions.Start.index(98), .name([1])])
  func missingStartIsAnError(_ start: FeedOptions.Start) throws {
    try folder.files("1.mp4", "2.mp4")
    var options = FeedOptions()
    options.start = start
    guard
      case .failure(let failure) = FeedSources.open(
        paths: [folder.path], options: options)
    else {
      Issue.record("it opened")
      return
    }
    #expect(
      failure.problems.map(\.reason) == [
        start == .index(98)
          ? .noNumber(99, count: 2)
          : .noName("\u{1}")
      ])
  }

  @Test func webAddressesAreClips() async throws {
    try folder.files("a.mp4")
    let feed = try await feed([
      path("a.mp4"), FilePath("http://example.org/x/B%C3%A4r%20%1B.mp4?y=z"),
      FilePath("HTTPS://example.org"),
    ])
    #expect(
      feed.items.dropFirst().map(\.kind) == [
        .clip(
          Clip(
            location: .remote(
              try #require(RemoteAddress("http://example.org/x/B%C3%A4r%20%1B.mp4?y=z"))),
            title: "B\u{E4}r \u{FFFD}.mp4")),
        .clip(
          Clip(
            location: .remote(try #require(RemoteAddress("https://example.org/"))),
            title: "example.org")),
      ])
  }

  @Test func listsNameOnlyHostsThatAreArguments() async throws {
    try folder.file(FilePath("list.m3u"), "sftp://nas/a.mp4\nsftp://ada:pw@other/b.mp4\n")
    try folder.file(FilePath("paths"), "sftp://NAS:22/c.mp4\nsftp://ada:pw@other/d.mp4\n")
    let feed = try await feed([FilePath("sftp://nas/e.mp4"), path("list.m3u")]) {
      $0.pathLists = [path("paths")]
    }
    #expect(
      feed.names(in: folder.path) == [
        "sftp://nas/e.mp4", "sftp://nas/a.mp4", "[Unsupported address]", "sftp://NAS:22/c.mp4",
        "[Unsupported address]",
      ])
    #expect(!feed.items.contains { "\($0)".contains("pw") })
  }

  @Test func fileURLIsAPath() async throws {
    try folder.files("a b.mp4", "c.mp4")
    let address = FilePath("file://\(folder.path)/a%20b.mp4")
    #expect(
      try await feed([address, path("c.mp4")]).names(in: folder.path) == ["a b.mp4", "c.mp4"])
  }

  @Test(arguments: ["ftp://x/y.mp4", "rtsp://x/y", "data://x", "file://server/y.mp4"])
  func otherSchemesAreRejected(_ address: String) async throws {
    guard case .failure(let failure) = FeedSources.open(paths: [FilePath(address)]) else {
      Issue.record("it opened")
      return
    }
    #expect(
      failure.description
        == "\(address): only files and http, https and sftp addresses are supported")
  }

  @Test func stillIsRecognisedByItsExtension() async throws {
    try folder.files("a.jpg", "b.mp4")
    let feed = try await feed([path("a.jpg"), path("b.mp4")])
    #expect(
      feed.items.map(\.kind) == [
        .still(Clip(file: path("a.jpg"))), .clip(Clip(file: path("b.mp4"))),
      ])
    #expect(feed.first.id == feed.items[0].id)
  }
}
