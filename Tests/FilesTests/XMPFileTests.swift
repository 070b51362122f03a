import Files
import Foundation
import Glibc
import Models
import TestSupport
import Testing

@Suite struct XMPFileTests {
  private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  private static let deep =
    "<rdf:RDF xmlns:rdf='\(rdf)'>" + String(repeating: "<rdf:a>", count: 100_000)
    + String(repeating: "</rdf:a>", count: 100_000) + "</rdf:RDF>"
  private let scratch: ScratchFolder
  private let clip: FilePath

  init() throws {
    scratch = try ScratchFolder()
    clip = FilePath(scratch.file("clip.mp4"))
  }

  private func write(_ review: Review) throws -> Bool { try XMPFile(of: clip).write(review) }

  private var sidecar: String { scratch.file("clip.mp4.xmp") }

  private func content() throws -> String { try String(contentsOfFile: sidecar, encoding: .utf8) }

  /// What exiv2 finds: names without their prefix, and values.
  private func properties() throws -> [String: String] {
    let list = scratch.file("list")
    let status = try Command.run(
      "sh", ["-c", "exiv2 -PXkt \"$1\" > \"$2\"", "sh", sidecar, list])
    #expect(status == 0)
    return String(decoding: Command.contents(of: list), as: UTF8.self).split(separator: "\n")
      .reduce(into: [:]) { properties, line in
        let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard let name = words.first else { return }
        properties[String(name)] =
          words.count > 1 ? words[1].trimmingCharacters(in: .whitespaces) : ""
      }
  }

  @Test func reviewIsWhatOthersRead() throws {
    #expect(try write(Review(verdict: .keep, rating: 4, tags: ["night", "two words", "<&\"é"])))
    #expect(
      try properties() == [
        "Xmp.xmp.Rating": "4", "Xmp.xmpDM.good": "True",
        "Xmp.dc.subject": "night, two words, <&\"é",
        "Xmp.digiKam.TagsList": "night, two words, <&\"é",
      ])
    // Nothing new.
    #expect(try !write(Review(verdict: .keep, rating: 4, tags: ["night"])))
    #expect(try write(Review(verdict: .reject, rating: 4, tags: ["day"])))
    #expect(
      try properties() == [
        "Xmp.xmp.Rating": "-1", "Xmp.xmpDM.good": "False",
        "Xmp.dc.subject": "night, two words, <&\"é, day",
        "Xmp.digiKam.TagsList": "night, two words, <&\"é, day",
      ])
    #expect(try write(Review(verdict: .keep)))
    #expect(try properties()["Xmp.xmp.Rating"] == nil)
  }

  @Test func whatOthersWroteStays() throws {
    try """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="other">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:darktable="http://darktable.sf.net/" xmp:Rating="2" darktable:history_end="7">
       <dc:subject xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Bag>
        <rdf:li>river</rdf:li></rdf:Bag></dc:subject>
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="w"?>
    """.write(toFile: sidecar, atomically: false, encoding: .utf8)
    #expect(chmod(sidecar, 0o666) == 0)
    #expect(try write(Review(tags: ["night", "river"])))
    let properties = try properties()
    #expect(properties["Xmp.xmp.Rating"] == "2" && properties["Xmp.xmpDM.good"] == nil)
    #expect(properties["Xmp.dc.subject"] == "river, night")
    #expect(try content().contains("history_end"))
    #expect(try FileStatus(FilePath(sidecar)).permissions == 0o666)
  }

  @Test(arguments: [
    "", "hello", "<x>no XMP</x>", "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "\0",
    "<a xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>",
    "<project xmlns:rdf='\(rdf)'><edit/></project>",
    "<project xmlns:rdf='\(rdf)'><rdf:RDF></rdf:RDF><edit/></project>",
    "<project xmlns:rdf='\(rdf)'><edit/><rdf:RDF></rdf:RDF></project>",
    "<p xmlns:rdf='\(rdf)'><rdf:RDF></rdf:RDF><rdf:RDF></rdf:RDF></p>",
    "<rdf:RDF xmlns:rdf='\(rdf)'></rdf:RDF><x/>", deep,
  ])
  func whatCannotBeReadIsLeftAlone(_ text: String) throws {
    try text.write(toFile: sidecar, atomically: false, encoding: .utf8)
    #expect(throws: FileError.self) { try write(Review(rating: 3)) }
    #expect(try content() == text)
  }

  @Test func whatIsNoFileIsLeftAlone() throws {
    #expect(mkdir(sidecar, 0o700) == 0)
    #expect(throws: FileError.self) { try write(Review(rating: 3)) }
  }

  @Test func nothingIsWrittenThroughALink() throws {
    let target = scratch.file("elsewhere.xmp")
    #expect(try write(Review(rating: 1)))
    let text = try content()
    #expect(rename(sidecar, target) == 0 && symlink(target, sidecar) == 0)
    #expect(throws: FileError.self) { try write(Review(rating: 5)) }
    #expect(try FileStatus(FilePath(sidecar), followsLinks: false).kind == .link)
    #expect(try content() == text)
  }

  /// They would keep exempi busy for minutes.
  @Test(arguments: ["<p:x", "<p:x p:y='1'"])
  func tooManyPropertiesAreNotRead(_ property: String) throws {
    let many = (0..<20_000).map { "\(property)\($0)/>" }.joined()
    try """
    <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description xmlns:p='p'>
    \(many.replacing("'1'", with: "'1' "))</rdf:Description></rdf:RDF>
    """.write(toFile: sidecar, atomically: false, encoding: .utf8)
    let text = try content()
    #expect(throws: FileError.self) { try write(Review(rating: 3)) }
    #expect(try content() == text)
  }

  /// Whatever is in a file, it is edited, or left as it is.
  @Test func hostileFilesAreEditedOrLeft() throws {
    #expect(try write(Review(verdict: .keep, rating: 4, tags: ["night", "day"])))
    let valid = Array(try content().utf8)
    let names = try content().split { $0.isWhitespace || $0 == ">" }
      .filter { $0.hasPrefix("xmlns:") }
    #expect(Set(names).count == 6)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      var bytes = valid
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let index = bytes.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = .random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(index..<min(index + 20, bytes.count))
        default: bytes.insert(contentsOf: valid.prefix(index).suffix(50), at: index)
        }
      }
      try Data(bytes).write(to: URL(fileURLWithPath: sidecar))
      do {
        _ = try write(Review(rating: 2))
        // Prefixes that mean something else confuse exiv2.
        let isUsual = names.allSatisfy { String(decoding: bytes, as: UTF8.self).contains($0) }
        #expect(try !isUsual || properties()["Xmp.xmp.Rating"] == "2")
      } catch is FileError {
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: sidecar))) == bytes)
      }
    }
  }
}
