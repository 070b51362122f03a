import Models

/// What a terminal tells its program.
package enum TerminalEvent: Hashable, Sendable {
  case key(KeyEvent)
  case mouse(MouseEvent)
  /// Something was pasted: the bytes as they are, at most 4096 of them. It presses no keys.
  case paste([UInt8])
  /// The answer to a question the renderer asked.
  case reply(TerminalReply)
  /// The screen has this size now, or what it showed was lost; everything is drawn again with the
  /// next `present`.
  case resized(CellSize)
  /// `isReady` is true again.
  case ready
  /// What the terminal can show has turned out to be something else; everything is drawn again
  /// with the next `present`.
  case capabilitiesChanged
  /// Something that is no frame waits to go with the next `present`.
  case frameWanted
  /// The way to the terminal asks for other timing of the frames.
  case timingChanged(DisplayTiming)
  /// The terminal has gone away. Nothing can be shown any more, and no key will come.
  case closed
}

/// An answer of the terminal (ECMA-48; "XTerm Control Sequences" for the private ones).
package enum TerminalReply: Hashable, Sendable {
  /// DSR, `CSI n n`: 0 means that all is well. It comes after everything before the question has
  /// been read, so it acknowledges a frame.
  case deviceStatus(Int)
  /// CPR, `CSI row;column R`, both turned to count from 0. In row 0 it looks like a modified F3
  /// and is decoded as that, so ask only with the cursor elsewhere.
  case cursorPosition(column: Int, row: Int)
  /// DECRPM, `CSI ? mode;setting $ y`: 0 not recognised, 1 set, 2 reset, 3 and 4 for ever so.
  case mode(Int, setting: Int)
  /// DA1, the device's attributes: `CSI ? … c`.
  case attributes([Int])
  /// DA2, `CSI > kind;version;… c`.
  case secondaryAttributes([Int])
  /// An xterm window report, `CSI … t`, such as 6;height;width of a cell in pixels.
  case window([Int])
  /// XTSMGRAPHICS, `CSI ? item;status;value S`: what sixels may have.
  case graphics([Int])
  /// DCS … ST, such as an answer to DECRQSS; at most 4096 bytes.
  case deviceControl([UInt8])
  /// OSC … ST, such as a colour; at most 4096 bytes.
  case operatingSystemCommand([UInt8])
  /// APC … ST, such as an answer of the kitty graphics protocol; at most 4096 bytes.
  case applicationProgram([UInt8])
}
