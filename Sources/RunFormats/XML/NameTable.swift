/// Finds the vocabulary code of a name by the address that libxml2's dictionary keeps it at.
///
/// Within one parser equal names have equal addresses, so a name's letters are looked at once.
struct NameTable {
  /// The code of a name that the vocabulary does not have.
  static let unknown = UInt8.max

  private static let capacity = 512
  private var addresses = [UInt](repeating: 0, count: capacity)
  private var codes = [UInt8](repeating: unknown, count: capacity)
  private var count = 0

  /// The code kept under an address (never 0), or what `resolve` says, which is then kept.
  ///
  /// A document of endless different names fills half the table; later ones are resolved each time.
  mutating func code(at address: UInt, resolve: () -> UInt8) -> UInt8 {
    var slot = Int(truncatingIfNeeded: (address >> 2) &* 0x9E37_79B1) & (Self.capacity - 1)
    while addresses[slot] != 0 {
      if addresses[slot] == address { return codes[slot] }
      slot = (slot + 1) & (Self.capacity - 1)
    }
    let code = resolve()
    if count < Self.capacity / 2 {
      addresses[slot] = address
      codes[slot] = code
      count += 1
    }
    return code
  }
}
