/// A property list, such as an Xcode project file. All values other than arrays and dictionaries are strings.
indirect enum PropertyList: Hashable, Sendable {
    case string(String)
    case array([PropertyList])
    case dictionary([String: PropertyList])

    /// The maximum size of a file, in bytes.
    static let sizeLimit = 16 << 20
    /// The maximum nesting depth of values.
    static let depthLimit = 64

    /// Creates a property list from one of the two text formats, OpenStep and XML.
    init(parsing bytes: UnsafeBufferPointer<UInt8>) throws(MalformedPropertyList) {
        guard bytes.count <= Self.sizeLimit else { throw MalformedPropertyList(reason: "it is larger than 16 MB") }
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

    /// The string, or nil for an array or dictionary.
    var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The strings in an array. Empty for a string or dictionary.
    var texts: [String] { if case .array(let elements) = self { elements.compactMap(\.text) } else { [] } }

    /// The members of a dictionary. Empty for a string or array.
    var members: [String: PropertyList] { if case .dictionary(let members) = self { members } else { [:] } }

    /// Returns a dictionary's value for a key. Nil if the key is missing, or if this is a string or array.
    subscript(_ key: String) -> PropertyList? { members[key] }
}

/// The error for a file that exceeds a limit or isn't a valid property list, with the reason.
struct MalformedPropertyList: Error, Hashable {
    let reason: String
}

extension MalformedPropertyList {
    /// Creates an error for a problem at a byte position. The reason includes the number of the line.
    init(_ problem: String, at position: Int, of bytes: UnsafeBufferPointer<UInt8>) {
        let line = 1 + bytes.prefix(position).count { $0 == UInt8(ascii: "\n") }
        reason = "\(problem) in line \(line)"
    }
}
