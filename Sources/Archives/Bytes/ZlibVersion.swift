internal import CZlib

/// The version of the zlib that is in use: "1.2.13".
package var zlibLibraryVersion: String {
  // Safety: zlib gives a constant C string.
  unsafe String(cString: zlibVersion())
}
