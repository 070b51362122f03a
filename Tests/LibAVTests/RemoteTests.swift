import Foundation
import LibAV
import MediaCore
import Models
import Network
import Platform
import TestSupport
import Testing

/// An opener that reads from the web.
///
/// - Parameter change: Of how servers are asked.
func webOpener(
  stallLimit: Double = 600, _ change: (inout WebConfiguration) -> Void = { _ in }
) -> LibAVOpener {
  var configuration = WebConfiguration(userAgent: "Flick/test")
  change(&configuration)
  return LibAVOpener(web: CurlSource(configuration), stallLimit: stallLimit)
}

/// Opens an address with a deadline no test meets unless something hangs.
func open(
  _ address: RemoteAddress?, cancellation: CancellationToken = patientToken(),
  opener: LibAVOpener = webOpener()
) throws -> any MediaSource {
  try opener.open(.remote(#require(address)), cancellation: cancellation)
}

func bytes(of path: FilePath) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.description)))
}

@Suite struct RemoteTests {
  private let server: WebServer

  init() throws {
    server = try WebServer()
  }

  private func faststart() throws -> FilePath {
    try TestClips.make(
      "fast.mp4",
      TestClips.pattern(PixelSize(width: 96, height: 160)) + TestClips.beeps() + TestClips.h264
        + ["-c:a", "aac", "-movflags", "+faststart"])
  }

  private func expectSame(_ source: any MediaSource, _ path: FilePath) throws {
    let local = try Playthrough(open(path))
    let remote = try Playthrough(source)
    #expect(remote.numbers == local.numbers)
    #expect(remote.samples == local.samples)
  }

  @Test func playsARemoteFileLikeALocalOne() throws {
    let clip = try TestClips.portrait()
    server.serve("/clip.mp4", try bytes(of: clip))
    try expectSame(open(server.address("/clip.mp4")), clip)
    let request = try #require(server.requests.first)
    #expect(request.fields["user-agent"] == "Flick/test")
    #expect(request.fields["range"]?.hasPrefix("bytes=0-") == true)
  }

  @Test func requestsASmallFileOnce() throws {
    server.serve("/clip.mp4", try bytes(of: faststart()))
    let source = try open(server.address("/clip.mp4"))
    _ = try Playthrough(source)
    try source.seek(to: 1, precision: .exact)
    try source.seek(to: 0, precision: .exact)
    _ = try Playthrough(source)
    #expect(server.requests.count == 1)
  }

  @Test func reopeningSendsNoRequest() throws {
    server.serve("/clip.mp4", try bytes(of: faststart()))
    let opener = webOpener()
    for _ in 0..<3 {
      let source = try open(server.address("/clip.mp4"), opener: opener)
      // To its end: what has not come before it is closed would be asked for again.
      #expect(try !Playthrough(source).frames.isEmpty)
    }
    #expect(server.requests.count == 1)
  }

  /// A file on another machine is known by its size and date, as one here is: those of what was read, also when it is
  /// opened again out of memory.
  @Test func fileOnAnotherMachineHasAVersion() throws {
    let folder = try ScratchFolder()
    let path = FilePath(folder.file("clip.mp4"))
    try path.write(try bytes(of: faststart()), mode: 0o600)
    var configuration = SFTPConfiguration(environment: ProcessInfo.processInfo.environment)
    configuration.command = ["sh", "-c", "exec \(SSHServer.sftpServer)", "ssh"]
    configuration.folder = folder.path
    let source = SFTPSource(configuration)
    defer { source.close() }
    let opener = LibAVOpener(web: source, stallLimit: 600)
    let address = RemoteAddress("sftp://host" + PercentCoding.encodedPath(path.bytes))
    let here = try #require(FileVersion(path))
    let version = FileVersion(
      modified: FileDate(seconds: here.modified.seconds), size: here.size)
    for _ in 0..<2 {
      let clip = try open(address, opener: opener)
      #expect(clip.info.fileVersion == version)
      #expect(clip.details.modified == Double(version.modified.seconds))
      _ = try Playthrough(clip)
      var times = [timespec(), timespec()]
      #expect(path.withCString { utimensat(AT_FDCWD, $0, &times, 0) } == 0)
    }
    let fresh = LibAVOpener(web: source, stallLimit: 600)
    #expect(try open(address, opener: fresh).info.fileVersion?.modified == FileDate(seconds: 0))
    #expect(try open(path).info.fileVersion == FileVersion(path))
    server.serve("/clip.mp4", try bytes(of: path))
    let web = try open(server.address("/clip.mp4"))
    #expect(web.info.fileVersion == nil && web.details.modified == nil)
  }

  /// Where it is not let in again, the clip does not end: the rest may be read later.
  @Test func refusedLoginIsNoEnd() throws {
    let folder = try ScratchFolder()
    let path = FilePath(folder.file("clip.mp4"))
    try FFmpegCommand.run([
      "-f", "lavfi", "-i", "testsrc2=s=640x360:r=25", "-t", "12", "-c:v", "mpeg4", "-q:v", "1",
      "-movflags", "+faststart", path.description,
    ])
    var configuration = SFTPConfiguration(environment: ProcessInfo.processInfo.environment)
    let mark = folder.file("mark")
    configuration.command = [
      "sh", "-c",
      """
      [ -e \(mark) ] && { echo 'u@h: Permission denied.' >&2; exit 255; }
      : > \(mark); \(SSHServer.sftpServer) | stdbuf -o0 head -c 2000000
      """, "ssh",
    ]
    configuration.folder = folder.path
    configuration.pauses = 0.01...0.01
    let source = SFTPSource(configuration)
    defer { source.close() }
    let clip = try open(
      RemoteAddress("sftp://host" + PercentCoding.encodedPath(path.bytes)),
      opener: LibAVOpener(web: source, stallLimit: 600))
    var frames = 0
    #expect(throws: MediaError.loginRefused("u@h: Permission denied.")) {
      while try clip.nextFrame() != .end { frames += 1 }
    }
    #expect(frames > 10)
  }

  @Test func bufferedRangeIsInSeconds() async throws {
    let clip = try faststart()
    let content = try bytes(of: clip)
    server.serve("/clip.mp4", content)
    let source = try open(server.address("/clip.mp4"))
    #expect(try source.nextFrame() != .end)
    let duration = try #require(source.info.duration)
    // All of a small file comes without being read.
    #expect(await eventually { source.bufferedEnd == duration })
    // Of one that is held back, no more than has been sent.
    server.serve("/half.mp4", content) { $0.stall = content.count / 2 }
    let half = try open(server.address("/half.mp4"))
    #expect(try half.nextFrame() != .end)
    #expect(try 0..<duration * 0.9 ~= #require(half.bufferedEnd))
    // Of a file that is here, no more than was read.
    let local = try open(clip)
    #expect(try local.nextFrame() != .end)
    #expect(try 0..<duration * 0.9 ~= #require(local.bufferedEnd))
  }

  @Test func reusesItsConnection() throws {
    let clip = try bytes(of: faststart())
    let opener = webOpener()
    for index in 0..<4 {
      server.serve("/\(index).mp4", clip)
      _ = try Playthrough(open(server.address("/\(index).mp4"), opener: opener))
    }
    #expect(server.requests.count == 4)
    #expect(server.connectionCount == 1)
  }

  @Test func readsTheIndexAtTheEndOfALargeFileInThreeRequests() throws {
    let clip = try TestClips.change("padded.mp4", from: TestClips.silent()) { bytes in
      // A box that nobody reads, between the frames and their index.
      let start = try #require(bytes.firstRange(of: Array("moov".utf8))).lowerBound - 4
      let size = UInt32(3 << 20)
      let box = withUnsafeBytes(of: size.bigEndian, Array.init) + Array("free".utf8)
      bytes.insert(contentsOf: box + [UInt8](repeating: 0, count: Int(size) - 8), at: start)
    }
    server.serve("/clip.mp4", try bytes(of: clip))
    let source = try open(server.address("/clip.mp4"))
    #expect(try source.nextFrame() != .end)
    #expect(server.requests.count <= 3, "\(server.requests.map { $0.fields["range"] })")
    try source.seek(to: 0, precision: .exact)
    _ = try Playthrough(source)
    #expect(server.requests.count <= 3, "\(server.requests.map { $0.fields["range"] })")
  }

  @Test(arguments: [true, false])
  func playsForwardsAndLoopsWithoutRanges(_ tellsLength: Bool) throws {
    let clip = try faststart()
    server.serve("/clip.mp4", try bytes(of: clip)) {
      $0.allowsRanges = false
      $0.tellsLength = tellsLength
    }
    let source = try open(server.address("/clip.mp4"))
    try expectSame(source, clip)
    try source.seek(to: 0, precision: .exact)
    #expect(try Playthrough(source).numbers == (0..<50).map { $0 % 25 })
  }

  /// A clip of about 2 MiB a second: noise, hardly coded.
  private func large(_ name: String, seconds: Int) throws -> FilePath {
    try TestClips.make(
      name,
      ["-f", "lavfi", "-i", "testsrc2=s=640x360:r=25:d=\(seconds),noise=alls=90:allf=t"]
        + ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "6", "-g", "25"])
  }

  @Test func playsALargeFileWithoutRangesAgain() throws {
    let content = try bytes(of: large("large.ts", seconds: 4))
    #expect(content.count > 7 << 20)
    server.serve("/large.ts", content) {
      $0.allowsRanges = false
      $0.type = "text/plain"
    }
    let source = try open(server.address("/large.ts"))
    for _ in 0..<2 {
      var count = 0
      while try source.nextFrame() != .end { count += 1 }
      #expect(count == 100)
      try source.seek(to: 0, precision: .exact)
    }
  }

  @Test func seeksInALargeFile() throws {
    let content = try bytes(of: large("large.mp4", seconds: 8))
    #expect(content.count > 14 << 20)
    server.serve("/large.mp4", content)
    let source = try open(server.address("/large.mp4"))
    for time in [7.0, 1.0, 5.0, 0.0, 7.96] {
      try source.seek(to: time, precision: .exact)
      guard case .value(let timing) = try source.nextFrame() else {
        Issue.record("no picture at \(time)")
        continue
      }
      #expect(abs(timing.presentationTime - time) < 0.003)
    }
  }

  @Test func readsChunkedBodies() throws {
    let clip = try faststart()
    server.serve("/clip.mp4", try bytes(of: clip)) {
      $0.isChunked = true
      $0.allowsRanges = false
    }
    try expectSame(open(server.address("/clip.mp4")), clip)
  }

  @Test func playsATruncatedFileToItsEnd() throws {
    let content = try bytes(of: TestClips.landscape())
    server.serve("/cut.webm", content) {
      $0.cut = content.count / 2
      $0.allowsRanges = false
    }
    let whole = try Playthrough(open(server.address("/cut.webm")))
    #expect(whole.numbers.starts(with: [0, 1, 2, 3, 4, 5]))
    #expect(whole.numbers.count < 50)
  }

  @Test func resumesABrokenConnection() throws {
    let clip = try faststart()
    server.serve("/clip.mp4", try bytes(of: clip)) { $0.cut = 5_000 }
    try expectSame(open(server.address("/clip.mp4")), clip)
    #expect(server.requests.count > 1)
  }

  @Test func stalledRequestIsRepeated() throws {
    let clip = try TestClips.landscape()
    let content = try bytes(of: clip)
    server.serve("/stall.webm", content) { $0.stall = content.count / 2 }
    // Beside load, the server's own thread may wait for a second.
    try expectSame(open(server.address("/stall.webm"), opener: webOpener(stallLimit: 4)), clip)
  }

  @Test func silentServerEndsTheClip() throws {
    let content = try bytes(of: TestClips.landscape())
    server.serve("/stall.webm", content) { [server] resource in
      resource.stall = content.count / 2
      resource.onRequest = {
        // This one is answered, and no other.
        server.serve("/stall.webm", content) { $0.isAnswered = false }
      }
    }
    let source = try open(server.address("/stall.webm"), opener: webOpener(stallLimit: 1))
    var count = 0
    while case .value = try source.nextFrame() { count += 1 }
    #expect(1..<50 ~= count)
  }

  @Test func tricklingServerTimesOut() throws {
    server.serve("/clip.mp4", try bytes(of: faststart())) { $0.trickle = 0.01 }
    #expect(throws: MediaError.timedOut) {
      try open(server.address("/clip.mp4"), opener: webOpener(stallLimit: 1))
    }
  }

  @Test func interimResponsesAreBounded() throws {
    server.serve("/some.mp4", try bytes(of: faststart())) { $0.interimAnswers = 3 }
    #expect(try open(server.address("/some.mp4")).nextFrame() != .end)
    server.serve("/endless.mp4", try bytes(of: faststart())) { $0.interimAnswers = .max }
    #expect(throws: MediaError.unreachable("its response is invalid.")) {
      try open(server.address("/endless.mp4"))
    }
  }

  @Test func cancellingStopsAtOnce() throws {
    let token = CancellationToken()
    server.serve("/clip.mp4", try bytes(of: faststart())) {
      $0.isAnswered = false
      $0.onRequest = { token.cancel() }
    }
    #expect(throws: MediaError.cancelled) {
      try open(server.address("/clip.mp4"), cancellation: token)
    }
    let late = CancellationToken()
    late.setDeadline(HostTime.now + 0.2)
    #expect(throws: MediaError.timedOut) {
      try open(server.address("/clip.mp4"), cancellation: late)
    }
  }

  @Test(arguments: [
    (404, MediaError.notFound), (410, .notFound), (403, .noPermission), (401, .noPermission),
    (500, .unreachable("it returned status 500.")),
    (204, .unreachable("it returned status 204.")),
  ])
  func tellsWhatAStatusMeans(_ status: Int, _ error: MediaError) throws {
    server.serve("/x", WebServer.Resource(.status(status)))
    #expect(throws: error) { try open(server.address("/x")) }
  }

  @Test func reportsNotFound() throws {
    server.serve("/empty.mp4", [])
    #expect(throws: MediaError.empty) { try open(server.address("/empty.mp4")) }
    server.serve("/page.mp4", Array("<!doctype html><title>Hi</title>".utf8))
    #expect(throws: MediaError.notMedia) { try open(server.address("/page.mp4")) }
    server.serve("/endless.mp4", WebServer.Resource(.endless))
    #expect(throws: MediaError.notMedia) { try open(server.address("/endless.mp4")) }
  }

  @Test func reportsAnUnreachableServer() throws {
    server.stop()
    #expect(throws: MediaError.unreachable("127.0.0.1 refused the connection on port 1.")) {
      try open(RemoteAddress("http://127.0.0.1:1/x"))
    }
    #expect(throws: MediaError.unreachable("nothing.invalid: host not found.")) {
      try open(RemoteAddress("http://nothing.invalid/x"))
    }
  }

  // MARK: Redirects

  @Test func followsRedirects() throws {
    let clip = try faststart()
    server.serve("/d/clip.mp4", try bytes(of: clip))
    server.serve("/1", WebServer.Resource(.redirect(302, "/2?x")))
    server.serve("/2", WebServer.Resource(.redirect(301, "d/./clip.mp4")))
    try expectSame(open(server.address("/1")), clip)
  }

  @Test func redirectsAreBounded() throws {
    server.serve("/loop", WebServer.Resource(.redirect(307, "/loop")))
    #expect(throws: MediaError.refused("more than 5 redirects.")) {
      try open(server.address("/loop"))
    }
    #expect(server.requests.count == 6)
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "data:video/mp4,x", "rtsp://x/"])
  func doesNotFollowRedirectsOutOfTheWeb(_ location: String) throws {
    server.serve("/x", WebServer.Resource(.redirect(302, location)))
    #expect(
      throws: MediaError.refused(
        "redirected to \(CleanText(location)), which is not a web address.")
    ) { try open(server.address("/x")) }
  }

  // MARK: Nothing else is opened

  @Test(arguments: [false, true])
  func referencesToOtherFilesAreIgnored(_ isRemote: Bool) throws {
    let other = try #require(server.address("/other.mov"))
    let clip = try TestClips.change("dref.mov", from: TestClips.silent(), key: "\(isRemote)") {
      bytes in
      // The data reference says that the samples are elsewhere.
      let url = try #require(bytes.firstRange(of: Array("url \u{0}\u{0}\u{0}\u{1}".utf8)))
      bytes[url.upperBound - 1] = 0
    }
    server.serve("/dref.mov", try bytes(of: clip))
    server.serve("/other.mov", try bytes(of: TestClips.silent()))
    let list = "ffconcat version 1.0\nfile \(other)\n"
    server.serve("/concat.mp4", Array(list.utf8))
    if isRemote {
      _ = try? Playthrough(open(server.address("/dref.mov")))
      #expect(throws: MediaError.notMedia) { try open(server.address("/concat.mp4")) }
    } else {
      _ = try? Playthrough(open(clip))
    }
    #expect(!server.requests.contains { $0.target == "/other.mov" })
  }
}
