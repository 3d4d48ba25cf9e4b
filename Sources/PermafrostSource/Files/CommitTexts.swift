import Foundation
import PermafrostModel

/// The texts of several commits, and what was learnt of each: a file that many commits share is parsed once.
final class CommitTexts: Sendable {
    private struct Key: Hashable {
        let path: String
        let text: Int
        let kind: FileScan.Kind
    }

    private let contents: Data
    private let places: [Range<Int>]
    private let scans = Locked<[Key: FileScan]>([:])

    init(contents: Data, places: [Range<Int>]) {
        self.contents = contents
        self.places = places
    }

    func withBytes<Result>(of text: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) throws -> Result {
        guard places.indices.contains(text), (0...contents.count).contains(places[text].upperBound) else {
            throw UnreadableFile(reason: "no such file")
        }
        return try contents.withUnsafeBytes { bytes in
            try body(UnsafeBufferPointer(rebasing: bytes.bindMemory(to: UInt8.self)[places[text]]))
        }
    }

    func scan(of path: String, _ text: Int, _ kind: FileScan.Kind) -> FileScan? {
        scans.withLock { $0[Key(path: path, text: text, kind: kind)] }
    }

    func keep(_ scan: FileScan, of path: String, _ text: Int, _ kind: FileScan.Kind) {
        scans.withLock { $0[Key(path: path, text: text, kind: kind)] = scan }
    }
}
