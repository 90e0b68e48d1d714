/// What a benchmark ran on.
package struct BenchmarkMachine: Sendable, Equatable {
  /// The widest vectors that the kernels use there.
  package enum Vectors: String, Sendable, CaseIterable {
    case sse2, avx2, avx512, neon

    fileprivate var text: String {
      switch self {
      case .sse2: "SSE2"
      case .avx2: "AVX2"
      case .avx512: "AVX-512"
      case .neon: "NEON"
      }
    }
  }

  package let processor: String
  package let cores: Int
  package let vectors: Vectors
  /// Bytes.
  package let memory: Int
  /// The release of the Linux kernel.
  package let kernel: String

  package init(processor: String, cores: Int, vectors: Vectors, memory: Int, kernel: String) {
    self.processor = processor
    self.cores = cores
    self.vectors = vectors
    self.memory = memory
    self.kernel = kernel
  }

  /// "2 cores, AVX-512".
  var coresAndVectors: String { "\(counted(cores, "core", "cores")), \(vectors.text)" }

  /// "AMD EPYC, 7.8 GB, Linux 6.1.0".
  var otherFacts: String {
    let gigabytes = quantity(grouped(Double(memory) / 1_073_741_824, decimals: 1), "GB")
    return "\(visibleText(processor)), \(gigabytes), Linux \(visibleText(kernel))"
  }

  /// What decides how fast it is; not the kernel, which is updated on the same machine.
  package func isSame(as other: BenchmarkMachine) -> Bool {
    (processor, cores, vectors) == (other.processor, other.cores, other.vectors)
  }
}
