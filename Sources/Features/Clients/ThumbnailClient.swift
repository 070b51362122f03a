import Composable
import IssueReporting
import Models

/// The thumbnails of clips, made apart from play (docs/decisions/overview-thumbnails.md).
package struct ThumbnailClient: Client {
  /// Sets which thumbnails are wanted, the most wanted first. What was wanted before is cancelled.
  package var want: @Sendable (_ requests: [ThumbnailRequest]) -> Void =
    unimplemented("ThumbnailClient.want")
  /// Sets the area that thumbnails are scaled for.
  package var setArea: @Sendable (_ area: FrameArea) -> Void =
    unimplemented("ThumbnailClient.setArea")
  /// An element when there are changes to take.
  package var changes: @Sendable () -> AsyncStream<Void> =
    unimplemented("ThumbnailClient.changes", placeholder: .finished)
  /// Those that were made, with how many were before, or have failed since the last call.
  package var takeChanges: @Sendable () -> [ItemID: Thumbnail<Int>] =
    unimplemented("ThumbnailClient.takeChanges", placeholder: [:])
  /// Forgets thumbnails of clips that have changed.
  package var forget: @Sendable (_ ids: [ItemID]) -> Void =
    unimplemented("ThumbnailClient.forget")
  /// A thumbnail's image; `nil` if there is none yet. Turn 0 is the one that it stands for, others
  /// are those of its storyboard, repeated for ever. For views: returns at once.
  package var pixels: @Sendable (_ id: ItemID, _ turn: Int) -> PixelBuffer? =
    unimplemented("ThumbnailClient.pixels", placeholder: nil)
  /// Sets whose storyboards are wanted, once all thumbnails are made. For views.
  package var setMoving: @Sendable (_ ids: [ItemID]) -> Void =
    unimplemented("ThumbnailClient.setMoving")
  /// Whether a thumbnail's storyboard is there and has something to turn to. For views.
  package var isMoving: @Sendable (_ id: ItemID) -> Bool =
    unimplemented("ThumbnailClient.isMoving", placeholder: false)

  package init() {}
}

extension DependencyValues {
  package var thumbnailClient: ThumbnailClient {
    get { self[ThumbnailClient.self] }
    set { self[ThumbnailClient.self] = newValue }
  }
}
