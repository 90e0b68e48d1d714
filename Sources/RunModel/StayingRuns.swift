/// Runs that an import brought and that stay when it is taken back, as later imports that stand met them too.
package struct StayingRuns: Sendable, Equatable {
  package let count: Int
  /// Those imports, the earliest first.
  package let imports: [Int64]

  package init(count: Int, imports: [Int64]) {
    self.count = count
    self.imports = imports
  }
}
