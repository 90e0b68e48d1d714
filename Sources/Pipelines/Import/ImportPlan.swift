internal import Archives
internal import RunModel

/// What an import is going to read, in order: what was found, joined with what is said about it.
struct ImportPlan: Sendable {
  enum Item: Sendable {
    /// A file or member, with what the export that it lies in says of it.
    case member(Member, ExportAccount?)
    /// What became of it is known without reading it as an activity.
    case decided(Source)
    case fault(Fault)
  }

  let items: [Item]
  /// The exports among it.
  let headlines: [ExportHeadline]

  /// - Parameter isKnown: true for members that are not read again.
  /// - Throws: ``Cancelled``.
  init(
    _ inventory: Inventory, for request: ImportRequest,
    isKnown: (Member) -> Bool = { _ in false }, _ cancellation: Cancellation
  ) throws {
    let join = try ExportJoin(
      inventory, takesRoutes: request.takesPlannedRoutes, isKnown: isKnown, cancellation)
    items = inventory.items.enumerated().map { index, item in
      switch item {
      case .fault(let fault): .fault(fault)
      case .member(let member):
        join.decided[index].map { .decided($0) } ?? .member(member, join.accounts[index])
      }
    }
    headlines = join.headlines
  }
}
