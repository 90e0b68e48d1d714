internal import Reports

extension CommandContext {
  /// Lets the user walk a ledger by keys; the last card stays on the screen.
  func step(_ start: LedgerWalk) throws -> ExitStatus {
    guard let terminal = KeyTerminal() else { return .inputOutput }
    var (walk, decoder) = (start, KeyDecoder())
    var status = ExitStatus.success
    walking: while !walk.isOver {
      terminal.draw(walk.screen(layout))
      switch terminal.next() {
      case .redraw: break
      case .ended: break walking
      case .suspend: terminal.suspend()
      case .signal(let number): terminal.end(by: number)
      case .bytes(let bytes):
        for key in decoder.keys(in: bytes) {
          switch key {
          case .walk(let key): walk.press(key)
          case .suspend: terminal.suspend()
          case .interrupt:
            status = .interrupted
            walk.press(.quit)
          }
        }
      }
    }
    terminal.leave()
    try print(walk.card(layout))
    return status
  }
}
