import MediaCore
import Models
import Network
import TestSupport
import Testing

@Suite struct StreamPlaylistTests {
  private func read(
    _ lines: [String], at address: String = "http://h/d/list.m3u8", allowsMaster: Bool = true
  ) throws -> StreamPlaylist {
    let text = (["#EXTM3U"] + lines).joined(separator: "\r\n")
    return try StreamPlaylist(
      Array(text.utf8), at: #require(RemoteAddress(address)), .libcurl,
      allowsMaster: allowsMaster)
  }

  /// Whatever a list says, libav gets lines without control characters, and addresses of the public web.
  @Test func randomPlaylistsAreReadWithinLimits() throws {
    var generator = SeededGenerator(seed: Fuzz.seed)
    let pieces = [
      target, "#EXTINF:4,", "#EXTINF:", "a.ts", "#EXT-X-ENDLIST", "#EXT-X-BYTERANGE:5@1",
      "#EXT-X-BYTERANGE:5", "#EXT-X-MAP:URI=\"i.mp4\"", "#EXT-X-VERSION:3",
      "#EXT-X-VERSION:\u{1B}[2J",
      "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x00000000000000000000000000000001",
      "#EXT-X-KEY:METHOD=AES-128,URI=\"file:///k\"", "#EXT-X-STREAM-INF:BANDWIDTH=1",
      "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",URI=\"s.m3u8\"", "#EXT-X-DISCONTINUITY",
      "#EXT-X-MEDIA-SEQUENCE:9223372036854775807", "http://127.0.0.1/a.ts", "//[::1]/a.ts",
      "http://x.example/é.ts", "\"", "\0", "é", "#EXT-X-PLAYLIST-TYPE:VOD\u{7}", "=", ",",
    ]
    var readable = 0
    for _ in 0..<Fuzz.documents {
      var lines = (0..<generator.int(1..<9)).map { _ in generator.pick(pieces) }
      for _ in 0..<generator.int(0..<3) {
        let place = generator.int(0..<lines.count)
        let at = lines[place].unicodeScalars.count
        var scalars = Array(lines[place].unicodeScalars)
        scalars.insert(
          contentsOf: generator.pick(pieces).unicodeScalars, at: generator.int(0..<(at + 1)))
        lines[place] = String(String.UnicodeScalarView(scalars))
      }
      guard let list = try? read(lines, at: "http://h.example/d/list.m3u8") else { continue }
      readable += 1
      for line in list.text(from: 0).split(separator: "\n") {
        #expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "\(lines)")
      }
      for address in list.lists + list.segments.map(\.address) + list.resources {
        #expect(!address.isPrivateByName, "\(lines)")
      }
    }
    #expect(readable > Fuzz.documents / 20)
  }

  private let target = "#EXT-X-TARGETDURATION:4"

  /// Places beyond 2^60 are none that anything is read from.
  @Test(arguments: [
    "1@9223372036854775806", "9223372036854775807@0", "9223372036854775807@1",
    "1152921504606846976@1", "-1@0", "0@0", "1@-1", "1@-9223372036854775808",
  ])
  func impossibleByteRangeIsRefused(range: String) {
    #expect(throws: MediaError.self) {
      try read([target, "#EXTINF:4,", "#EXT-X-BYTERANGE:\(range)", "a.ts", "#EXT-X-ENDLIST"])
    }
    #expect(throws: MediaError.self) {
      try read([target, "#EXT-X-MAP:URI=\"i.mp4\",BYTERANGE=\"\(range)\"", "#EXTINF:4,", "a.ts"])
    }
  }

  @Test func mediaPlaylistIsRewrittenWithAbsoluteURLs() throws {
    let list = try read([
      target, "#EXT-X-MEDIA-SEQUENCE:7", "#EXT-X-UNKNOWN:URI=\"file:///x\"",
      "#EXT-X-MAP:URI=\"init.mp4\",BYTERANGE=\"7@3\"",
      "#EXT-X-KEY:METHOD=AES-128,URI=\"../key?a=1,2\",IV=0x000102030405060708090a0b0c0d0e0f",
      "#EXTINF:4,", "#EXT-X-BYTERANGE:10@5", "a.ts", "#EXTINF:4,", "#EXT-X-BYTERANGE:20", "a.ts",
      "#EXT-X-ENDLIST",
    ])
    #expect(
      list.text(from: 0) == """
        #EXTM3U
        #EXT-X-MEDIA-SEQUENCE:7
        #EXT-X-TARGETDURATION:4
        #EXT-X-MAP:URI="http://h/d/init.mp4",BYTERANGE="7@3"
        #EXT-X-KEY:METHOD=AES-128,URI="http://h/key?a=1,2",IV=0x000102030405060708090a0b0c0d0e0f
        #EXTINF:4.0,
        #EXT-X-BYTERANGE:10@5
        http://h/d/a.ts
        #EXTINF:4.0,
        #EXT-X-BYTERANGE:20@15
        http://h/d/a.ts
        #EXT-X-ENDLIST

        """)
    #expect(list.segments.map(\.part) == [5..<15, 15..<35])
    let rest = list.text(from: 4.5)
    #expect(rest.contains("SEQUENCE:8") && rest.contains("20@15") && !rest.contains("10@5"))
    #expect(rest.contains("#EXT-X-KEY") && rest.contains("#EXT-X-MAP"))
    #expect(list.text(from: 1e9) == rest)
    #expect(list.isEnded)
    #expect(list.resources.map(\.string).sorted() == ["http://h/d/init.mp4", "http://h/key?a=1,2"])
  }

  @Test func cachedSegmentsReachUpToATime() throws {
    let list = try read([
      target, "#EXTINF:4,", "a.ts", "#EXTINF:2.5,", "b.ts", "#EXTINF:4,", "c.ts", "#EXT-X-ENDLIST",
    ])
    #expect(list.reach(from: 0) { _ in 0 } == 0)
    #expect(list.reach(from: 0) { $0 == 0 ? 0.5 : 1 } == 2)
    #expect(list.reach(from: 0) { $0 == 0 ? 1 : 0 } == 4)
    #expect(list.reach(from: 0) { $0 < 2 ? 1 : 0.25 } == 7.5)
    #expect(list.reach(from: 1) { $0 == 1 ? 0.2 : 0 } == 4.5)
    #expect(list.reach(from: 1) { _ in 7 } == 10.5)
    #expect(list.reach(from: 2) { _ in -1 } == 6.5)
    #expect(list.reach(from: 3) { _ in 1 } == nil)
    #expect(list.reach(from: -1) { _ in 1 } == nil)
  }

  @Test(arguments: [
    "file:///etc/passwd", "data:video/mp2t;base64,AAAA", "concat:a|b", "crypto+http://h/a",
    "ftp://h/a",
    "subfile,,start,0,end,0,,:/etc/passwd", "http:a",
  ])
  func aListThatNamesAnythingElseIsRefused(_ uri: String) throws {
    let lists = [
      [target, "#EXTINF:1,", uri], [target, "#EXT-X-MAP:URI=\"\(uri)\"", "#EXTINF:1,", "a.ts"],
      [target, "#EXT-X-KEY:METHOD=AES-128,URI=\"\(uri)\"", "#EXTINF:1,", "a.ts"],
      ["#EXT-X-STREAM-INF:BANDWIDTH=1", uri],
    ]
    for list in lists {
      // `subfile,` and `concat:` may as well be relative references, which stay on the server.
      let text = (try? read(list))?.text(from: 0) ?? ""
      for line in text.split(separator: "\n") where !line.hasPrefix("#") {
        #expect(line.hasPrefix("http://h/"))
      }
      #expect(!text.contains("\n\(uri)\n"))
    }
  }

  @Test func encryptedPlaylistNeedsHTTPS() throws {
    #expect(throws: MediaError.refused("an encrypted stream with unencrypted segments.")) {
      try read([target, "#EXTINF:1,", "http://h/a.ts"], at: "https://h/list.m3u8")
    }
    #expect(throws: MediaError.refused("a stream encrypted for specific players (DRM).")) {
      try read([target, "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://x\"", "#EXTINF:1,", "a.ts"])
    }
  }

  @Test(arguments: ["http://127.0.0.1/a.ts", "//[::1]/a.ts", "http://nas.local/a.ts"])
  func publicStreamHasNoPrivateSegments(_ part: String) throws {
    #expect(
      throws: MediaError.refused("a public stream with segments on a private network.")
    ) { try read([target, "#EXTINF:4,", part], at: "http://example.org/list.m3u8") }
    #expect(
      try read([target, "#EXTINF:4,", part], at: "http://10.0.0.1/list.m3u8").segments.count == 1)
  }

  @Test func mainPlaylistCannotNest() throws {
    let master = ["#EXT-X-STREAM-INF:BANDWIDTH=1", "a.m3u8"]
    #expect(try read(master).lists.map(\.string) == ["http://h/d/a.m3u8"])
    #expect(throws: MediaError.refused("nested master playlists.")) {
      try read(master, allowsMaster: false)
    }
    #expect(throws: MediaError.notMedia) { try read(["#EXTINF:1,", "a.mp4"]) }
  }

  @Test(arguments: [
    ([("1080", "1920x1080", 5_000), ("720", "1280x720", 2_000), ("360", "640x360", 800)], "720"),
    ([("240", "426x240", 300), ("360", "640x360", 800)], "360"),
    ([("tall", "720x1280", 2_000), ("small", "270x480", 500)], "tall"),
    ([("a", "", 3_000_000), ("b", "", 1_200_000), ("c", "", 300_000)], "b"),
    ([("a", "", 3_000), ("b", "", 300)], "a"),
  ])
  func theSmallestVariantThatFillsTheCellsIsChosen(
    _ variants: [(name: String, size: String, rate: Int)], _ expected: String
  ) throws {
    let lines = variants.flatMap { name, size, rate in
      let shape = size.isEmpty ? "" : ",RESOLUTION=\(size)"
      return ["#EXT-X-STREAM-INF:BANDWIDTH=\(rate)\(shape),CODECS=\"avc1.1,mp4a.2\"", name]
    }
    #expect(try read(lines).lists.map(\.string) == ["http://h/d/\(expected)"])
  }

  @Test func variantKeepsItsAudio() throws {
    let list = try read([
      "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"x\",NAME=\"A\",URI=\"other.m3u8\"",
      "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"A\",URI=\"first.m3u8\"",
      "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"B\",DEFAULT=YES,URI=\"sound.m3u8\"",
      "#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"g\",SUBTITLES=\"s\"", "picture.m3u8",
      "#EXT-X-STREAM-INF:BANDWIDTH=9,CODECS=\"mp4a.40.2\"", "only-sound.m3u8",
    ])
    #expect(list.lists.map(\.string) == ["http://h/d/sound.m3u8", "http://h/d/picture.m3u8"])
  }

  @Test func playlistsNameOnlyWebAddresses() throws {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "#EXTINF:1,", "\n", "\n", "#EXT-X-KEY:METHOD=AES-128,URI=\"", "\"", "file:///x", "a.ts",
      "#EXT-X-MAP:URI=\"", "#EXT-X-STREAM-INF:BANDWIDTH=1", "data:", ",IV=0x", "\u{2028}", "\r",
      " ",
      "#EXT-X-BYTERANGE:", "9223372036854775807", "@1", "crypto+", "http://", "/",
    ]
    var addresses = 0
    for _ in 0..<3_000 {
      let lines = (0..<Int.random(in: 0...20, using: &generator))
        .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      guard let list = try? read([target, lines]) else { continue }
      for line in list.text(from: 0).split(separator: "\n") {
        let isAddress = RemoteAddress(String(line)) != nil
        addresses += isAddress ? 1 : 0
        #expect(line.hasPrefix("#EXT") || isAddress, "seed \(seed): \(line)")
        if let uri = line.firstRange(of: "URI=\"") {
          #expect(line[uri.upperBound...].hasPrefix("http://"), "seed \(seed): \(line)")
        }
      }
    }
    #expect(addresses > 100, "seed \(seed)")
  }
}
