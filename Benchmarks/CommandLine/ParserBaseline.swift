import Foundation
import PermafrostModel
import SwiftParser
import SwiftSyntax

/// A baseline that only runs SwiftParser on some files, with as many threads as there are cores.
enum ParserBaseline {
    /// Returns the seconds for reading and parsing the files.
    static func seconds(_ files: [String]) -> Double {
        let next = Locked(0)
        let start = ContinuousClock.now
        let group = DispatchGroup()
        for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
            group.enter()
            let thread = Thread {
                while true {
                    let index = next.withLock { value -> Int in
                        value += 1
                        return value - 1
                    }
                    guard index < files.count else { break }
                    let bytes = [UInt8](FileManager.default.contents(atPath: files[index]) ?? Data())
                    let tree = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
                    precondition(!tree.statements.isEmpty)
                }
                group.leave()
            }
            thread.stackSize = 64 << 20
            thread.start()
        }
        group.wait()
        let elapsed = ContinuousClock.now - start
        return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    }
}
