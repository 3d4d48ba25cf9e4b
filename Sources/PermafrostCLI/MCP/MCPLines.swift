import Foundation
import PermafrostModel

/// The lines of an input stream, each with one message. Lines that are too long aren't kept in memory.
struct MCPLines {
    /// The maximum size of a message in bytes. A tool call has a few hundred bytes.
    static let limit = 1 << 20

    enum Line: Hashable {
        /// The bytes of a line, without the line feed.
        case message([UInt8])
        /// A line that exceeds the limit.
        case tooLong
    }

    /// A function that returns the next bytes of the stream, or no bytes at the end.
    private let read: () throws -> Data
    /// The bytes that were read and aren't part of a returned line.
    private var pending: [UInt8] = []
    /// The number of bytes at the start of `pending` that were already searched for a line feed.
    private var searched = 0
    private var isTooLong = false
    private var hasEnded = false

    init(reading read: @escaping () throws -> Data) { self.read = read }

    /// Returns the next line, or nil at the end. The last line doesn't need a line feed.
    mutating func next() throws -> Line? {
        while true {
            if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(pending[..<end])
                pending.removeFirst(end + 1)
                searched = 0
                defer { isTooLong = false }
                return isTooLong || line.count > Self.limit ? .tooLong : .message(line)
            }
            searched = pending.count
            if pending.count > Self.limit { (isTooLong, pending, searched) = (true, [], 0) }
            guard !hasEnded else {
                guard isTooLong || !pending.isEmpty else { return nil }
                defer { (isTooLong, pending, searched) = (false, [], 0) }
                return isTooLong ? .tooLong : .message(pending)
            }
            let bytes = try read()
            hasEnded = bytes.isEmpty
            pending.append(contentsOf: bytes)
        }
    }
}
