import CLibAV

enum Primaries: CaseIterable {
  case bt709
  case bt2020
  /// Cinema primaries with the white point of screens (Display P3).
  case displayP3
  /// Cinema primaries with their greenish white point.
  case cinema

  /// Takes libav's value; `nil` if it is unspecified.
  init?(_ primaries: AVColorPrimaries) {
    switch primaries {
    case AVCOL_PRI_UNSPECIFIED, AVCOL_PRI_RESERVED, AVCOL_PRI_RESERVED0: return nil
    case AVCOL_PRI_BT2020: self = .bt2020
    case AVCOL_PRI_SMPTE432: self = .displayP3
    case AVCOL_PRI_SMPTE431: self = .cinema
    // The primaries of older television differ from these by less than its receivers did.
    default: self = .bt709
    }
  }

  /// The conversion of linear components to BT.709, preserving white: BT.2087 for BT.2020,
  /// otherwise from the chromaticities of SMPTE EG 432-1 and RP 431-2, with Bradford adaptation.
  var inBT709: (red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>) {
    switch self {
    case .bt709: ([1, 0, 0], [0, 1, 0], [0, 0, 1])
    case .bt2020:
      ([1.6605, -0.1246, -0.0182], [-0.5876, 1.1329, -0.1006], [-0.0728, -0.0083, 1.1187])
    case .displayP3:
      ([1.2249, -0.0421, -0.0196], [-0.2249, 1.0421, -0.0786], [0, 0, 1.0983])
    case .cinema:
      ([1.1575, -0.0415, -0.0181], [-0.1550, 1.0456, -0.0786], [-0.0026, -0.0041, 1.0966])
    }
  }

  /// The luminance of each component.
  var luminance: SIMD3<Float> {
    switch self {
    case .bt709: [0.2126, 0.7152, 0.0722]
    case .bt2020: [0.2627, 0.6780, 0.0593]
    case .displayP3: [0.2290, 0.6917, 0.0793]
    case .cinema: [0.2095, 0.7216, 0.0689]
    }
  }
}
