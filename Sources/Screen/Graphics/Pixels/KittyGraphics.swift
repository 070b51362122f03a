import Models

/// Writes commands of the kitty graphics protocol ("Terminal graphics protocol" of kitty's
/// documentation). All are sent with `q=2`: the terminal replies only to `queries`.
package enum KittyGraphics {
  /// The maximum payload of one command in bytes.
  package static let longestPayload = 4096

  /// Transmits an image in shared memory, four bytes per pixel. The terminal removes it from there.
  package static func transmit(
    id: UInt32, size: PixelSize, sharedMemory name: String, into output: inout [UInt8]
  ) {
    output.append(
      contentsOf: "\u{1B}_Ga=t,i=\(id),t=s,f=32,s=\(size.width),v=\(size.height),q=2;".utf8)
    Base64.append(Array(name.utf8)[...], to: &output)
    output.append(contentsOf: end)
  }

  /// Transmits an image of three bytes per pixel, compressed (RFC 1950).
  package static func transmit(
    id: UInt32, size: PixelSize, compressed: ArraySlice<UInt8>, into output: inout [UInt8]
  ) {
    send("a=t,i=\(id)", size: size, compressed, into: &output)
  }

  /// Shows an image at the cursor, which stays where it is. The image is the terminal's: it has no
  /// id.
  package static func transmitAndDisplay(
    size: PixelSize, cells: CellSize, compressed: ArraySlice<UInt8>, into output: inout [UInt8]
  ) {
    send(
      "a=T,c=\(cells.columns),r=\(cells.rows),C=1", size: size, compressed, into: &output)
  }

  /// Sends an image of three bytes per pixel, compressed (RFC 1950), in as many chunks as needed.
  private static func send(
    _ action: String, size: PixelSize, _ compressed: ArraySlice<UInt8>,
    into output: inout [UInt8]
  ) {
    output.append(
      contentsOf: "\u{1B}_G\(action),f=24,o=z,s=\(size.width),v=\(size.height),q=2,m=".utf8)
    var rest = compressed
    while true {
      let piece = rest.prefix(longestPayload / 4 * 3)
      rest = rest.dropFirst(piece.count)
      output.append(contentsOf: rest.isEmpty ? "0;".utf8 : "1;".utf8)
      Base64.append(piece, to: &output)
      output.append(contentsOf: end)
      if rest.isEmpty { return }
      output.append(contentsOf: "\u{1B}_Gq=2,m=".utf8)
    }
  }

  /// Shows a part of an image, fitted to cells. An existing placement of the image moves.
  ///
  /// - Parameters:
  ///   - id: The image's.
  ///   - placement: Counts from 1.
  ///   - source: The upper left corner of the part and its size, in pixels of the image.
  ///   - cells: Where it goes.
  ///   - output: Where the bytes go. They move the cursor.
  package static func place(
    id: UInt32, placement: Int, source: PixelRect, cells: CellRect, into output: inout [UInt8]
  ) {
    output.append(
      contentsOf: """
        \u{1B}[\(cells.row + 1);\(cells.column + 1)H\u{1B}_Ga=p,i=\(id),p=\(placement),\
        x=\(source.x),y=\(source.y),w=\(source.width),h=\(source.height),\
        c=\(cells.columns),r=\(cells.rows),C=1,q=2\u{1B}\\
        """.utf8)
  }

  /// Removes a placement from the screen.
  package static func delete(id: UInt32, placement: Int, into output: inout [UInt8]) {
    output.append(contentsOf: "\u{1B}_Ga=d,d=i,i=\(id),p=\(placement),q=2\u{1B}\\".utf8)
  }

  /// Removes an image from the screen and the terminal's memory.
  package static func delete(id: UInt32, into output: inout [UInt8]) {
    output.append(contentsOf: "\u{1B}_Ga=d,d=I,i=\(id),q=2\u{1B}\\".utf8)
  }

  /// Does so for all images on the screen.
  package static let deleteAll = Array("\u{1B}_Ga=d,d=A,q=2\u{1B}\\".utf8)

  private static let end = Array("\u{1B}\\".utf8)
}

package struct PixelRect: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int
}

extension PixelRect {
  /// The pixels of a part of a canvas, given the size of a cell.
  package init(_ cells: CellRect, of canvas: CellRect, cell: PixelSize) {
    self.init(
      x: (cells.column - canvas.column) * cell.width, y: (cells.row - canvas.row) * cell.height,
      width: cells.columns * cell.width, height: cells.rows * cell.height)
  }
}
