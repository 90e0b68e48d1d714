internal import Foundation
internal import Pipelines
internal import Reports
internal import RunModel

/// All of a file that the user names as input.
///
/// - Parameter path: `-` for stdin.
/// - Throws: ``InputError`` naming the file, also where it is longer; `Cancelled`.
func readInput(
  _ path: String, atMost mostBytes: Int, until cancellation: Cancellation = Interrupt.cancellation
) throws -> Data {
  let data = Data(
    path == "-"
      ? try readInput(upTo: mostBytes + 1, until: cancellation)
      : try readFile(path, upTo: mostBytes + 1, until: cancellation))
  guard data.count <= mostBytes else {
    throw InputError(sentence: "\(path) is longer than \(mostBytes) bytes")
  }
  return data
}

extension Workspace {
  /// The run that a person means, who may have named a file instead.
  ///
  /// - Throws: ``InputError`` where it is one; as ``run(meant:)``.
  func run(notFile text: String) throws -> Run {
    do { return try run(meant: text) } catch SelectionError.noRun(_, _)
      where FileManager.default.fileExists(atPath: text)
    {
      throw InputError(
        sentence:
          "“\(visibleText(text))” is a file and no run: “remeasure explain FILE” reads files; or import it"
          + " first", status: .nothingMatched)
    }
  }
}

/// What a JSON file says, in UTF-8 and with no key twice in an object.
///
/// - Throws: ``InputError`` naming the file and what is wrong in it; `Cancelled`.
func decodeJSON<Value: Decodable>(
  _ type: Value.Type, path: String, atMost mostBytes: Int
) throws -> Value {
  let data = try readInput(path, atMost: mostBytes)
  guard String(validating: data, as: UTF8.self) != nil, !data.contains(0) else {
    throw InputError(sentence: "\(path) is no JSON: it is not UTF-8")
  }
  do {
    let value = try JSONDecoder().decode(type, from: data)
    if let key = repeatedKey(in: data) {
      throw InputError(sentence: "“\(key.prefix(80))” is there twice")
    }
    return value
  } catch let error as InputError {
    throw InputError(sentence: "\(path): \(error.sentence)")
  } catch {
    throw InputError(sentence: "\(path) is no JSON object")
  }
}

/// A key that an object has twice, of which decoders take either; nil where there is none.
///
/// - Parameter json: valid, in UTF-8.
private func repeatedKey(in json: Data) -> String? {
  var (objects, lastText): ([Set<String>], Data) = ([], Data())
  var index = json.startIndex
  while index < json.endIndex {
    switch json[index] {
    case UInt8(ascii: "{"): objects.append([])
    case UInt8(ascii: "}"): _ = objects.popLast()
    case UInt8(ascii: "\""):
      let start = index
      repeat {
        index += json[index] == UInt8(ascii: "\\") ? 2 : 1
      } while index < json.endIndex && json[index] != UInt8(ascii: "\"")
      lastText = json[start..<min(index + 1, json.endIndex)]
    case UInt8(ascii: ":"):
      let key = (try? JSONDecoder().decode(String.self, from: lastText)) ?? ""
      guard let last = objects.indices.last, objects[last].insert(key).inserted else { return key }
    default: break
    }
    index += 1
  }
  return nil
}

/// Refuses an output that would replace what the same command reads.
///
/// - Parameter inputs: nil for those that are not given; `-` is stdin.
/// - Throws: ``UsageError``.
func checkIsNoInput(
  _ output: String?, among inputs: [String?], of command: CommandHelp
) throws(UsageError) {
  guard let output, let place = FilePlace(output) else { return }
  if inputs.contains(where: { $0.flatMap(FilePlace.init) == place }) {
    throw UsageError("--output \(output) is what is read; name another file", command: command)
  }
}

/// Which plain file a path leads to, by whatever name.
private struct FilePlace: Equatable {
  private let system: Int
  private let number: Int

  /// Nil where there is none.
  init?(_ path: String) {
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: target),
      attributes[.type] as? FileAttributeType == .typeRegular,
      let system = attributes[.systemNumber] as? Int,
      let number = attributes[.systemFileNumber] as? Int
    else { return nil }
    (self.system, self.number) = (system, number)
  }
}
