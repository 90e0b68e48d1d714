internal import Foundation
internal import Pipelines
package import Reports

extension BenchmarkMachine {
  /// The machine that this process runs on, as the kernel describes it.
  package static var current: BenchmarkMachine {
    func text(_ path: String) -> String {
      (try? String(contentsOf: URL(filePath: path), encoding: .utf8)) ?? ""
    }
    return BenchmarkMachine(
      processors: text("/proc/cpuinfo"), cores: processorCount,
      memory: Int(clamping: ProcessInfo.processInfo.physicalMemory),
      kernel: text("/proc/sys/kernel/osrelease").trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// - Parameter processors: what `/proc/cpuinfo` says.
  package init(processors: String, cores: Int, memory: Int, kernel: String) {
    func value(_ key: String) -> Substring? {
      let line = processors.split(separator: "\n").first { $0.hasPrefix(key) }
      return line.flatMap { line in line.firstIndex(of: ":").map { line[$0...].dropFirst(2) } }
    }
    #if arch(arm64)
      let vectors = Vectors.neon
    #else
      let vectors = Vectors(flags: Set((value("flags") ?? "").split(separator: " ")))
    #endif
    self.init(
      processor: value("model name").map { String($0) } ?? "unknown processor", cores: cores,
      vectors: vectors, memory: memory, kernel: kernel)
  }
}

extension BenchmarkMachine.Vectors {
  /// What the kernels' clones are made for: the levels 3 and 4 of the x86-64 psABI (version 1.0,
  /// "Micro-Architecture Levels"), in the words of `/proc/cpuinfo`, in which `abm` stands for LZCNT.
  fileprivate init(flags: Set<Substring>) {
    let third: Set<Substring> = ["avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"]
    let fourth: Set<Substring> = ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"]
    self =
      !flags.isSuperset(of: third) ? .sse2 : flags.isSuperset(of: fourth) ? .avx512 : .avx2
  }
}
