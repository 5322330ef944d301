import Testing

@testable import lectern_sample

struct PictureTests {
  @Test("The letter is grey: paper is light, ink dark, the lid around it black")
  func letter() throws {
    let image = try LetterScan.make()
    var (colored, ink, paper) = (0, 0, 0)
    var corner: UInt32 = 255
    image.eachRow { y, row in
      if y == 2 { corner = row[2] & 0xFF }
      for pixel in row {
        let level = pixel & 0xFF
        if pixel & 0xFFFFFF != level * 0x10101 { colored += 1 }
        if level < 110 { ink += 1 }
        if level > 190 { paper += 1 }
      }
    }
    #expect(colored == 0)
    #expect(corner < 80)
    let total = image.width * image.height
    #expect(paper > total / 2)
    #expect(ink > total / 50 && ink < total / 4)
  }

  @Test("The evening is brightest at the sun and darker below than above the horizon")
  func evening() throws {
    let image = try SeaPicture.make()
    var rows = [Int](repeating: 0, count: image.height)
    var sun: UInt32 = 0
    image.eachRow { y, row in
      rows[y] = row.reduce(0) { $0 + Int($1 >> 8 & 0xFF) } / row.count
      if y == Int(0.475 * Float(SeaPicture.height)) { sun = row[Int(0.62 * Float(SeaPicture.width))] }
    }
    #expect(sun >> 16 & 0xFF > 240 && sun & 0xFF > 225)
    let horizon = image.height * 53 / 100
    #expect(rows[horizon - 40] > rows[40] + 60)
    #expect(rows[horizon + 100] < rows[horizon - 40])
    #expect(rows[image.height - 20] < rows[horizon + 100])
  }

  @Test("Noise stays in its range, is the same each time and has no steps")
  func noise() {
    var last = Noise.smooth(-3, 0.5, seed: 4)
    for step in 1...600 {
      let x = Float(step) / 100 - 3
      let value = Noise.smooth(x, 0.5, seed: 4)
      #expect((0..<1).contains(value))
      #expect(abs(value - last) < 0.03)
      #expect(value == Noise.smooth(x, 0.5, seed: 4))
      last = value
    }
    let values = (0..<1000).map { Noise.lattice($0, -$0, seed: 1) }
    let mean = values.reduce(0, +) / 1000
    #expect(abs(mean - 0.5) < 0.05)
    #expect(Noise.lattice(1, 2, seed: 1) != Noise.lattice(1, 2, seed: 2))
  }
}
