import Geodesy
import Hashing
import RunModel
import Testing

@Suite struct ParameterSetTests {
  private func set(_ adjust: (inout FilterRules) -> Void = { _ in }) -> ParameterSet {
    var rules = FilterRules(maxAccuracy: 50, maxSpeed: 12, minMove: 5)
    adjust(&rules)
    return ParameterSet(
      reference: ParameterReference("run", 1), rules: rules, note: nil,
      createdAt: Timestamp(milliseconds: 0))
  }

  /// Expected by `sha256sum` of the seven lines that the digest is made of.
  @Test func theDigestNeverChanges() {
    #expect(
      set().digest.hex
        == "321d0b6fd9f783bc72987d0349d6b23edc867de62c1dfccf72c598c3c0c32d69")
    let other = set {
      ($0.maxAccuracy, $0.maxSpeed, $0.minMove, $0.maxGap) = (nil, nil, nil, 30.5)
      ($0.missingAccuracy, $0.earth) = (.drop, .wgs84)
    }
    #expect(
      other.digest.hex
        == "53aa9c228ed60a863dc0fd55fdd778fc5341d133b802a96b47ec8a82ab9ed850")
  }

  @Test(arguments: 0..<7)
  func everyConstantCountsInTheDigest(constant: Int) {
    let changed = set {
      switch constant {
      case 0: $0.engine = 2
      case 1: $0.maxAccuracy = 50.0.nextUp
      case 2: $0.maxSpeed = nil
      case 3: $0.minMove = 0
      case 4: $0.maxGap = 0
      case 5: $0.missingAccuracy = .drop
      default: $0.earth = .wgs84
      }
    }
    #expect(changed.digest != set().digest)
  }

  @Test func nameAndNoteDoNotCountInTheDigest() {
    let renamed = ParameterSet(
      reference: ParameterReference("hike", 7), rules: set().rules, note: "a note",
      createdAt: Timestamp(milliseconds: 5))
    #expect(renamed.digest == set().digest)
  }

  @Test func theBuiltInSetsAreTheDesigns() {
    let limits = ParameterSet.builtIn.map {
      [$0.rules.maxAccuracy, $0.rules.maxSpeed, $0.rules.minMove, $0.rules.maxGap]
    }
    #expect(
      ParameterSet.builtIn.map(\.reference.description) == ["run@1", "hike@1", "ride@1", "any@1"])
    #expect(limits == [[50, 12, 5, nil], [50, 6, 5, nil], [50, 30, 5, nil], [50, nil, 5, nil]])
    #expect(ParameterSet.builtIn.allSatisfy { $0.rules.engine == 1 && $0.rules.earth == .sphere })
  }
}
