import Foundation
import Glibc
import LibAV
import Models
import Platform
import TestSupport
import Testing

@testable import Files

@Suite struct ThumbnailCacheTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func cache(_ limit: Int = 1 << 20) -> ThumbnailCache {
    ThumbnailCache(folder: FilePath(scratch.file("cache/flick/thumbnails")), limit: limit)
  }

  private func key(_ name: String, size: Int = 7, side: Int = 256) -> ThumbnailKey {
    ThumbnailKey(
      location: .file(FilePath("/clips/\(name)")),
      version: FileVersion(modified: FileDate(sinceEpoch: 5), size: size), side: side)
  }

  private func entry(_ bytes: Int, _ duration: Double? = 3.5) -> Thumbnail<[UInt8]> {
    Thumbnail<[UInt8]>(
      .success([UInt8](repeating: 10, count: bytes)), duration: duration)
  }

  /// The files, with their paths.
  private var files: [String] {
    let folder = scratch.file("cache/flick/thumbnails")
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    return (names ?? []).map { "\(folder)/\($0)" }
  }

  @Test func whatWasSavedIsFoundByPathVersionAndSize() {
    let cache = cache()
    #expect(cache.load(key("a.mp4")) == nil)
    cache.save(entry(100), key("a.mp4"))
    cache.save(
      Thumbnail<[UInt8]>(.failure(.unsupportedCodec("av2")), duration: nil),
      key("line\nbreak.mp4"))
    cache.save(
      Thumbnail<[UInt8]>(.failure(.unreadFormat("animated WebP")), duration: nil),
      key("moving.webp"))
    var titled = entry(7)
    titled.title = "Balls that bounce"
    cache.save(titled, key("titled.mp4"))
    let other = self.cache()
    #expect(other.load(key("titled.mp4"))?.title == "Balls that bounce")
    #expect(other.load(key("titled.mp4"))?.image == titled.image)
    #expect(other.load(key("a.mp4")) == entry(100))
    #expect(other.load(key("a.mp4", size: 8)) == nil)
    #expect(other.load(key("a.mp4", side: 512)) == nil)
    #expect(other.load(key("b.mp4")) == nil)
    #expect(other.load(key("line\nbreak.mp4"))?.image == .failure(.unsupportedCodec("av2")))
    #expect(
      other.load(key("moving.webp"))?.image == .failure(.unreadFormat("animated WebP")))
    #expect(other.size.count == 4)
  }

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  @Test func otherUsersCannotRead() {
    cache().save(entry(1), key("a"))
    let file = files.first ?? ""
    #expect((try? FileStatus(FilePath(file)))?.isOwn == true)
    #expect(mode(file) == 0o600)
    #expect(mode(scratch.file("cache/flick")) == 0o700)
  }

  @Test func theLeastRecentlyUsedGo() {
    let cache = cache(10_000)
    for number in 0..<20 {
      cache.save(entry(900), key("\(number)"))
      // Long ago, but for one.
      for file in files where number < 10 {
        _ = try? Command.run("touch", ["-d", "@\(1_000 + number)", file])
      }
      if number == 5 { #expect(cache.load(key("2")) != nil) }
    }
    #expect(cache.size.bytes <= 10_000)
    #expect(cache.load(key("19")) != nil)
    #expect(cache.load(key("0")) == nil)
  }

  @Test func clearingRemovesEverything() {
    let cache = cache()
    for number in 0..<5 { cache.save(entry(10), key("\(number)")) }
    let size = cache.size
    #expect(size.count == 5)
    #expect(cache.clear() == size)
    #expect(cache.size == ThumbnailCache.Size())
    #expect(cache.load(key("1")) == nil)
  }

  /// A cache that cannot be used is done without.
  @Test func anUnusableCacheHarmsNothing() throws {
    let file = scratch.file("cache")
    try FilePath(file).write([1], mode: 0o600)
    let cache = cache()
    cache.save(entry(10), key("a"))
    #expect(cache.load(key("a")) == nil)
    #expect(cache.size == ThumbnailCache.Size())
    #expect(cache.clear() == ThumbnailCache.Size())
    let none = ThumbnailCache(folder: FilePath(scratch.file("none")), limit: 0)
    none.save(entry(10), key("a"))
    #expect(none.load(key("a")) == nil)
  }

  /// What is there may be anything.
  @Test(arguments: Fuzz.seeds(5))
  func rubbishIsNoThumbnail(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let cache = cache()
    cache.save(entry(50), key("a"))
    let file = try #require(files.first.map { FilePath($0) })
    let whole = try file.contents()
    for _ in 0..<200 {
      var bytes = whole
      switch Int.random(in: 0...2, using: &generator) {
      case 0: bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator))
      case 1:
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      default: bytes = (0..<100).map { _ in .random(in: 0...255, using: &generator) }
      }
      try file.write(bytes, mode: 0o600)
      if let found = cache.load(key("a")) {
        #expect(bytes.count > 30)
        if case .success(let image) = found.image { _ = ImageReader.decode(image) }
      }
    }
  }

  @Test func thumbnailsOfWhatIsForgottenAreRemoved() throws {
    let cache = cache()
    for name in ["a.mp4", "b/c.mp4", "line\nbreak.mp4"] { cache.save(entry(10), key(name)) }
    let address = try #require(RemoteAddress("https://a.example/a.mp4"))
    let remote = ThumbnailKey(
      location: .remote(address), version: FileVersion(modified: FileDate(sinceEpoch: 5), size: 7),
      side: 256)
    cache.save(entry(10), remote)
    cache.remove(usedSince: nil) { $0 == .file(FilePath("/clips/a.mp4")) }
    #expect(cache.load(key("a.mp4")) == nil && cache.size.count == 3)
    cache.remove(usedSince: nil) { $0 == .remote(address) }
    #expect(cache.load(remote) == nil && cache.size.count == 2)
    cache.remove(usedSince: WallClock.now + 7_200) { _ in true }
    #expect(cache.size.count == 2)
    cache.remove(usedSince: WallClock.now) { _ in true }
    #expect(cache.size.count == 0)
  }
}
