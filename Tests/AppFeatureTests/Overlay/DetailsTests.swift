import AppFeature
import Clients
import Composable
import ComposableTesting
import Models
import Platform
import TestSupport
import Testing

@MainActor
@Suite struct DetailsTests {
  private func makeRig(_ items: [FeedItem] = clips(0..<9), status: PlayerStatus? = .ready) async
    -> FeedRig
  {
    let rig = FeedRig(items, first: items[0], status: status)
    await rig.send(.appeared)
    _ = rig.players.takeCalls()
    return rig
  }

  @Test func showingDetailsPausesTheClip() async {
    let rig = await makeRig()
    rig.players.setDetails(MediaDetails(container: "MP4"), of: 0)
    await rig.send(.overlayTapped(.details))
    #expect(rig.state.overlay?.details?.item == .clip(0))
    #expect(rig.state.overlay?.details?.facts?.container == "MP4")
    #expect(rig.players.takeCalls() == [.pause(0)])
    // The clip is still watched.
    #expect(rig.players.watched == [0])
    await rig.send(.overlayTapped(.details))
    #expect(rig.state.overlay?.details == nil)
    #expect(rig.players.takeCalls() == [.play(0)])
    await rig.end()
  }

  @Test func pausedClipStaysPausedAfterDetails() async {
    let rig = await makeRig()
    await rig.send(.item(0, .clip(.playPauseTapped)))
    await rig.send(.overlayTapped(.details))
    await rig.send(.overlayTapped(.details))
    #expect(rig.players.takeCalls() == [.pause(0), .pause(0)])
    #expect(rig.state.current?.clip?.play == .paused)
    await rig.end()
  }

  @Test func detailsUpdateWhenTheClipIsReady() async {
    let rig = await makeRig(status: nil)
    await rig.send(.overlayTapped(.details))
    #expect(rig.state.overlay?.details?.facts == nil)
    rig.players.setDetails(MediaDetails(container: "MP4"), of: 0)
    await rig.report(.ready, of: 0)
    #expect(rig.state.overlay?.details?.facts?.container == "MP4")
    await rig.end()
  }

  @Test func detailsOfAFailedClipShowItsFile() async {
    for item in [FeedItem.clip(0), .still(0)] {
      let rig = await makeRig([item, .clip(1)], status: nil)
      await rig.report(.opening, of: 0)
      await rig.send(.overlayTapped(.details))
      #expect(rig.state.overlay?.details?.facts == nil)
      rig.players.setDetails(MediaDetails(byteCount: 17), of: 0)
      await rig.report(.failed(.damaged), of: 0)
      #expect(rig.state.overlay?.details?.facts?.byteCount == 17)
      // Its file has changed: it is opened again.
      await rig.report(.opening, of: 0)
      rig.players.setDetails(MediaDetails(container: "MP4"), of: 0)
      await rig.report(.ready, of: 0)
      #expect(rig.state.overlay?.details?.facts?.container == "MP4")
      await rig.end()
    }
  }

  @Test func swipingClosesDetails() async {
    let rig = await makeRig()
    await rig.send(.overlayTapped(.details))
    await rig.send(.swiped(by: 1))
    #expect(rig.state.overlay?.details == nil)
    #expect(rig.players.takeCalls().last == .play(1))
    await rig.send(.swiped(by: -1))
    #expect(rig.state.current?.clip?.hold == nil)
    await rig.end()
  }

  @Test func scrollingDetailsStopsAtTheLastRow() async {
    let rig = await makeRig([.article(0)])
    await rig.send(.overlayTapped(.details))
    await rig.send(.overlay(.scroll(.scrolled(by: 3))))
    #expect(rig.state.overlay?.scroll.row == 0)
    await rig.send(.overlay(.scroll(.laidOut(lastRow: 5))))
    await rig.send(.overlay(.scroll(.scrolled(by: 3))))
    await rig.send(.overlay(.scroll(.scrolled(by: 3))))
    #expect(rig.state.overlay?.scroll.row == 5)
    await rig.send(.overlay(.scroll(.laidOut(lastRow: 2))))
    #expect(rig.state.overlay?.scroll.row == 2)
    await rig.send(.overlay(.scroll(.scrolled(by: -9))))
    #expect(rig.state.overlay?.scroll.row == 0)
    await rig.end()
  }

  @Test func articleScrollsOnItsPage() async {
    let rig = await makeRig([.article(0)])
    await rig.send(.item(0, .article(.laidOut(lastRow: 5))))
    await rig.send(.item(0, .article(.scrolled(by: .max))))
    #expect(rig.state.current?.article?.scroll.row == 5)
    await rig.send(.item(0, .article(.scrolled(by: .min))))
    #expect(rig.state.current?.article?.scroll.row == 0)
    await rig.end()
  }

  @Test func openAndCopyUseTheCurrentItem() async throws {
    let rig = await makeRig([.article(0), .clip(1), .notice(2)])
    let opened = Lock<[MediaLocation]>([])
    let copied = Lock<[CleanText]>([])
    rig.store.dependencies.desktopClient.open = { location in
      opened.withLock { $0.append(location) }
      return .success(())
    }
    rig.store.dependencies.desktopClient.copy = { location in
      copied.withLock { $0.append(CleanText(location.description)) }
      return ""
    }
    for _ in 0..<3 {
      await rig.send(.openTapped)
      await rig.send(.copyTapped)
      await rig.send(.swiped(by: 1))
    }
    let address = try #require(RemoteAddress("https://example.org/0"))
    #expect(opened.withLock { $0 } == [.remote(address), .file(FilePath("clip1.mp4"))])
    #expect(copied.withLock { $0 } == ["https://example.org/0", "clip1.mp4"])
    await rig.end()
  }
}
