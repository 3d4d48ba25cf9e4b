import Foundation
import PermafrostModel
import PermafrostSource

/// Text that a command writes, up to a limit. The rest is only counted.
final class BoundedText: Sendable {
    private struct Content {
        var kept = Data()
        var size = 0
    }

    private let limit: Int
    private let content = Locked(Content())

    init(limit: Int) { self.limit = limit }

    func append(_ bytes: Data) {
        content.withLock { content in
            content.size += bytes.count
            content.kept.append(bytes.prefix(limit - content.kept.count))
        }
    }

    /// The size of all appended bytes.
    var size: Int { content.withLock { $0.size } }

    /// Whether the limit was exceeded. If so, the end of the text is missing.
    var isCut: Bool { size > limit }

    /// The text without its last line break. A character that the limit divides is omitted.
    var text: String {
        var kept = content.withLock { $0.kept }
        if isCut {
            while let last = kept.last, last & 0xC0 == 0x80 { kept.removeLast() }
            if let last = kept.last, last >= 0xC0 { kept.removeLast() }
        }
        if kept.last == UInt8(ascii: "\n") { kept.removeLast() }
        return String(decoding: kept, as: UTF8.self)
    }
}
