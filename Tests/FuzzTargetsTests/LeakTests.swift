#if os(Linux)
    import Foundation
    import FuzzTargets
    import Testing

    /// Reading bytes of unknown origin leaks no memory, whether it returns a value or throws an error. (`make sanitize`
    /// finds every leaked byte; these tests find growing leaks.)
    @Suite struct LeakTests {
        private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
        /// The number of bytes that a process's memory varies by without a leak.
        private static let noise = 512 << 10
        private static let rounds = 50

        /// This runs in a separate process, because the memory of other tests would be counted too.
        @Test func readingInputsLeaksNoMemory() async throws {
            let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                for target in FuzzTarget.allCases {
                    let inputs = try LeakTests.inputs(of: target)
                    // The first rounds fill caches that are kept.
                    for _ in 0..<10 { LeakTests.feed(inputs, to: target) }
                    let before = try LeakTests.residentBytes()
                    for _ in 0..<LeakTests.rounds { LeakTests.feed(inputs, to: target) }
                    print("kept", target.rawValue, try LeakTests.residentBytes() - before, inputs.count)
                }
            }
            let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
            let kept = output.split(separator: "\n").map { $0.split(separator: " ") }.filter { $0.first == "kept" }
            #expect(kept.count == FuzzTarget.allCases.count, "\(output)")
            for line in kept {
                let bytes = try #require(Int(line[2]))
                #expect(bytes < Self.noise, "\(line[1]): \(bytes) bytes more after \(Self.rounds) × \(line[3]) inputs")
            }
        }

        /// Returns the memory of this process as the system counts it.
        private static func residentBytes() throws -> Int {
            let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
            return (pages.count > 1 ? Int(pages[1]) ?? 0 : 0) * 4096
        }

        /// Returns the fuzzer's findings, and inputs that are read completely.
        private static func inputs(of target: FuzzTarget) throws -> [[UInt8]] {
            let corpus = try FileManager.default.contentsOfDirectory(
                at: folder.appending(path: target.rawValue), includingPropertiesForKeys: nil)
            let root = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            let own =
                switch target {
                case .store: ["Fixtures/UsersMigrationPlan/1.0.0/App-1_0_0.sqlite"]
                case .document: ["Fixtures/UsersMigrationPlan/1.0.0/schema-1_0_0.json"]
                case .source: ["Examples/Users/UsersSchemaV1.swift"]
                case .modelCache, .cloudKitSchema: [String]()
                }
            return try (corpus + own.map { root.appending(path: $0) }).map { [UInt8](try Data(contentsOf: $0)) }
        }

        private static func feed(_ inputs: [[UInt8]], to target: FuzzTarget) {
            for input in inputs { try? target.read(input) }
        }
    }
#endif
