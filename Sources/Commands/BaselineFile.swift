internal import Foundation
internal import Reports

/// What `bench --json` printed once.
struct BaselineFile {
  private static let mostBytes = 1 << 20

  let baseline: BenchmarkBaseline

  /// - Parameter path: `-` for stdin.
  /// - Throws: ``InputError`` naming the file and what is wrong in it; `Cancelled`.
  init(path: String) throws {
    let data = try readInput(path, atMost: Self.mostBytes)
    do {
      let contents = try JSONDecoder().decode(Contents.self, from: data)
      baseline = BenchmarkBaseline(
        file: path, medians: contents.medians, machine: contents.machine?.known)
    } catch let error as InputError {
      throw InputError(sentence: "\(path): \(error.sentence)")
    } catch {
      throw InputError(sentence: "\(path) is not what “bench --json” prints")
    }
  }
}

/// The object: a figure under each name but two.
private struct Contents: Decodable {
  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Figure: Decodable {
    let unit: String
    let median: Double
  }

  private(set) var medians: [String: BenchmarkBaseline.Median] = [:]
  private(set) var machine: Machine?

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    for key in object.allKeys {
      switch key.stringValue {
      case "machine": machine = try object.decode(Machine.self, forKey: key)
      case "baseline": break
      case let name:
        guard let figure = try? object.decode(Figure.self, forKey: key), figure.median > 0 else {
          throw InputError(sentence: "“\(name.prefix(80))” has no unit and median above 0")
        }
        medians[name] = BenchmarkBaseline.Median(unit: figure.unit, median: figure.median)
      }
    }
    if medians.isEmpty { throw InputError(sentence: "there is no figure in it") }
  }
}

private struct Machine: Decodable {
  private enum CodingKeys: String, CodingKey {
    case processor, cores, vectors, kernel
    case memory = "memory_bytes"
  }

  let processor: String
  let cores: Int
  let vectors: String
  let memory: Int
  let kernel: String

  /// Nil for vectors that this tool does not know.
  var known: BenchmarkMachine? {
    BenchmarkMachine.Vectors(rawValue: vectors).map {
      BenchmarkMachine(
        processor: processor, cores: cores, vectors: $0, memory: memory, kernel: kernel)
    }
  }
}
