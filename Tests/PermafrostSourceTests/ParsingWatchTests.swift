import Foundation
import Testing

@testable import PermafrostSource

/// A parser that crashes or hangs is reported with the file's name. In these tests, closures that crash or hang take
/// the parser's place.
@Suite struct ParsingWatchTests {
    /// This runs in a separate process, because other tests' files also take time.
    @Test func aHangNamesTheFile() async throws {
        let result = await #expect(processExitsWith: .exitCode(2), observing: [\.standardErrorContent]) {
            ParsingWatch.endHangs(after: 1) { hang in
                FileHandle.standardError.write(Data("\(hang.path) after \(hang.seconds)".utf8))
                _exit(2)
            }
            ParsingWatch.watch("Sources/Quick.swift") {}
            _ = Concurrently.map(count: 1) { _ in ParsingWatch.watch("Sources/Slow.swift") { sleep(60) } }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("Sources/Slow.swift after 1"), "\(text)")
        #expect(!text.contains("Quick"), "\(text)")
    }

    @Test func aCrashNamesTheFileOfItsThread() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ParsingWatch.reportCrashes()
            _ = Concurrently.map(count: 2) { index in
                ParsingWatch.watch("Sources/File\(index).swift") {
                    // The other file is being parsed too, and isn't reported.
                    if index == 0 { sleep(20) } else { raise(SIGILL) }
                }
            }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("crashed while parsing Sources/File1.swift"), "\(text)")
        #expect(!text.contains("File0"), "\(text)")
    }

    /// The message can't contain a CI service's command.
    @Test func aCrashOfAFileWithACommandInItsName() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ParsingWatch.reportCrashes()
            ParsingWatch.watch("Sources/a\n::error::b ##[error]c.swift") { _ = raise(SIGILL) }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains(#"parsing Sources/a\u{A}:\u{3A}error:\u{3A}b #\u{23}[error]c.swift. This"#), "\(text)")
    }

    @Test func anOverflowNamesTheFile() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ParsingWatch.reportCrashes()
            _ = Concurrently.map(count: 1) { _ in ParsingWatch.watch("Sources/Deep.swift") { Self.recurse(1) } }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("crashed while parsing Sources/Deep.swift"), "\(text)")
    }

    /// Overflows any stack.
    private static func recurse(_ depth: Int) -> Int {
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { bytes in
            bytes[0] = UInt8(truncatingIfNeeded: depth)
            return recurse(depth + 1) + Int(bytes[0])
        }
    }
}
