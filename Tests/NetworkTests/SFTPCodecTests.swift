import Models
import TestSupport
import Testing

@testable import Network

@Suite struct SFTPCodecTests {
  private static let path = Array("/clips/a b.mp4".utf8)
  private static let handle: [UInt8] = [0, 1, 2, 255]

  private static let requests: [SFTPRequest] = [
    .open(path), .close(handle: handle), .read(handle: handle, offset: 1 << 40, count: 261_120),
    .lstat(path), .fstat(handle: handle), .stat(path), .opendir(path), .readdir(handle: handle),
    .realpath(path), .readlink(path), .rename(path, to: [0x62]), .mkdir(path), .remove(path),
    .limits, .statvfs(path), .create(path),
  ]

  private static let replies: [SFTPReply] = [
    .status(SFTPStatus(code: .permissionDenied, message: "no")), .handle(handle),
    .data([1, 2, 3]), .data([]), .extended([9, 9]),
    .attrs(SFTPAttributes(size: 1 << 40, mode: 0o100644, modified: 1_700_000_000)),
    .attrs(SFTPAttributes()), .attrs(SFTPAttributes(mode: 0o040755)),
    .name([
      SFTPName(name: path, attributes: SFTPAttributes(size: 0, mode: 0o120777)),
      SFTPName(name: [], attributes: SFTPAttributes()),
    ]), .name([]),
  ]

  @Test(arguments: requests) func requestsAreDecodedByAServer(_ request: SFTPRequest) throws {
    var fields = SFTPFields(request.packet(id: 7)[...])
    let packet = try fields.string()
    let (id, decoded) = try SFTPRequest.decoded(packet)
    #expect(fields.rest.isEmpty && id == 7 && decoded == request)
  }

  @Test(arguments: replies) func repliesOfAServerAreDecoded(_ reply: SFTPReply) throws {
    let packet = reply.packet(id: 0xFFFF_FFFF)
    #expect(try SFTPPacket(packet[4...]) == .reply(id: 0xFFFF_FFFF, reply))
    // Every shorter packet is malformed, unless only a field that is not used is missing.
    for count in 4..<packet.count {
      switch reply {
      case .extended, .status: _ = try? SFTPPacket(packet[4..<count])
      default: #expect(throws: SFTPError.self) { try SFTPPacket(packet[4..<count]) }
      }
    }
  }

  @Test func bytesAreThoseOfTheDraft() {
    #expect(SFTPRequest.initialization == [0, 0, 0, 5, 1, 0, 0, 0, 3])
    #expect(
      SFTPRequest.stat([0x61]).packet(id: 2) == [0, 0, 0, 10, 17, 0, 0, 0, 2, 0, 0, 0, 1, 0x61])
    // WRITE, CREAT and EXCL, without attributes; permissions 0700.
    #expect(
      SFTPRequest.create([0x61]).packet(id: 2)
        == [0, 0, 0, 18, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0x61, 0, 0, 0, 0x2A, 0, 0, 0, 0])
    #expect(
      SFTPRequest.mkdir([0x61]).packet(id: 2)
        == [0, 0, 0, 18, 14, 0, 0, 0, 2, 0, 0, 0, 1, 0x61, 0, 0, 0, 4, 0, 0, 1, 0xC0])
    #expect(
      SFTPRequest.rename([0x61], to: [0x62]).packet(id: 2)
        == [0, 0, 0, 15, 18, 0, 0, 0, 2, 0, 0, 0, 1, 0x61, 0, 0, 0, 1, 0x62])
    #expect(
      SFTPRequest.statvfs([0x61]).packet(id: 2)
        == [0, 0, 0, 33, 200, 0, 0, 0, 2, 0, 0, 0, 19] + Array("statvfs@openssh.com".utf8)
        + [0, 0, 0, 1, 0x61])
  }

  @Test func hostileNumbersAreErrors() {
    let most: [UInt8] = [255, 255, 255, 255]
    let id: [UInt8] = [0, 0, 0, 1]
    // Data, names, attributes with extensions, a handle: all of four thousand million.
    for body in [
      [103] + id + most, [104] + id + most, [105] + id + [128, 0, 0, 0] + most, [102] + id + most,
      [104] + id + most + [0, 0, 0, 0] + [0, 0, 0, 0] + [0, 0, 0, 0],
    ] as [[UInt8]] {
      #expect(throws: SFTPError.malformed("a packet that ends too early")) {
        try SFTPPacket(body[...])
      }
    }
    #expect(throws: SFTPError.malformed("unknown attributes")) {
      try SFTPPacket(([105] + id + [0, 0, 0, 16])[...])
    }
    #expect(throws: SFTPError.malformed("a handle's length")) {
      try SFTPPacket(SFTPReply.handle([UInt8](repeating: 0, count: 257)).packet(id: 1)[4...])
    }
    #expect(throws: SFTPError.malformed("a packet's type")) { try SFTPPacket(([99] + id)[...]) }
    let huge = [105] + id + [0, 0, 0, 1] + most + most
    #expect(
      (try? SFTPPacket(huge[...]))
        == .reply(id: 1, .attrs(SFTPAttributes(size: .max))))
  }

  @Test func framerTakesAnyPieces() throws {
    let packets: [[UInt8]] =
      [version()]
      + Self.replies.enumerated().map { $0.element.packet(id: UInt32($0.offset)) }
    let bytes = Array(packets.joined())
    for size in [1, 2, 3, 5, 8, 64, bytes.count] {
      var framer = SFTPFramer()
      var found: [[UInt8]] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        framer.append(bytes[start...].prefix(size))
        while let packet = try framer.next() { found.append(framed(Array(packet))) }
      }
      #expect(found == packets && framer.end == .ended)
    }
    for cut in 1..<bytes.count {
      var framer = SFTPFramer()
      var found: [[UInt8]] = []
      for piece in [bytes[..<cut], bytes[cut...]] {
        framer.append(piece)
        while let packet = try framer.next() { found.append(framed(Array(packet))) }
      }
      #expect(found == packets)
    }
    for cut in 10..<14 {
      var framer = SFTPFramer()
      framer.append(bytes[..<cut])
      while try framer.next() != nil {}
      #expect(framer.end == .malformed("a packet that ends too early"))
    }
  }

  @Test func lengthsAreBounded() throws {
    for length in [[0, 0, 0, 0], [0, 0, 0, 4], [0, 16, 0, 1], [255, 255, 255, 255]] as [[UInt8]] {
      var framer = SFTPFramer()
      framer.append(version() + length + [101, 0, 0, 0, 0])
      #expect(try framer.next() != nil)
      #expect(throws: SFTPError.malformed("a packet's length")) { try framer.next() }
    }
    var framer = SFTPFramer()
    framer.append(framed([101, 0, 0, 0, 0]))
    #expect(throws: SFTPError.malformed("no VERSION at the beginning")) { try framer.next() }
  }

  @Test(arguments: [
    ("Welcome!\nto x\n", "Welcome!"), ("\r\n\n  Last login: now\r\n", "Last login: now"),
    ("\u{1B}[31mred\u{7}\n", "\u{FFFD}[31mred"),
    ("long " + String(repeating: "x", count: 500), nil),
    ("no end", "no end"), ("no end\0\0\0\u{5}\u{2}\0\0\0\u{3}", "no end"),
  ])
  func bannerIsQuoted(_ text: String, _ line: String?) {
    let quoted = line ?? "long " + String(repeating: "x", count: 95) + "…"
    let bytes = Array(text.utf8)
    for size in [1, 2, 3, 4, 5, 6, 7, 100, 1_000] {
      var framer = SFTPFramer()
      var error: SFTPError?
      for start in stride(from: 0, to: bytes.count, by: size) where error == nil {
        framer.append(bytes[start...].prefix(size))
        do throws(SFTPError) {
          #expect(try framer.next() == nil)
        } catch let thrown {
          error = thrown
        }
      }
      #expect(error ?? framer.end == .banner(CleanText(quoted)))
    }
  }

  @Test func blankBannerIsNoEndlessWait() {
    var framer = SFTPFramer()
    framer.append([UInt8](repeating: 0x0A, count: 1_000))
    #expect(throws: SFTPError.malformed("no VERSION at the beginning")) { try framer.next() }
  }

  /// Mutated packets are read, or are errors: nothing traps.
  @Test func mutatedPacketsAreErrors() {
    var generator = SeededGenerator(seed: Fuzz.seed)
    let whole = Array(([version()] + Self.replies.map { $0.packet(id: 3) }).joined())
    var failures = 0
    for _ in 0..<10_000 {
      var bytes =
        generator.chance(0.5) ? whole : version() + generator.pick(Self.replies).packet(id: 3)
      for _ in 0...generator.int(0..<4) {
        let place = generator.int(0..<bytes.count)
        switch generator.int(0..<4) {
        case 0: bytes[place] = generator.pick([0, 1, 127, 128, 255])
        case 1: bytes[place] ^= 1 << UInt8(generator.int(0..<8))
        case 2: bytes.remove(at: place)
        default: bytes.insert(UInt8(generator.int(0..<256)), at: place)
        }
        if bytes.isEmpty { bytes = [0] }
      }
      var session = SFTPSession()
      do throws(SFTPError) {
        _ = try session.receive(bytes, at: 0)
      } catch {
        failures += 1
      }
      var framer = SFTPFramer()
      framer.append(bytes)
      while let packet = try? framer.next() { _ = try? SFTPPacket(packet) }
    }
    #expect(failures > 5_000)
  }
}
