import ArgumentParser
import Graphics
import TerminalCore

/// Which colours to use.
enum ColorOption: String, CaseIterable, ExpressibleByArgument {
  case auto
  case trueColor = "24bit"
  case palette256 = "256"
  case palette16 = "16"
  case palette8 = "8"
  case mono

  /// The depth asked for; `nil` leaves it to what the terminal can do.
  var depth: ColorDepth? {
    switch self {
    case .auto: nil
    case .trueColor: .trueColor
    case .palette256: .palette256
    case .palette16: .palette16
    case .palette8: .palette8
    case .mono: .mono
    }
  }
}

/// Which characters to make pictures of.
enum GlyphOption: String, CaseIterable, ExpressibleByArgument {
  case auto
  case half
  case quadrant
  case sextant
  case space
  case ascii

  /// The set asked for; `nil` leaves it to what the terminal can do.
  var set: GlyphSet? {
    switch self {
    case .auto: nil
    case .half: .half
    case .quadrant: .quadrant
    case .sextant: .sextant
    case .space: .space
    case .ascii: .ascii
    }
  }
}

/// By which means to show pictures.
enum OutputOption: String, CaseIterable, ExpressibleByArgument {
  case auto
  case cells
  case kitty
  case sixel

  /// The means asked for; `nil` leaves it to what the terminal can do.
  var means: PictureOutput? { PictureOutput(rawValue: rawValue) }
}

/// How exact moving pictures are to be.
enum QualityOption: String, CaseIterable, ExpressibleByArgument {
  case auto
  case low
  case medium
  case high
  case exact

  /// The quality asked for; `nil` leaves it to what the link takes.
  var level: PictureQuality? { PictureQuality(rawValue: rawValue) }
}
