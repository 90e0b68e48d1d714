internal import CLibXML2

/// The version of the libxml2 that is in use: "2.9.14".
package var xmlLibraryVersion: String {
  // Safety: libxml2 gives a constant C string, 20914 and perhaps more behind it.
  let text = unsafe String(cString: xml_shim_version())
  guard let number = Int(text.prefix { $0.isNumber }) else { return text }
  return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
}
