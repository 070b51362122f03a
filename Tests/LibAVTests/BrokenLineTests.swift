import Foundation
import Glibc
import MediaCore
import Models
import Network
import Platform
import TestSupport
import Testing

@testable import LibAV

/// The line to another machine breaks as files are read, and comes back: no byte is wrong, none is missing.
/// `make test-trials` breaks it 50 times.
@Suite struct BrokenLineTests {
  private static let trials = getenv("LINE_TRIALS").flatMap { Int(String(cString: $0)) } ?? 4
  private static let content = (0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 / 251 ^ $0) }

  private let home: ScratchFolder
  private let server: SSHServer
  private let proxy: LinkProxy
  private let source: SFTPSource

  init() throws {
    home = try ScratchFolder()
    try Data(Self.content).write(to: URL(fileURLWithPath: home.file("clip.mp4")))
    server = try SSHServer(home: home.path)
    proxy = try LinkProxy(to: server.port, roundTrip: 0.02, rate: 20e6)
    var configuration = SFTPConfiguration(environment: ProcessInfo.processInfo.environment)
    configuration.command = try server.client(through: proxy.port)
    configuration.folder = home.path
    configuration.pauses = 0.01...0.1
    source = SFTPSource(configuration)
  }

  @Test func noByteIsWrong() throws {
    var generator = SeededGenerator(seed: Fuzz.seed)
    let address = try #require(RemoteAddress("sftp://far/~/clip.mp4"))
    let files = RemoteFiles(web: source, stallLimit: 600)
    var cuts = 0
    while cuts < Self.trials {
      let input = RemoteInput(
        RemoteFetch.Request(address: address), files: files, cancellation: patientToken())
      var position = 0
      var next = Int.random(in: 0..<Self.content.count, using: &generator)
      while true {
        let (bytes, code) = input.read(1 << 16)
        if code == AVStatus.endOfFile { break }
        guard code > 0 else {
          // As a clip that is opened again.
          input.failure = nil
          continue
        }
        let end = position + bytes.count
        #expect(end <= Self.content.count && Self.content[position..<end].elementsEqual(bytes))
        position = end
        guard position >= next, cuts < Self.trials else { continue }
        cuts += 1
        proxy.cut()
        usleep(UInt32.random(in: 0..<200_000, using: &generator))
        proxy.restore()
        next += 1 << 20
        if Bool.random(using: &generator) {
          position = Int.random(in: 0..<Self.content.count, using: &generator)
          input.move(to: Int64(position))
        }
      }
      #expect(position == Self.content.count)
    }
    source.close()
    #expect(blockUntil { server.process.descendants.count <= 1 })
  }
}
