/// Puts in the place of archives what is in them.
struct Unfolder {
  private let limits: Limits
  private var spool: Spool
  private var budget: Budget

  init(limits: Limits, temporaryFolder: String?) {
    self.limits = limits
    spool = Spool(folder: temporaryFolder)
    budget = Budget(limits, sizeOnDisk: 0)
  }

  /// Adds a file to an inventory, or all that is in it where it is an archive.
  mutating func unfold(_ file: Member, in region: ByteRegion, into inventory: inout Inventory) {
    budget = Budget(limits, sizeOnDisk: file.sizeOnDisk)
    visit(file, in: region, depth: 0, &inventory)
  }

  private mutating func visit(
    _ member: Member, in archive: ByteRegion, depth: Int, _ inventory: inout Inventory
  ) {
    do throws(ArchiveError) {
      guard let kind = kind(of: member, in: archive) else {
        if member.name != nil { try count(member) }
        inventory.items.append(.member(member))
        return
      }
      guard depth < limits.nestingDepth else {
        throw ArchiveError(
          .nestedTooDeep, "it is an archive inside more than \(limits.nestingDepth - 1) others")
      }
      let content = try unpacked(member, kind, in: archive)
      try visitEntries(of: member, kind, content, depth: depth, &inventory)
    } catch {
      inventory.fail(member.file, member: member.name, error)
    }
  }

  private mutating func count(_ member: Member) throws(ArchiveError) {
    // Tables of exports may be larger, as they are not kept: whoever reads them sets the limit.
    let isTable = member.name?.hasSuffix(".xml") == true
    guard isTable || member.size <= limits.memberBytes else { throw tooLarge(limits) }
    try budget.take(memberBytes: member.size)
  }

  private mutating func visitEntries(
    of container: Member, _ kind: Container, _ content: Unpacked, depth: Int,
    _ inventory: inout Inventory
  ) throws(ArchiveError) {
    let listing: Listing
    do throws(ArchiveError) {
      listing = try kind.listing(of: content.region, limits: limits, budget: &budget)
    } catch {
      throw content.fault ?? error
    }
    let fault = content.fault ?? listing.fault
    guard listing.entries.contains(where: isFile) else {
      throw fault ?? ArchiveError(.emptyArchive, "there is nothing in the archive")
    }
    try budget.take(nameBytes: listing.entries.count * (container.name ?? "").utf8.count)
    for entry in listing.entries where isFile(entry) && !budget.isExceeded {
      let member = Member(entry, of: container, in: content.region)
      if let fault = entry.fault {
        inventory.fail(member.file, member: member.name, fault)
      } else {
        visit(member, in: content.region, depth: depth + 1, &inventory)
      }
    }
    if let fault { throw fault }
  }

  /// What kind of archive a member is, as it lies there or in gzip; nil for all else, and for what
  /// cannot be read, which whoever reads it will hear.
  private func kind(of member: Member, in archive: ByteRegion) -> Container? {
    let length = Container.beginningLength
    let open = try? OpenMember(member, in: archive, limits: limits, firstPiece: length)
    let beginning = try? open?.source.beginning(length)
    return beginning.flatMap { Container(beginning: $0) }
  }

  /// An archive's bytes: where they lie if they lie open, else in the spool.
  ///
  /// - Throws: also where a tar is not what the checksum around it says. Nothing else vouches for its
  ///   members, so that it cannot be told which of them is wrong; those of a zip have their own.
  private mutating func unpacked(
    _ member: Member, _ kind: Container, in archive: ByteRegion
  ) throws(ArchiveError) -> Unpacked {
    let open = try OpenMember(member, in: archive, limits: limits)
    if !open.isGzipped, let region = try member.content.region(in: archive) {
      if kind == .tar, member.crc32 != nil {
        while try !open.source.next().isEmpty {}
      }
      return Unpacked(region: region)
    }
    let unpacked = try spool.keep(open.source, budget: &budget)
    if kind == .tar, let fault = unpacked.fault, fault.code == .checksum { throw fault }
    return unpacked
  }
}

/// False for folders, and for what macOS leaves behind.
private func isFile(_ entry: Entry) -> Bool {
  !entry.isFolder
    && !entry.name.split { $0 == "/" || $0 == "\\" }.contains { isJunk(String($0)) }
}
