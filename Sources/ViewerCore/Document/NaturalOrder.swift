/// The order in which people number things: 2 before 10, large and small letters alike.
package enum NaturalOrder {
  /// Whether one name comes before another; names that differ in nothing but case keep a fixed order.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    let (a, b) = (Array(left.lowercased().unicodeScalars), Array(right.lowercased().unicodeScalars))
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      if isDigit(a[i]), isDigit(b[j]) {
        let (one, other) = (number(a, &i), number(b, &j))
        if one.count != other.count { return one.count < other.count }
        if one != other { return one.lexicographicallyPrecedes(other) { $0.value < $1.value } }
      } else {
        if a[i] != b[j] { return a[i].value < b[j].value }
        i += 1
        j += 1
      }
    }
    let (restA, restB) = (a.count - i, b.count - j)
    return restA != restB ? restA < restB : left < right
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar)
  }

  /// The digits from `index` on, leading zeros left out.
  private static func number(_ text: [Unicode.Scalar], _ index: inout Int) -> [Unicode.Scalar] {
    var digits: [Unicode.Scalar] = []
    while index < text.count, isDigit(text[index]) {
      if !(digits.isEmpty && text[index] == "0") { digits.append(text[index]) }
      index += 1
    }
    return digits
  }
}
