import LibAV
import MediaCore
import Models
import TestSupport
import Testing

/// MPEG-2 of D-10 (IMX) tapes, whose first lines are those of the blanking interval.
@Suite struct BlankingTests {
  struct Tape: CustomTestStringConvertible {
    var name: String
    /// What comes behind the size in ffmpeg's arguments.
    var rate: String
    var lines: Int
    var hidden: Int
    var aspect: String
    var shown: PixelSize
    /// The most bits that are sent ahead of what is shown.
    var buffer: String
    var arguments: [String]

    var testDescription: String { name }

    /// Green, with white lines above it that nobody is to see.
    func clip() throws -> FilePath {
      let seen = lines - hidden
      return try TestClips.make(
        name,
        [
          "-f", "lavfi", "-i",
          "color=0x00FF00:s=720x\(seen):r=\(rate):d=0.4,"
            + "pad=720:\(lines):0:\(hidden):white,format=yuv422p",
          "-c:v", "mpeg2video", "-b:v", "50000k", "-minrate", "50000k", "-maxrate", "50000k",
          "-bufsize", buffer, "-rc_init_occupancy", buffer, "-rc_max_vbv_use", "1",
          "-intra_vlc", "1", "-flags", "+ildct+low_delay", "-g", "1", "-dc", "10", "-qmin", "1",
          "-qmax", "3", "-ps", "1", "-aspect", aspect,
        ] + arguments)
    }

    static let all = [
      Tape(
        name: "tape.mxf", rate: "25", lines: 608, hidden: 32, aspect: "4:3",
        shown: PixelSize(width: 768, height: 576), buffer: "2000000", arguments: ["-f", "mxf_d10"]),
      Tape(
        name: "wide-tape.mxf", rate: "25", lines: 608, hidden: 32, aspect: "16:9",
        shown: PixelSize(width: 1024, height: 576), buffer: "2000000",
        arguments: ["-f", "mxf_d10"]),
      // Its header tells the lines that are seen, its frames have all.
      Tape(
        name: "tape.mov", rate: "30000/1001", lines: 512, hidden: 26, aspect: "4:3",
        shown: PixelSize(width: 648, height: 486), buffer: "1835008", arguments: ["-vtag", "mx5n"]),
    ]
  }

  @Test(arguments: Tape.all)
  func blankingLinesAreCropped(_ tape: Tape) throws {
    let source = try open(tape.clip())
    let coded = PixelSize(width: 720, height: tape.lines - tape.hidden)
    #expect(source.info.displaySize == tape.shown)
    #expect(source.info.codedSize == coded)
    _ = try source.nextFrame()
    #expect(source.details.displaySize == tape.shown)
    #expect(source.details.codedSize == coded)
    let frame = DecodedFrame(source, tape.shown)
    for down in [0, 0.5, 0.999] {
      #expect(frame.color(across: 0.5, down: down).isNear(.green, within: 40))
    }
  }
}
