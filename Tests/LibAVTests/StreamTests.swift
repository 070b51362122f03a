import Foundation
import LibAV
import MediaCore
import Models
import Network
import Platform
import TestSupport
import Testing

@Suite struct StreamTests {
  private let server: WebServer

  init() throws {
    server = try WebServer()
  }

  /// Makes a stream of two pieces and serves it in a folder.
  private func serveStream(
    _ options: [String] = [], in folder: String = "/s", list: ((String) -> String)? = nil,
    change: (String, inout WebServer.Resource) -> Void = { _, _ in }
  ) throws {
    let path = try TestClips.make(
      "list.m3u8",
      TestClips.pattern(PixelSize(width: 96, height: 160)) + TestClips.beeps() + TestClips.h264
        + ["-c:a", "aac", "-f", "hls", "-hls_time", "1", "-hls_playlist_type", "vod"] + options)
    let files = try FileManager.default.contentsOfDirectory(atPath: path.parent.description)
    for name in files {
      var content = try bytes(of: path.parent.appending(FilePath(name)))
      if name == "list.m3u8", let list {
        content = Array(list(String(decoding: content, as: UTF8.self)).utf8)
      }
      server.serve("\(folder)/\(name)", content) { resource in
        resource.type = "application/octet-stream"
        change(name, &resource)
      }
    }
  }

  private func expectWhole(_ source: any MediaSource) throws {
    let whole = try Playthrough(source)
    #expect(whole.numbers == (0..<50).map { $0 % 25 })
    #expect(abs(whole.audioEnd - 2) < 0.1)
  }

  @Test(arguments: [
    [], ["-hls_segment_type", "fmp4"], ["-hls_flags", "single_file"],
    ["-hls_segment_type", "fmp4", "-hls_flags", "single_file"],
  ])
  func playsAStreamToItsEndAndAgain(_ options: [String]) throws {
    try serveStream(options)
    let source = try open(server.address("/s/list.m3u8"))
    #expect(source.info.duration.map { abs($0 - 2) < 0.1 } ?? false)
    try expectWhole(source)
    try source.seek(to: 0, precision: .exact)
    try expectWhole(source)
    try source.seek(to: 1.2, precision: .exact)
    guard case .value(let timing) = try source.nextFrame() else {
      Issue.record("no picture")
      return
    }
    #expect(abs(timing.presentationTime - 1.2) < 0.003)
  }

  @Test func playsAnEncryptedStream() throws {
    let key = try TestClips.file("key.key", (0..<16).map { $0 })
    let info = try TestClips.file("key.info", Array("my.key\n\(key)\n".utf8))
    try serveStream(["-hls_key_info_file", info.description])
    server.serve("/s/my.key", try bytes(of: key))
    try expectWhole(open(server.address("/s/list.m3u8")))
    #expect(server.requests.contains { $0.target == "/s/my.key" })
  }

  /// Two pieces of a second each: the second one comes while the first is read.
  @Test(arguments: [[], ["-hls_segment_type", "fmp4"]])
  func bufferedRangeCountsSegments(_ options: [String]) throws {
    try serveStream(options)
    let source = try open(server.address("/s/list.m3u8"))
    #expect(try source.nextFrame() != .end)
    #expect(blockUntil { !source.isFetching && (source.bufferedEnd ?? 0) >= 1.9 })
    #expect(source.bufferedEnd.map { abs($0 - 2) < 0.1 } ?? false)
    #expect(!source.isFetching)
    try source.seek(to: 1.2, precision: .exact)
    #expect(try source.nextFrame() != .end)
    #expect(source.bufferedEnd.map { 1.2...2.1 ~= $0 } ?? false)
  }

  @Test func partialSegmentCounts() throws {
    try serveStream(change: { name, resource in
      guard name == "list1.ts", case .bytes(let bytes) = resource.content else { return }
      resource.stall = bytes.count / 2
    })
    let source = try open(server.address("/s/list.m3u8"))
    #expect(try source.nextFrame() != .end)
    #expect(blockUntil { (source.bufferedEnd ?? 0) >= 1.4 })
    #expect(source.bufferedEnd.map { 1.4...1.6 ~= $0 } ?? false)
    #expect(source.isFetching)
  }

  @Test func reloadsThePlaylist() throws {
    try serveStream()
    let opener = webOpener()
    for _ in 0..<2 { _ = try open(server.address("/s/list.m3u8"), opener: opener) }
    #expect(server.requests.count { $0.target == "/s/list.m3u8" } == 2)
  }

  @Test func followsAVariantsRedirect() throws {
    try serveStream(in: "/small")
    let master = """
      #EXTM3U
      #EXT-X-STREAM-INF:BANDWIDTH=9000000,RESOLUTION=1920x1080
      large/list.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=1000000,RESOLUTION=854x480
      here.m3u8
      """
    server.serve("/m/master.m3u8", Array(master.utf8))
    server.serve("/m/here.m3u8", WebServer.Resource(.redirect(302, "/small/list.m3u8")))
    try expectWhole(open(server.address("/m/master.m3u8")))
    #expect(!server.requests.contains { $0.target.contains("large") })
  }

  @Test func followsALiveStream() async throws {
    try serveStream()
    let text = try #require(
      try? String(
        decoding: bytes(
          of: TestClips.make(
            "list.m3u8",
            TestClips.pattern(PixelSize(width: 96, height: 160)) + TestClips.beeps()
              + TestClips.h264
              + ["-c:a", "aac", "-f", "hls", "-hls_time", "1", "-hls_playlist_type", "vod"])),
        as: UTF8.self))
    let live = text.replacingOccurrences(of: "#EXT-X-PLAYLIST-TYPE:VOD\n", with: "")
    let second = try #require(live.range(of: "#EXTINF", options: .backwards)).lowerBound
    server.serve("/s/list.m3u8", Array(live[..<second].utf8))
    let source = try open(server.address("/s/list.m3u8"))
    for _ in 0..<10 { #expect(try source.nextFrame() != .end) }
    server.serve("/s/list.m3u8", Array(live.utf8))
    var count = 10
    var samples: [Int16] = []
    reading: while true {
      switch try source.nextFrame() {
      case .value: count += 1
      case .starved: _ = try source.nextAudio(appendingTo: &samples)
      case .end, .awaited: break reading
      }
    }
    #expect(count == 50)
    #expect(server.requests.count { $0.target == "/s/list.m3u8" } > 1)
  }

  @Test(arguments: [
    "file:///etc/passwd", "data:video/mp2t;base64,AAAA", "ftp://127.0.0.1/a.ts", "crypto+file:///x",
  ])
  func streamsReferToTheWebOnly(_ uri: String) throws {
    try serveStream { list in
      list.split(separator: "\n").map { $0.hasPrefix("#") ? String($0) : uri }
        .joined(separator: "\n")
    }
    #expect(
      throws: MediaError.refused("a stream with segments outside the web.")
    ) { try open(server.address("/s/list.m3u8")) }
    #expect(server.requests.map(\.target) == ["/s/list.m3u8"])
  }

  /// 127.0.0.1 stands for the public web, and 127.0.0.2 for a private network, whatever it is called.
  @Test(arguments: [false, true])
  func publicStreamCannotReachPrivateNetworks(_ isListed: Bool) throws {
    let inner = try WebServer(host: "127.0.0.2")
    defer { inner.stop() }
    let port = inner.port
    try serveStream { list in
      list.split(separator: "\n").map {
        $0.hasPrefix("#") || !isListed ? String($0) : "http://fine.example:\(port)/s/\($0)"
      }.joined(separator: "\n")
    }
    if !isListed {
      for number in 0..<2 {
        let place = "http://fine.example:\(port)/x.ts"
        server.serve("/s/list\(number).ts", WebServer.Resource(.redirect(302, place)))
      }
    }
    let address = try #require(server.address("/s/list.m3u8"))
    let opener = webOpener {
      $0.isPrivate = { $0 == NetworkNumber(host: "127.0.0.2") }
      $0.numbers = { ["fine.example:\(port):127.0.0.2"] }
    }
    #expect(throws: MediaError.refused("a public address leads to a host on a private network.")) {
      try opener.open(.remote(address), cancellation: CancellationToken())
    }
    #expect(inner.requests.isEmpty && inner.connectionCount == 0)
  }

  @Test func nestedPlaylistsAreBounded() throws {
    let master = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nmaster.m3u8?x\n"
    server.serve("/master.m3u8", Array(master.utf8))
    #expect(throws: MediaError.refused("nested master playlists.")) {
      try open(server.address("/master.m3u8"))
    }
    #expect(server.requests.count == 2)
  }

  @Test func segmentIsNotReadAsAPlaylist() throws {
    server.serve(
      "/inner.ts", Array("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nother.ts\n".utf8))
    let list = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\ninner.ts\n#EXT-X-ENDLIST\n"
    server.serve("/list.m3u8", Array(list.utf8))
    #expect(throws: MediaError.damaged) { try open(server.address("/list.m3u8")) }
    #expect(!server.requests.contains { $0.target == "/other.ts" })
  }

  @Test func missingSegmentsAreSkippedUpToALimit() throws {
    let entries = (0..<100).map { "#EXTINF:1,\nmissing\($0).ts\n" }.joined()
    let list = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(entries)#EXT-X-ENDLIST\n"
    server.serve("/list.m3u8", Array(list.utf8))
    #expect(throws: MediaError.notFound) { try open(server.address("/list.m3u8")) }
    #expect(server.requests.count < 20)
  }

  @Test func plainPlaylistIsNotAClip() throws {
    server.serve("/list.m3u", Array("#EXTM3U\n#EXTINF:1,A\na.mp4\n".utf8))
    #expect(throws: MediaError.notMedia) { try open(server.address("/list.m3u")) }
  }
}
