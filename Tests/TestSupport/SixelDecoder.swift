import Models

/// Draws sixels as a terminal does: one image, with the colour registers that it defines itself.
package struct SixelDecoder: Sendable {
  package private(set) var size = PixelSize(width: 0, height: 0)
  /// The register of each pixel, row-major; `nil` where none was drawn.
  package private(set) var pixels: [Int?] = []
  /// Red, green and blue of each register, in per cent.
  package private(set) var colors: [Int: [Int]] = [:]
  /// How often registers were defined.
  package private(set) var definitionCount = 0
  /// Whether everything drawn lies within the raster, and the image is well-formed.
  package private(set) var isValid = true

  /// Decodes the sixel strings among other output.
  package static func all(in bytes: [UInt8]) -> [SixelDecoder]? {
    var images: [SixelDecoder] = []
    var rest = bytes[...]
    let start = Array("\u{1B}P0;1;0q".utf8)
    while let escape = rest.firstIndex(of: 0x1B) {
      rest = rest[escape...]
      guard rest.starts(with: start) else {
        rest = rest.dropFirst()
        continue
      }
      guard let end = rest.dropFirst().firstIndex(of: 0x1B), end + 1 < rest.endIndex,
        let image = SixelDecoder(Array(rest[...(end + 1)]))
      else { return nil }
      images.append(image)
      rest = rest[(end + 2)...]
    }
    return images
  }

  /// Draws a sixel string.
  ///
  /// - Parameter bytes: From DCS to ST.
  package init?(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let start = "\u{1B}P0;1;0q\""
    guard text.hasPrefix(start), text.hasSuffix("\u{1B}\\") else { return nil }
    var rest = Substring(text).dropFirst(start.count).dropLast(2)
    func numbers() -> [Int] {
      let digits = rest.prefix { $0.isNumber || $0 == ";" }
      rest = rest.dropFirst(digits.count)
      return digits.split(separator: ";").compactMap { Int($0) }
    }
    let raster = numbers()
    guard raster.count == 4, raster[0] == 1, raster[1] == 1 else { return nil }
    size = PixelSize(width: raster[2], height: raster[3])
    pixels = Array(repeating: nil, count: size.width * size.height)
    var (x, y, register, count) = (0, 0, 0, 1)
    while let character = rest.popFirst() {
      switch character {
      case "$": x = 0
      case "-": (x, y) = (0, y + 6)
      case "!": count = numbers().first ?? 0
      case "#":
        let values = numbers()
        register = values.first ?? -1
        if values.count == 5, values[1] == 2 {
          colors[register] = Array(values[2...])
          definitionCount += 1
        }
        if colors[register] == nil { isValid = false }
      case "?"..."~":
        let bits = Int(character.asciiValue ?? 0x3F) - 0x3F
        for column in x..<(x + count) {
          for row in 0..<6 where bits >> row & 1 == 1 {
            if column < size.width, y + row < size.height {
              pixels[(y + row) * size.width + column] = register
            } else {
              isValid = false
            }
          }
        }
        x += count
        count = 1
      default: isValid = false
      }
    }
  }
}
