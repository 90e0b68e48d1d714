package import Simulation

/// Changes, drops, repeats or adds a few bytes at random.
package func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
  guard !bytes.isEmpty else { return }
  let index = Int.random(in: bytes.indices, using: &generator)
  let other = Int.random(in: bytes.indices, using: &generator)
  let range = min(index, other)..<max(index, other)
  switch Int.random(in: 0..<7, using: &generator) {
  case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
  case 1: bytes[index] = UInt8.random(in: 0...255, using: &generator)
  case 2: bytes.removeSubrange(index...)
  case 3: bytes.removeSubrange(range)
  case 4: bytes.insert(contentsOf: bytes[range], at: index)
  case 5:
    bytes.insert(
      contentsOf: Array("<&>\"'/![]-?x:".utf8).shuffled(using: &generator).prefix(2), at: index)
  default: bytes.insert(contentsOf: repeatElement(bytes[index], count: 3), at: index)
  }
}
