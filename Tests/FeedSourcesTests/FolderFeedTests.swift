import Clients
import FeedCore
import FeedSources
import Glibc
import Models
import Platform
import TestSupport
import Testing

@Suite struct FolderFeedTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func names(_ change: (inout FeedOptions) -> Void = { _ in }) async throws -> [String] {
    try await feed([folder.path], change).names(in: folder.path)
  }

  @Test func clipsComeFirstThenFoldersBothInNaturalOrder() async throws {
    try folder.files("b10.mp4", "B2.MKV", "a/z.webm", "c/1.gif", "a/b/x.mov", "C2/y.avi")
    #expect(
      try await names()
        == ["B2.MKV", "b10.mp4", "a/z.webm", "a/b/x.mov", "c/1.gif", "C2/y.avi"])
  }

  @Test func reversedFeedRunsBackwards() async throws {
    try folder.files("b10.mp4", "B2.MKV", "a/z.webm", "c/1.gif", "a/b/x.mov", "C2/y.avi")
    let forwards = try await names()
    #expect(try await names { $0.isReversed = true } == forwards.reversed())
  }

  @Test func onlyClipExtensionsAreIncluded() async throws {
    try folder.files(
      "a.mp4", "notes.txt", "mp4", ".mp4", "b.mp4.part", "c.MP4", "d.", "e.jpg", "list.m3u8",
      "f.verylongextension")
    #expect(try await names() == ["a.mp4", "c.MP4"])
  }

  /// yt-dlp keeps single streams, merges in progress and partial files next to the final clip.
  @Test func partialDownloadsAreSkipped() async throws {
    try folder.files(
      "a.f137.mp4", "a.f251.webm", "a.f251-drc.webm", "a.fhls-1080p.mp4", "a.fdash-video_1.mp4",
      "a.temp.mp4", "a.part.mp4", "a.mp4.part", "a.mp4.ytdl", "a.f137.mp4.part-Frag3", "a.mp4")
    #expect(try await names() == ["a.mp4"])
    let real = [
      "b.f.mp4", "b.f1.mp4", "b.f1a.mp4", "b.fish-1.mp4", "b.part2.mp4", "f137.mp4", "temp.mp4",
    ]
    for name in real { try folder.files(name) }
    #expect(try await names() == ["a.mp4"] + real)
  }

  @Test func partialDownloadsPlayWhenNamed() async throws {
    try folder.files("a.f137.mp4", "a.temp.mp4", "b.mp4")
    let named = folder.path.appending(FilePath("a.f137.mp4"))
    #expect(try await feed([named]).names(in: folder.path) == ["a.f137.mp4", "b.mp4"])
    let both = [named, folder.path.appending(FilePath("a.temp.mp4"))]
    #expect(try await feed(both).names(in: folder.path) == ["a.f137.mp4", "a.temp.mp4"])
  }

  @Test func videoFormatsAreIncludedButNotStillsOrAudio() async throws {
    let taken = MediaFormat.all.flatMap(\.folderExtensions)
    let left = MediaFormat.all.flatMap(\.otherExtensions)
    for name in taken + left { try folder.file(FilePath("x.\(name)")) }
    #expect(Set(try await names()) == Set(taken.map { "x.\($0)" }))
    for name in ["mp4", "mkv", "gif", "ts", "y4m", "ivf"] { #expect(taken.contains(name)) }
    for name in ["jpg", "png", "mp3", "m4a", "flac", "ogg"] { #expect(left.contains(name)) }
  }

  @Test func namedAudioFileOpensTheFeedOfItsFolder() async throws {
    try folder.files("a.mp4", "b.mp3", "c.mp3", "d.mp4")
    let song = folder.path.appending(FilePath("b.mp3"))
    #expect(try await feed([song]).names(in: folder.path) == ["a.mp4", "b.mp3", "d.mp4"])
  }

  @Test func hiddenFilesAndFoldersAreSkippedUnlessRequested() async throws {
    try folder.files("a.mp4", ".b.mp4", ".git/c.mp4", "d/.e.mp4")
    #expect(try await names() == ["a.mp4"])
    #expect(
      try await names { $0.includesHidden = true }
        == [".b.mp4", "a.mp4", ".git/c.mp4", "d/.e.mp4"])
  }

  @Test func linksAreFollowedAndLoopsEnd() async throws {
    try folder.files("a/1.mp4", "a/b/2.mp4")
    try folder.link("a/b/up", to: "../..")
    try folder.link("a/self", to: ".")
    try folder.link("0.mp4", to: "a/1.mp4")
    try folder.link("broken.mp4", to: "nowhere.mp4")
    try folder.link("spin.mp4", to: "spin.mp4")
    try folder.link("folder.mp4", to: "a")
    #expect(try await names() == ["0.mp4", "a/1.mp4", "a/b/2.mp4"])
  }

  @Test func folderReachedTwiceIsShownOnce() async throws {
    try folder.files("b/1.mp4")
    try folder.link("a", to: "b")
    #expect(try await names() == ["a/1.mp4"])
  }

  @Test func pipesAndFoldersNamedLikeClipsAreNotClips() async throws {
    try folder.pipe("pipe.mp4")
    try folder.files("folder.mp4/inner.mp4")
    #expect(try await names() == ["folder.mp4/inner.mp4"])
  }

  @Test func openingAFolderFailsWithTheReason() throws {
    try folder.files("file")
    for (name, number) in [("nowhere", ENOENT), ("file", ENOTDIR)] {
      let path = folder.path.appending(FilePath(name))
      #expect(throws: SystemError(number: number)) {
        try path.withCString { try OpenFolder($0) }
      }
    }
  }

  @Test(
    .enabled(if: geteuid() != 0, "root may read every folder"))
  func unreadableFolderIsSkipped() async throws {
    try folder.files("a/1.mp4", "b/2.mp4")
    let closed = folder.path.appending(FilePath("a"))
    closed.withCString { _ = chmod($0, 0) }
    defer { closed.withCString { _ = chmod($0, 0o755) } }
    #expect(try await names() == ["b/2.mp4"])
    #expect(
      try await feed([closed, folder.path]).names(in: folder.path).first == "[Cannot be read]")
  }

  @Test func hostileNamesKeepTheirBytesAndAreSanitisedForDisplay() async throws {
    let hostile: [[UInt8]] = [
      Array("new\nline.mp4".utf8), Array("\u{1B}]0;pwned\u{07}.mp4".utf8),
      [0xFF, 0xFE] + Array(".mp4".utf8), Array("🎬 漢字 \u{202E}4pm.mp4".utf8),
      Array(repeating: UInt8(ascii: "x"), count: 251) + Array(".mp4".utf8),
      Array(" .mp4".utf8), Array("-rf.mp4".utf8), Array("http:.mp4".utf8), Array("%s%n.mp4".utf8),
    ]
    for name in hostile { try folder.file(FilePath(bytes: name)) }
    let feed = try await feed([folder.path])
    var found: Set<FilePath> = []
    for item in feed.items {
      guard case .clip(let clip) = item.kind, case .file(let path) = clip.location else { continue }
      found.insert(path)
      #expect(clip.title == CleanText(bytes: path.lastComponent))
      #expect(!clip.title.string.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
    }
    #expect(found == Set(hostile.map { folder.path.appending(FilePath(bytes: $0)) }))
  }

  @Test func filterMatchesWords() async throws {
    try folder.files("Sunset.mp4", "night.mp4", "SUN.mkv", "sun/noon.mp4", "ÉTÉ.mp4")
    let client = try open([folder.path]).client
    func names(_ text: String) async throws -> [String] {
      let filter = FeedFilter(text: text)
      return try await client.names(
        FeedBatchRequest(.start, limit: 9, filter: filter), in: folder.path)
    }
    #expect(try await names("sun") == ["SUN.mkv", "Sunset.mp4", "sun/noon.mp4"])
    #expect(try await names("été") == ["ÉTÉ.mp4"])
    #expect(try await names("ete") == ["ÉTÉ.mp4"])
    #expect(try await names("noon sun/") == ["sun/noon.mp4"])
    #expect(try await names("sn") == ["sun/noon.mp4"])
    #expect(try await names("xyz") == [])
    // The path to the folder is common to all, so it is not searched.
    #expect(try await names("/tmp/") == [])
  }

  @Test func feedOpensAtTheFirstMatch() throws {
    try folder.files("a.mp4", "b/sunset.mp4", "c/sun.mp4")
    let opening = try open([folder.path]) { $0.match = FeedFilter(text: "SUN") }
    #expect(opening.first.name(in: folder.path) == "b/sunset.mp4")
    let second = try open([folder.path]) {
      $0.match = FeedFilter(text: "SUN")
      $0.start = .index(1)
    }
    #expect(second.first.name(in: folder.path) == "c/sun.mp4")
  }

  @Test func randomTreesAreInOrder() async throws {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    var expected: [String] = []
    func grow(_ prefix: String, depth: Int) throws {
      func unique(_ suffix: String) -> [String] {
        let names = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
          "\(["a", "B", "clip ", "x-"].randomElement(using: &generator) ?? "")"
            + "\(Int.random(in: 0...200, using: &generator))\(suffix)"
        }
        return Set(names).sorted { NaturalOrder.areInIncreasingOrder($0.utf8, $1.utf8) }
      }
      for name in unique(".mp4") {
        try folder.files(prefix + name)
        expected.append(prefix + name)
      }
      guard depth > 0 else { return }
      for name in unique("") { try grow(prefix + name + "/", depth: depth - 1) }
    }
    try folder.files("0.mp4")
    expected.append("0.mp4")
    try grow("t/", depth: 2)
    #expect(try await names() == expected, "seed \(seed)")
    #expect(try await names { $0.isReversed = true } == expected.reversed(), "seed \(seed)")

    let start = Int.random(in: 0..<expected.count, using: &generator)
    let feed = try await feed([folder.path]) { $0.start = .index(start) }
    #expect(feed.names(in: folder.path) == expected, "seed \(seed)")
    #expect(feed.items[start].id == feed.first.id, "seed \(seed)")
  }

  @Test func emptyFolderIsAnError() throws {
    try folder.files("notes.txt", "cover.jpg", "1.mp3", "sub/more.txt")
    let failure = #expect(throws: FeedFailure.self) {
      try FeedSources.open(paths: [folder.path]).get()
    }
    #expect(
      failure?.description
        == "no clips found in \(folder.path); images and audio files play when named, "
        + "as in flick *.mp3")
  }

  @Test func folderWithoutAMatchNamesTheFilter() throws {
    try folder.files("1.mp4")
    let failure = #expect(throws: FeedFailure.self) {
      var options = FeedOptions()
      options.match = FeedFilter(text: "so\u{1B}[31mng")
      _ = try FeedSources.open(paths: [folder.path], options: options).get()
    }
    let description = try #require(failure?.description)
    #expect(description.hasPrefix("no clips match “so"))
    #expect(description.hasSuffix("ng” in \(folder.path)"))
    #expect(!description.contains("\u{1B}"))
  }
}
