/// References such as `&amp;`, `&#228;` and `&auml;` in XML and HTML.
enum CharacterReference {
  /// Replaces each reference by its character. Unknown ones are left as they are: above all,
  /// entities that a document declares itself, which are never expanded.
  static func resolved(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var resolved: [UInt8] = []
    resolved.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.first {
      if byte == UInt8(ascii: "&"), let (text, length) = reference(rest.dropFirst()) {
        resolved += text.utf8
        rest = rest.dropFirst(length + 1)
      } else {
        resolved.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: resolved, as: UTF8.self)
  }

  /// The longest reference in bytes, without its ampersand.
  private static let longest = 12

  private static func reference(_ bytes: ArraySlice<UInt8>) -> (text: String, length: Int)? {
    let head = bytes.prefix(longest)
    guard let end = head.firstIndex(of: UInt8(ascii: ";")), end > head.startIndex else {
      return nil
    }
    let name = String(decoding: head[..<end], as: UTF8.self)
    let length = end - head.startIndex + 1
    if name.hasPrefix("#") {
      let digits = name.dropFirst()
      let value =
        digits.first == "x" || digits.first == "X"
        ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
      guard let value else { return nil }
      return (Unicode.Scalar(value).map(String.init) ?? "\u{FFFD}", length)
    }
    return named[name].map { (String($0), length) }
  }

  /// The entities of XML, and those of HTML that are used in text: Latin-1 in order from U+00A0 on,
  /// then symbols.
  private static let named: [String: Character] = {
    var named: [String: Character] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "OElig": "Œ", "oelig": "œ",
      "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "fnof": "ƒ", "circ": "ˆ", "tilde": "˜",
      "ensp": " ", "emsp": " ", "thinsp": " ", "zwnj": "\u{200C}", "zwj": "\u{200D}",
      "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“",
      "rdquo": "”", "bdquo": "„", "dagger": "†", "Dagger": "‡", "bull": "•", "hellip": "…",
      "permil": "‰", "prime": "′", "Prime": "″", "lsaquo": "‹", "rsaquo": "›", "euro": "€",
      "trade": "™", "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔", "infin": "∞",
      "minus": "−", "le": "≤", "ge": "≥", "ne": "≠", "asymp": "≈", "hearts": "♥", "star": "☆",
      "check": "✓", "nbsp": " ",
    ]
    let latin = """
      nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
      sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
      Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
      ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN \
      szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute \
      icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml \
      yacute thorn yuml
      """
    for (index, name) in latin.split(separator: " ").enumerated() where named[String(name)] == nil {
      named[String(name)] = Unicode.Scalar(UInt32(0xA0 + index)).map(Character.init)
    }
    return named
  }()
}
