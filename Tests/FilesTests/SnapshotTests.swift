import Clients
import Files
import Foundation
import LibAV
import Models
import Platform
import TestSupport
import Testing

@Suite struct SnapshotTests {
  let folder: ScratchFolder
  let id = PlayerID(rawValue: 4)

  init() throws {
    folder = try ScratchFolder()
  }

  @Test(
    arguments: [
      ("clip", 12.3, "clip-12.30s.png"), ("clip", 0, "clip-0.00s.png"),
      ("film", 3_723.456, "film-1h02m03.45s.png"), ("photo", nil, "photo.png"),
      ("a/b", nil, "a_b.png"), ("../../etc/passwd", nil, "_.._etc_passwd.png"),
      (" .hidden ", nil, "hidden.png"), ("-rf", nil, "rf.png"), ("", nil, "picture.png"),
      ("...", nil, "picture.png"), ("東京 😀", 1, "東京 😀-1.00s.png"),
      ("\u{1B}[31mred", nil, "_[31mred.png"), ("x", .infinity, "x-0.00s.png"),
      // Combining marks after them make no difference.
      ("a/\u{301}b", nil, "a_\u{301}b.png"), (".\u{301}x", nil, "\u{301}x.png"),
      ("-\u{301}x", nil, "\u{301}x.png"), ("x.\u{301}", nil, "x.\u{301}.png"),
    ] as [(String, Double?, String)])
  func namesAreSanitised(_ title: String, _ time: Double?, _ name: String) {
    #expect(SnapshotName(title: CleanText(title), time: time).file() == name)
  }

  @Test func longNamesAreTruncatedAtACharacter() {
    let name = SnapshotName(title: CleanText(String(repeating: "東", count: 200)), time: 3_600)
    #expect(name.file(attempt: 999).utf8.count <= 255)
    #expect(name.file().hasPrefix("東東"))
    #expect(!name.file().contains("\u{FFFD}"))
  }

  @Test func existingFilesAreNeverOverwritten() throws {
    let target = SnapshotFolder(path: FilePath(folder.path), environment: [:])
    let name = SnapshotName(title: "clip", time: 1)
    // A dangling link counts as an existing file.
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("clip-1.00s-2.png"), withDestinationPath: folder.file("elsewhere"))
    #expect(try target.write([1], name).string == folder.file("clip-1.00s.png"))
    #expect(try target.write([2], name).string == folder.file("clip-1.00s-3.png"))
    #expect(try contents("clip-1.00s.png") == [1])
    #expect(try contents("clip-1.00s-3.png") == [2])
    #expect(!FileManager.default.fileExists(atPath: folder.file("elsewhere")))
  }

  @Test func homeFolderIsShownAsATilde() throws {
    let target = SnapshotFolder(
      path: FilePath(folder.path), environment: ["HOME": folder.path])
    #expect(try target.write([1], SnapshotName(title: "a", time: nil)).string == "~/a.png")
  }

  @Test(arguments: [("/proc/self", "No such file"), ("/dev/null/folder", "Not a directory")])
  func unwritableFolderFailsWithTheReason(_ path: String, _ reason: String) {
    let target = SnapshotFolder(path: FilePath(path), environment: [:])
    let name = SnapshotName(title: "a", time: nil)
    let error = #expect(throws: FileError.self) { try target.write([1], name) }
    #expect(error?.words.hasPrefix(reason) == true)
  }

  /// The file has the frame that was on screen when the key was pressed.
  @Test func frameIsDecodedAgainAtFullResolution() async throws {
    let requests = Lock<[StillRequest]>([])
    let pixels = PixelBuffer(
      size: PixelSize(width: 3, height: 2), pixels: [0, 1, 2, 0xFF_0000, 0xFF00, 0xFF])
    let small = PixelBuffer(size: PixelSize(width: 1, height: 1), pixels: [7])
    var player = PlayerClient.idle
    player.frame = { _ in Frame(pixels: small, presentationTime: 2.5) }
    player.still = { request in
      requests.withLock { $0.append(request) }
      return .success(pixels)
    }
    let client = SnapshotClient.live(
      folder: SnapshotFolder(path: FilePath(folder.path), environment: [:]), playerClient: player,
      asShown: { $0 }, encode: { frame throws(MediaError) in try ImageWriter.png.encode(frame) })
    let full = await client.save(id, "clip", .full)
    #expect(full == .success(CleanText(folder.file("clip-2.50s.png"))))
    #expect(
      requests.withLock { $0 }
        == [StillRequest(id: id, time: 2.5, .exact, area: nil)])
    #expect(try size("clip-2.50s.png") == [3, 2])
    let shown = await client.save(id, "clip", .shown)
    #expect(shown == .success(CleanText(folder.file("clip-2.50s-screen.png"))))
    #expect(try size("clip-2.50s-screen.png") == [1, 1])
    #expect(requests.withLock { $0.count } == 1)
  }

  @Test func failuresToDecodeOrSaveAreReported() async {
    func client(_ player: PlayerClient, folder: String) -> SnapshotClient {
      SnapshotClient.live(
        folder: SnapshotFolder(path: FilePath(folder), environment: [:]), playerClient: player,
        asShown: { $0 }, encode: { _ in [1] })
    }
    var player = PlayerClient.idle
    #expect(await client(player, folder: "/").save(id, "a", .full) == .failure(.noFrame))
    player.frame = { _ in Frame(pixels: PixelBuffer(size: PixelSize(width: 1, height: 1))) }
    #expect(
      await client(player, folder: "/").save(id, "a", .full) == .failure(.media(.notFound)))
    let result = await client(player, folder: folder.file("none")).save(id, "a", .shown)
    #expect(
      result
        == .failure(
          .file(place: CleanText(folder.file("none")), reason: "No such file or directory")))
  }

  private func contents(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
  }

  /// Width and height from the file's header.
  private func size(_ name: String) throws -> [UInt8] {
    let bytes = try contents(name)
    #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    return [bytes[19], bytes[23]]
  }
}
