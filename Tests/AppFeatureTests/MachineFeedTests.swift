import Clients
import Composable
import ComposableTesting
import Models
import Platform
import TestSupport
import Testing

@testable import AppFeature

/// Clips on machines that the user logs in to.
@MainActor
@Suite struct MachineFeedTests {
  private let refused = PlayerStatus.failed(.loginRefused("ada@nas: Permission denied (password)."))

  private func clip(_ number: Int, on host: String) throws -> FeedItem {
    let address = try #require(RemoteAddress("sftp://\(host)/~/clip\(number).mp4"))
    return FeedItem(
      id: ItemID(rawValue: number),
      kind: .clip(Clip(location: .remote(address), title: "clip\(number).mp4")))
  }

  /// Clips 0 and 2 on one machine, 1 on another; the first is on screen, and refused.
  private func rig(_ status: PlayerStatus? = nil) async throws -> FeedRig {
    let items = [try clip(0, on: "ada@nas"), try clip(1, on: "far"), try clip(2, on: "ada@nas")]
    let rig = FeedRig(items, first: items[0])
    await rig.send(.appeared)
    await rig.report(status ?? refused, of: 0)
    _ = rig.players.takeCalls()
    return rig
  }

  private func machine(_ text: String = "sftp://ada@nas/") throws -> RemoteAddress {
    try #require(RemoteAddress(text))
  }

  @Test func refusedLoginIsAskedForAndClipsAreReadAgain() async throws {
    let rig = try await rig()
    let window = rig.state.prepared
    let place = try machine()
    await rig.store.send(.refreshTapped) { $0.isSuspended = true }
    await rig.store.receive(.loggedIn(place, nil, at: nil)) {
      $0.isSuspended = false
      $0.window.pages[id: 0]?.clip?.status = .unknown
      $0.window.pages[id: 2]?.clip?.status = .unknown
      $0.window.pages[id: 0]?.clip?.spinner = .pending
    }
    await rig.store.receive(.item(0, .clip(.statusChanged(.ready)))) {
      $0.window.pages[id: 0]?.clip?.status = .ready
      $0.window.pages[id: 0]?.clip?.spinner = .hidden
      $0.visit?.setRunning(true, at: 1_000)
    }
    #expect(rig.login.withLock { $0.machines } == [place])
    #expect(
      rig.players.takeCalls() == [
        .pause(0), .play(0), .delete([0, 2]), .create(0), .create(2), .window(window), .pause(0),
        .play(0),
      ])
    #expect(rig.state.refreshing == nil)
    await rig.end()
  }

  /// A clip that was playing goes on there.
  @Test func clipGoesOnWhereTheLineBroke() async throws {
    let rig = try await rig()
    rig.players.setTime(PlaybackTime(position: 30, duration: 120), of: 0)
    await rig.send(.refreshTapped)
    #expect(rig.players.takeCalls().suffix(2) == [.play(0), .seek(0, 30)])
    await rig.end()
  }

  @Test func refusedAgainItIsSaid() async throws {
    let rig = try await rig()
    let error = FeedError(.unreachable, place: "ada@nas", detail: "Permission denied")
    rig.login.withLock { $0.result = .failure(error) }
    let place = try machine()
    await rig.store.send(.refreshTapped) { $0.isSuspended = true }
    await rig.store.receive(.loggedIn(place, error, at: nil)) {
      $0.isSuspended = false
      $0.toast.message = .failed(.login, error)
    }
    #expect(rig.state.current?.clip?.status == refused)
    #expect(rig.players.takeCalls() == [.pause(0), .play(0)])
    await rig.end()
  }

  /// The card still says why.
  @Test func interruptedLoginComesBackToTheCard() async throws {
    let rig = try await rig()
    let error = FeedError(.cancelled, place: "ada@nas")
    rig.login.withLock { $0.result = .failure(error) }
    let place = try machine()
    await rig.store.send(.refreshTapped) { $0.isSuspended = true }
    await rig.store.receive(.loggedIn(place, error, at: nil)) { $0.isSuspended = false }
    #expect(rig.state.current?.clip?.status == refused)
    await rig.end()
  }

  /// The editor has the terminal, or the login has it already.
  @Test func nobodyIsAskedWhileTheTerminalIsLent() async throws {
    let rig = try await rig()
    await rig.send(.suspended)
    await rig.send(.refreshTapped)
    #expect(rig.login.withLock { $0.machines } == [])
    await rig.end()
  }

  /// On the sheet, the key is for the feed.
  @Test func nobodyIsAskedInTheOverview() async throws {
    let rig = try await rig()
    await rig.send(.overviewTapped)
    await rig.send(.refreshTapped)
    #expect(rig.login.withLock { $0.machines } == [])
    await rig.end()
  }

  /// What a server did not send is tried again; what is here follows its file.
  @Test func clipThatFailedIsRetried() async throws {
    let rig = try await rig(.failed(.timedOut))
    let window = rig.state.prepared
    await rig.send(.refreshTapped)
    #expect(
      rig.players.takeCalls() == [.delete([0]), .create(0), .window(window), .pause(0), .play(0)])
    #expect(rig.state.current?.clip?.status == .ready)
    // One that plays is left alone.
    await rig.send(.refreshTapped)
    #expect(rig.players.takeCalls() == [])
    await rig.end()
    let here = FeedRig(clips(0..<2), first: .clip(0))
    await here.send(.appeared)
    await here.report(.failed(.damaged), of: 0)
    _ = here.players.takeCalls()
    await here.send(.refreshTapped)
    #expect(here.players.takeCalls() == [])
    await here.end()
  }

  @Test func lostMachinesAreKnown() async throws {
    let rig = try await rig()
    let lost = [try machine(), try machine("sftp://far/")] as Set
    rig.lost.continuation.yield(lost)
    await rig.settle()
    #expect(rig.state.lostMachines == lost)
    rig.lost.continuation.yield([])
    await rig.settle()
    #expect(rig.state.lostMachines == [])
    await rig.end()
  }
}
