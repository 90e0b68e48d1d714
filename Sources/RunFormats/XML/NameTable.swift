/// Keeps the code of each name under the address that libxml2's dictionary has it at.
///
/// Within one parser equal names have equal addresses, so a name's letters are looked at once.
struct NameTable {
  /// 512 slots, of which half are used: a document of endless different names fills that, and its
  /// later names are looked up by their letters each time.
  private static let bits = 9
  private var addresses = [UInt](repeating: 0, count: 1 << bits)
  private var codes = [UInt8](repeating: 0, count: 1 << bits)
  private var count = 0

  /// The code kept under an address, which is never 0; nil where there is none.
  subscript(address: UInt) -> UInt8? {
    let slot = slot(of: address)
    return addresses[slot] == address ? codes[slot] : nil
  }

  mutating func keep(_ code: UInt8, at address: UInt) {
    guard count < 1 << (Self.bits - 1) else { return }
    let slot = slot(of: address)
    addresses[slot] = address
    codes[slot] = code
    count += 1
  }

  /// The address's slot, or the free one where it would go.
  private func slot(of address: UInt) -> Int {
    // Fibonacci hashing: Knuth, The Art of Computer Programming 3, section 6.4.
    var slot = Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> UInt(64 - Self.bits))
    while addresses[slot] != 0, addresses[slot] != address {
      slot = (slot + 1) & (1 << Self.bits - 1)
    }
    return slot
  }
}
