/// The words that this process was started with, behind its name; nil for one that is not UTF-8, which
/// `CommandLine.arguments` would mend into another word.
func processWords() -> [String?] {
  // Safety: the system gives as many C strings as it says, and they live as long as the process.
  let words = unsafe UnsafeBufferPointer(
    start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
  return unsafe words.dropFirst().map { word in
    unsafe word.flatMap { unsafe String(validatingCString: $0) }
  }
}
