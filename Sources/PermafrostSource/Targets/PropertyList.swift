/// A property list of strings, as Xcode writes its project files.
indirect enum PropertyList: Hashable, Sendable {
    case string(String)
    case array([PropertyList])
    case dictionary([String: PropertyList])

    /// A text that is no property list: what is wrong, and the line.
    struct Malformed: Error, Hashable {
        let reason: String
    }

    /// The largest text that is read.
    static let sizeLimit = 16 << 20
    /// The deepest nesting of values that is followed.
    static let depthLimit = 64

    /// Reads a property list in either text form: OpenStep's, or XML.
    init(parsing bytes: UnsafeBufferPointer<UInt8>) throws(Malformed) {
        guard bytes.count <= Self.sizeLimit else { throw Malformed(reason: "it is larger than 16 MB") }
        var start = 0
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
        while start < bytes.count, bytes[start] <= UInt8(ascii: " ") { start += 1 }
        let rest = UnsafeBufferPointer(rebasing: bytes[start...])
        if rest.starts(with: "<?xml".utf8) || rest.starts(with: "<!DOCTYPE".utf8) || rest.starts(with: "<plist".utf8) {
            var reader = XMLPropertyListReader(rest)
            self = try reader.document()
        } else {
            var reader = OpenStepReader(rest)
            self = try reader.document()
        }
    }

    /// The text; nil for anything else.
    var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The texts of a list; none for anything else.
    var texts: [String] { if case .array(let elements) = self { elements.compactMap(\.text) } else { [] } }

    /// The members of a dictionary; none for anything else.
    var members: [String: PropertyList] { if case .dictionary(let members) = self { members } else { [:] } }

    /// A member of a dictionary.
    subscript(_ key: String) -> PropertyList? { members[key] }
}

extension PropertyList.Malformed {
    /// What is wrong at a place of a text.
    init(_ problem: String, at position: Int, of bytes: UnsafeBufferPointer<UInt8>) {
        let line = 1 + bytes.prefix(position).count { $0 == UInt8(ascii: "\n") }
        reason = "\(problem) in line \(line)"
    }
}
