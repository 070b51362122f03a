import Testing

/// Texts in typical encodings of their languages, as encoded by Python.
struct Sample: CustomTestStringConvertible {
  let encoding: String
  let text: String
  let bytes: [UInt8]

  init(_ encoding: String, _ text: String, _ digits: String) {
    self.encoding = encoding
    self.text = text
    let digits = Array(digits.utf8)
    bytes = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16) ?? 0
    }
  }

  var testDescription: String { encoding }

  static let all = [
    Sample(
      "windows-1251", "Съешь же ещё этих мягких французских булок, да выпей чаю.",
      "d1fae5f8fc20e6e520e5f9b820fdf2e8f520ecffe3eae8f520f4f0e0edf6f3e7f1eae8f520e1"
        + "f3ebeeea2c20e4e020e2fbefe5e920f7e0fe2e"),
    Sample(
      "KOI8-R", "Съешь же ещё этих мягких французских булок, да выпей чаю.",
      "f3dfc5dbd820d6c520c5dda320dcd4c9c820cdd1c7cbc9c820c6d2c1cec3d5dad3cbc9c820c2"
        + "d5cccfcb2c20c4c120d7d9d0c5ca20dec1c02e"),
    Sample(
      "Shift_JIS", "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。",
      "8ce1947982cd944c82c582a082e9814296bc914f82cd82dc82be96b382a2814282c782b182c5"
        + "90b682ea82bd82a982c682f182c68ca9939682aa82c282a982ca8142"),
    Sample(
      "EUC-JP", "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。",
      "b8e3c7daa4cfc7ada4c7a4a2a4eba1a3ccbec1b0a4cfa4dea4c0ccb5a4a4a1a3a4c9a4b3a4c7"
        + "c0b8a4eca4bfa4aba4c8a4f3a4c8b8abc5f6a4aca4c4a4aba4cca1a3"),
    Sample(
      "GB18030", "滚滚长江东逝水，浪花淘尽英雄。是非成败转头空。青山依旧在，几度夕阳红。",
      "b9f6b9f6b3a4bdadb6abcac5cbaea3acc0cbbba8ccd4bea1d3a2d0dba1a3cac7b7c7b3c9b0dc"
        + "d7aacdb7bfd5a1a3c7e0c9bdd2c0bec9d4daa3acbcb8b6c8cfa6d1f4baeca1a3"),
    Sample(
      "EUC-KR", "모든 국민은 인간으로서의 존엄과 가치를 가지며, 행복을 추구할 권리를 가진다.",
      "b8f0b5e720b1b9b9cec0ba20c0ceb0a3c0b8b7cebcadc0c720c1b8bef6b0fa20b0a1c4a1b8a6"
        + "20b0a1c1f6b8e72c20c7e0bab9c0bb20c3dfb1b8c7d220b1c7b8aeb8a620b0a1c1f8b4d92e"),
    Sample(
      "Big5", "滾滾長江東逝水，浪花淘盡英雄。是非成敗轉頭空。青山依舊在，幾度夕陽紅。",
      "ba75ba75aaf8a6bfaa46b375a4f4a141aef6aae1b25ebac9ad5eb6afa143ac4fab44a6a8b1d1"
        + "c2e0c059aac5a143ab43a473a8ccc2c2a662a141b458abd7a469b6a7acf5a143"),
  ]
}
