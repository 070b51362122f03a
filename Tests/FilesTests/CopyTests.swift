import Clients
import Files
import Glibc
import Models
import Platform
import Testing

/// Text sent to the terminal's clipboard.
@Suite struct CopyTests {
  private func copied(_ location: MediaLocation) -> CleanText {
    let sent = Lock<[CleanText]>([])
    let client = DesktopClient.live(environment: [:]) { text in sent.withLock { $0.append(text) } }
    let told = client.copy(location)
    #expect(sent.withLock { $0 } == [told])
    return told
  }

  @Test func pathsAreCopiedAsAbsolutePaths() throws {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    try #require(getcwd(&buffer, buffer.count) != nil)
    let folder = String(
      decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #expect(copied(.file(FilePath("clips/a.mp4"))).string == "\(folder)/clips/a.mp4")
    #expect(copied(.file(FilePath("./a.mp4"))).string == "\(folder)/a.mp4")
    #expect(copied(.file(FilePath("/clips/a.mp4"))) == "/clips/a.mp4")
  }

  @Test func addressIsCopiedUnchanged() throws {
    let address = try #require(RemoteAddress("https://example.org/0"))
    #expect(copied(.remote(address)) == "https://example.org/0")
  }

  /// It has to work where it is pasted.
  @Test func addressIsCopiedWithItsSecretsButShownWithout() throws {
    let address = try #require(RemoteAddress("https://ada:pw@example.org/0?token=hunter2"))
    let sent = Lock<[CleanText]>([])
    let client = DesktopClient.live(environment: [:]) { text in sent.withLock { $0.append(text) } }
    #expect(client.copy(.remote(address)) == "https://example.org/0")
    #expect(sent.withLock { $0 } == [CleanText(address.string)])
  }
}
