import AppFeature
import Clients
import Composable
import ComposableTesting
import Models
import TestSupport
import Testing

@MainActor
@Suite struct LikeTests {
  private func key(_ number: Int) -> ContentKey { .file(FilePath("clip\(number).mp4")) }

  @Test func marksFollowTheWindow() async {
    let rig = FeedRig(clips(0..<20), first: .clip(0), liked: [key(0), key(3), key(8), key(19)])
    await rig.send(.appeared)
    #expect(rig.likedIDs == [0, 3])
    #expect(rig.state.currentMarks.isLiked)
    await rig.send(.swiped(by: 5))
    #expect(rig.likedIDs == [0, 3, 8])
    #expect(!rig.state.currentMarks.isLiked)
    await rig.send(.lastTapped)
    #expect(rig.likedIDs == [0, 3, 8, 19])
    #expect(rig.state.currentMarks.isLiked)
    await rig.end()
  }

  @Test func marksFollowChanges() async {
    let rig = FeedRig(clips(0..<5), first: .clip(0), liked: [key(1), key(100), key(200)])
    await rig.send(.appeared)
    await rig.send(.marksFound([0: ItemMarks(seen: 5), 2: ItemMarks(isLiked: true)]))
    #expect(rig.likedIDs == [1, 2])
    // Between others, and elsewhere.
    await rig.change(.insert(.clip(100), after: 0), .insert(.clip(200), after: 90))
    #expect(rig.likedIDs == [1, 2, 100])
    #expect(rig.state.currentMarks.seen == 5)
    await rig.end()
  }

  @Test func likeShowsAtOnceAndIsSaved() async {
    let rig = FeedRig(clips(0..<3), first: .clip(0))
    await rig.send(.appeared)
    await rig.store.send(.likeTapped) {
      $0.marks[0] = ItemMarks(isLiked: true)
      $0.toast.message = .liked(true, of: 0)
    }
    #expect(rig.liked == [key(0)])
    await rig.send(.likeTapped)
    #expect(!rig.state.currentMarks.isLiked)
    #expect(rig.liked.isEmpty)
    await rig.end()
  }

  @Test func failedLikeIsRolledBack() async {
    let rig = FeedRig(clips(0..<3), first: .clip(0), liked: [key(0)])
    await rig.send(.appeared)
    let error = FeedError(.system(28), place: "likes.jsonl")
    rig.failLikes(error)
    await rig.store.send(.likeTapped) {
      $0.marks[0] = ItemMarks()
      $0.toast.message = .liked(false, of: 0)
    }
    await rig.store.receive(.likeFailed(0, isLiked: false, error)) {
      $0.marks[0] = ItemMarks(isLiked: true)
      $0.toast.message = .failed(.like, error)
    }
    // Unless the user has changed it in the meantime.
    await rig.send(.likeFailed(0, isLiked: false, error))
    #expect(rig.state.currentMarks.isLiked)
    await rig.end()
  }

  @Test func rotationShowsAtOnceAndIsSaved() async {
    let rig = FeedRig(clips(0..<30), first: .clip(0))
    await rig.send(.appeared)
    _ = rig.players.takeCalls()
    for rotation in [Rotation.right, .upsideDown, .left, .none, .right] {
      await rig.send(.rotateTapped)
      #expect(rig.players.takeCalls() == [.rotation(0, rotation)])
      #expect(rig.rotations == [0: rotation])
      #expect(rig.state.currentMarks.rotation == rotation)
    }
    // Its next player has it again.
    await rig.send(.lastTapped)
    _ = rig.players.takeCalls()
    await rig.send(.firstTapped)
    let calls = rig.players.takeCalls()
    #expect(calls.contains(.create(0)))
    #expect(
      calls.filter { if case .rotation = $0 { true } else { false } } == [.rotation(0, .right)])
    await rig.end()
  }

  @Test func knownRotationIsApplied() async {
    let rig = FeedRig(clips(0..<3), first: .clip(0))
    await rig.send(.appeared)
    _ = rig.players.takeCalls()
    await rig.send(.marksFound([0: ItemMarks(rotation: .left), 1: ItemMarks(isLiked: true)]))
    #expect(rig.players.takeCalls() == [.rotation(0, .left)])
    await rig.end()
  }

  @Test func failedRotationIsTold() async {
    let rig = FeedRig(clips(0..<3), first: .clip(0))
    await rig.send(.appeared)
    let error = FeedError(.system(28), place: "records.db")
    rig.failLikes(error)
    await rig.store.send(.rotateTapped) { $0.marks[0] = ItemMarks(rotation: .right) }
    await rig.store.receive(.toast(.shown(.failed(.rotation, error)))) {
      $0.toast.message = .failed(.rotation, error)
    }
    await rig.end()
  }

  @Test func noticesCannotBeLiked() async {
    let rig = FeedRig([.notice(0)], first: .notice(0))
    await rig.send(.appeared)
    await rig.send(.likeTapped)
    #expect(rig.liked.isEmpty)
    await rig.end()
  }

  @Test func seenItemsAreMarkedOnceTheyAreLeft() async {
    let rig = FeedRig(clips(0..<3), first: .clip(0))
    await rig.send(.appeared)
    await rig.pass(2)
    #expect(rig.state.currentMarks.seen == nil)
    await rig.send(.swiped(by: 1))
    #expect(rig.state.currentMarks.seen == nil)
    await rig.send(.swiped(by: -1))
    #expect(rig.state.currentMarks.seen == 1_002)
    // What the store knows of them later is older.
    await rig.send(.marksFound([0: ItemMarks(), 2: ItemMarks(isLiked: true, seen: 5)]))
    #expect(rig.state.currentMarks.seen == 1_002)
    #expect(rig.state.marks(of: 2) == ItemMarks(isLiked: true, seen: 5))
    await rig.end()
  }
}

extension FeedRig {
  /// The liked items, as far as the feed knows.
  fileprivate var likedIDs: Set<ItemID> { Set(state.marks.filter(\.value.isLiked).keys) }
}
