import MediaCore
import Models
import TestSupport
import Testing

@testable import LibAV

@Suite struct ToneMapperTests {
  private let quantizer = ToneMapper(.perceptualQuantizer, .bt2020)

  private func gray(_ value: Int) -> UInt32 { UInt32(value) * 0x01_0101 }

  @Test(arguments: [ToneMapper.Transfer.perceptualQuantizer, .hybridLogGamma], Primaries.allCases)
  func keepsGraysGrayAndInOrder(_ transfer: ToneMapper.Transfer, _ primaries: Primaries) {
    let mapper = ToneMapper(transfer, primaries)
    var last = -1
    for value in 0...255 {
      let color = mapper.mapped(gray(value))
      #expect(color.isNear(Color(color.green, color.green, color.green), within: 1))
      #expect(color.green >= last)
      last = color.green
    }
    #expect(mapper.mapped(0).green == 0)
    #expect(last == 255)
  }

  @Test func diffuseWhiteIsNearlyWhite() {
    // 203 cd/m2 is 0.58 in PQ and 0.75 in HLG (ITU-R BT.2408, table 1).
    #expect(220...245 ~= quantizer.mapped(gray(148)).green)
    #expect(220...245 ~= ToneMapper(.hybridLogGamma, .bt2020).mapped(gray(191)).green)
  }

  @Test func wideGamutColorsAreMoreSaturated() {
    // BT.709 red as BT.2020 has it.
    let color = quantizer.mapped(0x37_5286)
    #expect(color.red - color.green > 100)
    #expect(color.red - color.blue > 100)
  }

  @Test func mapsTaggedClips() throws {
    let clip = try TestClips.make(
      "hdr.mp4",
      [
        "-f", "lavfi", "-i",
        "color=0x949494:s=160x96:r=25:d=0.2,format=yuv420p10le,"
          + TestClips.tags("bt2020nc", "bt2020", "smpte2084"),
        "-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
        "log-level=none:pools=1:frame-threads=1", "-color_primaries", "bt2020", "-color_trc",
        "smpte2084", "-colorspace", "bt2020nc", "-tag:v", "hvc1",
      ])
    let source = try open(clip)
    _ = try source.nextFrame()
    let color = DecodedFrame(source, PixelSize(width: 8, height: 8)).color(across: 0.5, down: 0.5)
    #expect(220...245 ~= color.green)
  }
}

extension ToneMapper {
  /// What becomes of one pixel.
  func mapped(_ pixel: UInt32) -> Color {
    var pixels = [pixel]
    pixels.withUnsafeMutableBufferPointer { map($0) }
    return Color(pixels[0])
  }
}
