internal import Archives
internal import RunModel

/// What an import is going to read, in order: what was found, joined with what is said about it.
struct ImportPlan: Sendable {
  enum Item: Sendable {
    /// A file or member, with what the export that it lies in says of it.
    case member(Member, ServiceRecord?)
    /// The files of a recorder's upload of one run.
    case upload(RecorderUpload)
    /// One run of a recorder's database.
    case recorded(RecorderRun)
    /// What has already been found out to hold no run.
    case settled(Source)
    case fault(Fault)
  }

  var items: [Item]

  init(_ inventory: Inventory) {
    items = inventory.items.map { item in
      switch item {
      case .member(let member): .member(member, nil)
      case .fault(let fault): .fault(fault)
      }
    }
  }
}
