import Models

package enum TerminalEvent: Hashable, Sendable {
  case key(KeyEvent)
  case mouse(MouseEvent)
  /// A paste: the raw bytes, at most 4096. It does not act as keys.
  case paste([UInt8])
  /// The reply to a query from the renderer.
  case reply(TerminalReply)
  /// The screen has this size now, or its content was lost; the next `present` redraws everything.
  case resized(CellSize)
  /// `isReady` is true again.
  case ready
  /// The terminal's capabilities changed; the next `present` redraws everything.
  case capabilitiesChanged
  /// Something other than a frame waits for the next `present`.
  case frameWanted
  /// The link needs another frame timing.
  case timingChanged(DisplayTiming)
  /// The terminal is gone. Nothing can be shown any more, and no keys will arrive.
  case closed
}

/// A reply of the terminal (ECMA-48; "XTerm Control Sequences" for the private ones).
package enum TerminalReply: Hashable, Sendable {
  /// DSR, `CSI n n`: 0 means no malfunction. It arrives after everything before the request has
  /// been read, so it acknowledges a frame.
  case deviceStatus(Int)
  /// CPR, `CSI row;column R`, both converted to count from 0. In row 0 it looks like a modified F3
  /// and is decoded as that, so query it only with the cursor elsewhere.
  case cursorPosition(column: Int, row: Int)
  /// DECRPM, `CSI ? mode;setting $ y`: 0 not recognised, 1 set, 2 reset, 3 and 4 permanently so.
  case mode(Int, setting: Int)
  /// DA1, the device's attributes: `CSI ? … c`.
  case attributes([Int])
  /// DA2, `CSI > kind;version;… c`.
  case secondaryAttributes([Int])
  /// An xterm window report, `CSI … t`, such as 6;height;width of a cell in pixels.
  case window([Int])
  /// XTSMGRAPHICS, `CSI ? item;status;value S`: sixel limits.
  case graphics([Int])
  /// DCS … ST, such as a reply to DECRQSS; at most 4096 bytes.
  case deviceControl([UInt8])
  /// OSC … ST, such as a colour; at most 4096 bytes.
  case operatingSystemCommand([UInt8])
  /// APC … ST, such as a reply of the kitty graphics protocol; at most 4096 bytes.
  case applicationProgram([UInt8])
}
