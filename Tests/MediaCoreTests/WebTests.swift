import MediaCore
import Models
import TestSupport
import Testing

@Suite struct WebTests {
  private func head(_ text: String) -> ResponseHead? { ResponseHead(Array(text.utf8)) }

  @Test func aHeadEndsWithItsBlankLine() {
    for (text, length) in [("HTTP/1.1 200 OK\r\n\r\nbody", 19), ("HTTP/1.1 200 OK\n\nbody", 17)] {
      #expect(ResponseHead.length(in: Array(text.utf8)) == length)
      for end in 0..<length {
        #expect(ResponseHead.length(in: Array(text.utf8.prefix(end))) == nil)
      }
    }
    #expect(ResponseHead.length(in: Array("\r\n\r\nHTTP/1.1 200 OK\r\n".utf8)) == nil)
  }

  @Test func aHeadTellsHowItsBodyEnds() {
    let framings: [(String, ResponseHead.Framing?)] = [
      ("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n", .length(12)),
      ("HTTP/1.1 200 OK\r\ncontent-length:12\r\nConTent-Length: 12\r\n\r\n", .length(12)),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\nContent-Length: 1\r\n\r\n", .chunked),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", nil),
      ("HTTP/1.0 200 OK\r\n\r\n", .untilClose),
      ("HTTP/1.1 204 No\r\nContent-Length: 12\r\n\r\n", ResponseHead.Framing.none),
    ]
    for (text, framing) in framings { #expect(head(text)?.framing == framing, "\(text)") }
  }

  @Test(arguments: [
    "", "HTTP/2 200\r\n\r\n", "ICY 200 OK\r\n\r\n", "HTTP/1.1 20\r\n\r\n", "HTTP/1.1 999 X\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
  ])
  func whatIsNoHeadIsNone(_ text: String) {
    #expect(head(text) == nil)
  }

  @Test func aHeadTellsItsRangeAndWhetherTheConnectionStays() {
    let part = head("HTTP/1.1 206 P\r\nContent-Range: bytes 5-9/100\r\nContent-Length: 5\r\n\r\n")
    #expect(part?.contentRange == ResponseHead.ContentRange(first: 5, total: 100))
    #expect(part?.keepsConnection == true)
    let none = head("HTTP/1.1 416 R\r\nContent-Range: bytes */100\r\nConnection: close\r\n\r\n")
    #expect(none?.contentRange == ResponseHead.ContentRange(first: nil, total: 100))
    #expect(none?.keepsConnection == false)
    #expect(head("HTTP/1.0 200 O\r\nContent-Length: 5\r\n\r\n")?.keepsConnection == false)
  }

  @Test func chunksComeOutWhole() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var sent: [UInt8] = []
      var coded: [UInt8] = []
      for _ in 0..<Int.random(in: 0...5, using: &generator) {
        let chunk = (0..<Int.random(in: 1...300, using: &generator)).map { UInt8($0 & 0xFF) }
        sent += chunk
        coded += Array("\(String(chunk.count, radix: 16));a=b\r\n".utf8) + chunk + [0x0D, 0x0A]
      }
      coded += Array("0\r\nTrailer: x\r\n\r\nNEXT".utf8)
      var body = ChunkedBody()
      var received: [UInt8] = []
      var rest = coded[...]
      while !body.isFinished, !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...100, using: &generator))
        let count = body.decode(piece, into: &received)
        rest = rest.dropFirst(count)
        if body.isBroken { break }
      }
      #expect(body.isFinished && received == sent, "seed \(seed)")
      #expect(Array(rest) == Array("NEXT".utf8), "seed \(seed)")
    }
  }

  @Test(arguments: ["x\r\n", "\r\n", "-1\r\n", "1\r\nab", "fffffffffffffffff\r\n"])
  func brokenChunksAreFound(_ text: String) {
    var body = ChunkedBody()
    var data: [UInt8] = []
    _ = body.decode(Array(text.utf8)[...], into: &data)
    #expect(body.isBroken)
  }

  @Test func anEndlessSizeLineIsFound() {
    var body = ChunkedBody()
    var data: [UInt8] = []
    _ = body.decode((Array("1;".utf8) + Array(repeating: 0x61, count: 100_000))[...], into: &data)
    #expect(body.isBroken)
  }

  @Test func theCacheHoldsWhatWasPutInWithinItsBound() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    let file = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 251) }
    var cache = BlockCache(limit: 160_000, head: 40_000)
    var reader: Int64 = 0
    for _ in 0..<2_000 {
      if Bool.random(using: &generator) {
        reader = Int64.random(in: 0..<Int64(file.count), using: &generator)
      }
      let gap = cache.firstGap(from: reader, to: Int64(file.count))
      guard gap < Int64(file.count) else { continue }
      let start = Int(cache.fetchStart(for: gap))
      #expect(start <= Int(gap), "seed \(seed)")
      let count = Int.random(in: 1...30_000, using: &generator)
      let bytes = file[start..<min(start + count, file.count)]
      cache.insert(Array(bytes)[...], at: Int64(start), reader: reader)
      #expect(cache.byteCount <= 160_000, "seed \(seed)")
      let held = cache.bytes(at: reader)
      #expect(Array(held) == Array(file[Int(reader)..<Int(reader) + held.count]), "seed \(seed)")
    }
    let edges = cache.edges(length: Int64(file.count))
    #expect(edges.byteCount <= cache.byteCount)
  }

  @Test func theBeginningStaysInTheCache() {
    var cache = BlockCache(limit: 160_000, head: 40_000)
    let piece = [UInt8](repeating: 7, count: 16_384)[...]
    for index in 0..<100 {
      let position = Int64(index) * 16_384
      cache.insert(piece, at: position, reader: position)
    }
    #expect(cache.firstGap(from: 0, to: 40_000) == 40_000)
    #expect(cache.bytes(at: 99 * 16_384).elementsEqual(piece))
    // Between them is room for what was read last only.
    #expect(cache.bytes(at: 50 * 16_384).isEmpty)
  }
}
