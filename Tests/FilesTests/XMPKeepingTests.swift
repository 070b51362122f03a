import Files
import Foundation
import Glibc
import Models
import TestSupport
import Testing

/// The XMP of other programs: what they wrote stays, to the byte, except for what Flick changes.
@Suite struct XMPKeepingTests {
  private let scratch: ScratchFolder
  private let clip: FilePath

  init() throws {
    scratch = try ScratchFolder()
    clip = FilePath(scratch.file("clip.mp4"))
  }

  private var sidecar: String { scratch.file("clip.mp4.xmp") }

  private func content() throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: sidecar)), as: UTF8.self)
  }

  private func put(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: sidecar))
  }

  /// What exiv2 finds of a property.
  private func value(of name: String) throws -> String {
    let list = scratch.file("list")
    let status = try Command.run(
      "sh", ["-c", "exiv2 -PXv -K \"$1\" \"$2\" > \"$3\"", "sh", name, sidecar, list])
    #expect(status == 0 || status == 1)
    return String(decoding: Command.contents(of: list), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func lines(_ text: String) -> [String] {
    text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The lines of a text that do not stand in another one in this order.
  private func missing(_ text: String, in other: String) -> [String] {
    var rest = lines(other)[...]
    return lines(text).filter { line in
      guard let index = rest.firstIndex(of: line) else { return true }
      rest = rest[(index + 1)...]
      return false
    }
  }

  @Test(arguments: XMPSidecar.all)
  func everythingElseStays(_ sample: XMPSidecar) throws {
    try put(sample.text)
    let review = Review(verdict: .reject, tags: ["night", "<&\"é"])
    #expect(try XMPFile(of: clip).write(review))
    let new = try content()
    let changed = sample.changed
    #expect(
      missing(sample.text, in: new)
        == lines(sample.text).filter { line in changed.map { line.contains($0) } ?? false })
    #expect(try value(of: "Xmp.xmp.Rating") == "-1")
    #expect(try value(of: "Xmp.xmpDM.good") == "False")
    let tags = sample.tags + ["night", "<&\"é"]
    #expect(try value(of: "Xmp.dc.subject") == tags.joined(separator: ", "))
    #expect(
      try value(of: "Xmp.digiKam.TagsList")
        == (sample.digiKamTags + ["night", "<&\"é"]).joined(separator: ", "))
    // Nothing new.
    #expect(try !XMPFile(of: clip).write(review))
    #expect(try content() == new)
  }

  /// The value of a rating, and nothing beside it, is replaced.
  @Test(arguments: [
    ("xmp:Rating=\"2\"", "xmp:Rating=\"4\""), ("xmp:Rating = '2'", "xmp:Rating = '4'"),
    ("a:b=' xmp:Rating=\"7\"' xmp:Rating='2'", "a:b=' xmp:Rating=\"7\"' xmp:Rating='4'"),
    ("xmp:Rating='' a:b=\"&gt;\"", "xmp:Rating='4' a:b=\"&gt;\""),
  ])
  func onlyTheValueIsReplaced(_ old: String, _ new: String) throws {
    let head =
      "<?xml version='1.0'?><!-- by hand -->\n<rdf:RDF xmlns:rdf='\(XMPSidecar.rdf)'>"
      + "<!-- xmp:Rating='1' --><rdf:Description "
    let tail = " rdf:about='' xmlns:a='urn:a' xmlns:xmp='http://ns.adobe.com/xap/1.0/'/></rdf:RDF>"
    try put(head + old + tail)
    #expect(try XMPFile(of: clip).write(Review(rating: 4)))
    #expect(try content() == head + new + tail)
  }

  @Test(arguments: [
    // What is beside the rating would be lost.
    "<xmp:Rating>2<!-- two --></xmp:Rating>", "<xmp:Rating><![CDATA[2]]></xmp:Rating>",
    "<xmp:Rating rdf:parseType='Resource'><rdf:value>2</rdf:value></xmp:Rating>",
    "<xmp:Rating><rdf:Seq><rdf:li>2</rdf:li></rdf:Seq></xmp:Rating>",
    "<xmp:Rating>2</xmp:Rating><xmp:Rating>3</xmp:Rating>",
    // No list.
    "<dc:subject>night</dc:subject>", "<dc:subject><rdf:Bag/><rdf:Bag/></dc:subject>",
    // Other things than this clip.
    "</rdf:Description><rdf:Description rdf:about='urn:other' a:b='c'>",
  ])
  func whatCannotBeChangedAloneStays(_ property: String) throws {
    let text =
      "<rdf:RDF xmlns:rdf='\(XMPSidecar.rdf)'><rdf:Description rdf:about='' xmlns:a='urn:a' "
      + "xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmlns:dc='http://purl.org/dc/elements/1.1/'>"
      + property + "</rdf:Description></rdf:RDF>"
    try put(text)
    #expect(throws: FileError.self) {
      try XMPFile(of: clip).write(Review(rating: 3, tags: ["day"]))
    }
    #expect(try content() == text)
  }
}
