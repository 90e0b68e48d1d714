internal import Archives
internal import RunModel

/// What an import is going to read, in order: what was found, joined with what is said about it.
struct ImportPlan: Sendable {
  enum Item: Sendable {
    /// A file or member, with what the export that it lies in says of it.
    case member(Member, ServiceRecord?)
    case fault(Fault)
  }

  private(set) var items: [Item]

  init(_ inventory: Inventory) {
    items = inventory.items.map { item in
      switch item {
      case .member(let member): .member(member, nil)
      case .fault(let fault): .fault(fault)
      }
    }
  }
}
