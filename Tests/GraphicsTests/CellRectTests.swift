import Graphics
import Testing

@Suite("CellRect")
struct CellRectTests {
  @Test("An intersection contains the cells in both")
  func intersection() {
    let left = CellRect(column: 0, row: 0, columns: 4, rows: 3)
    let right = CellRect(column: 2, row: 1, columns: 9, rows: 9)
    #expect(left.intersection(right) == CellRect(column: 2, row: 1, columns: 2, rows: 2))
  }

  @Test("Disjoint rectangles have an empty intersection")
  func apart() {
    let left = CellRect(column: 0, row: 0, columns: 2, rows: 2)
    #expect(left.intersection(CellRect(column: 5, row: 5, columns: 2, rows: 2)).isEmpty)
    #expect(left.intersection(CellRect(column: 2, row: 0, columns: 2, rows: 2)).isEmpty)
  }
}
