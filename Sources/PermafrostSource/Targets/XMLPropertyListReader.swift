/// A reader for XML property lists. Values other than `dict` and `array` elements become strings. `true` and `false`
/// become `1` and `0`.
///
/// A document type (`<!DOCTYPE …>`) is ignored, but an error is thrown if it contains declarations. The only supported
/// references are character references, such as `&#38;`, and XML's predefined entities, such as `&amp;`.
struct XMLPropertyListReader {
    typealias Malformed = MalformedPropertyList

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// A start tag, an end tag, or the tag of an empty element such as `<true/>`.
    private struct Tag {
        var name: String
        var isEnd = false
        var isEmpty = false
    }

    /// Returns the property list, which must be the file's only value.
    mutating func document() throws(Malformed) -> PropertyList {
        var tag = try self.tag()
        let isWrapped = tag.name == "plist"
        if isWrapped {
            guard !tag.isEnd, !tag.isEmpty else { throw malformed("there is no value") }
            tag = try self.tag()
        }
        let value = try value(tag, depth: 0)
        if isWrapped {
            let end = try self.tag()
            guard end.name == "plist", end.isEnd else { throw malformed("there is content after the value") }
        }
        while let byte = next, byte <= UInt8(ascii: " ") { position += 1 }
        guard position == bytes.count else { throw malformed("there is content after the property list") }
        return value
    }

    private func malformed(_ problem: String) -> Malformed { Malformed(problem, at: position, of: bytes) }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func value(_ tag: Tag, depth: Int) throws(Malformed) -> PropertyList {
        guard depth < PropertyList.depthLimit else { throw malformed("values are nested too deeply") }
        guard !tag.isEnd else { throw malformed("an end tag has no start tag") }
        switch tag.name {
        case "dict":
            var members: [String: PropertyList] = [:]
            if tag.isEmpty { return .dictionary(members) }
            while true {
                let key = try self.tag()
                if key.isEnd, key.name == "dict" { return .dictionary(members) }
                guard key.name == "key", !key.isEnd else { throw malformed("a key is missing") }
                let name = key.isEmpty ? "" : try text(endingAt: "key")
                members[name] = try value(self.tag(), depth: depth + 1)
            }
        case "array":
            var elements: [PropertyList] = []
            if tag.isEmpty { return .array(elements) }
            while true {
                let element = try self.tag()
                if element.isEnd, element.name == "array" { return .array(elements) }
                elements.append(try value(element, depth: depth + 1))
            }
        case "string", "integer", "real", "date", "data":
            return .string(tag.isEmpty ? "" : try text(endingAt: tag.name))
        case "true", "false":
            if !tag.isEmpty { _ = try text(endingAt: tag.name) }
            return .string(tag.name == "true" ? "1" : "0")
        default: throw malformed("unknown property list element")
        }
    }

    // MARK: Tags

    /// Returns the next tag. Skips the whitespace, comments and declarations that precede it.
    private mutating func tag() throws(Malformed) -> Tag {
        while let byte = next {
            guard byte > UInt8(ascii: " ") else {
                position += 1
                continue
            }
            guard byte == UInt8(ascii: "<") else { throw malformed("expected an element, found text") }
            if starts(with: "<!--") {
                try skip(past: "-->")
            } else if starts(with: "<?") {
                try skip(past: "?>")
            } else if starts(with: "<!") {
                while let byte = next, byte != UInt8(ascii: ">") {
                    guard byte != UInt8(ascii: "[") else { throw malformed("the document type contains declarations") }
                    position += 1
                }
                try skip(past: ">")
            } else {
                return try element()
            }
        }
        throw malformed("the file ends too early")
    }

    private mutating func element() throws(Malformed) -> Tag {
        position += 1
        var tag = Tag(name: "")
        if next == UInt8(ascii: "/") {
            tag.isEnd = true
            position += 1
        }
        let start = position
        while let byte = next, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) { position += 1 }
        tag.name = String(decoding: bytes[start..<position], as: UTF8.self)
        var last: UInt8 = 0
        while let byte = next, byte != UInt8(ascii: ">") {
            guard byte != UInt8(ascii: "<") else { break }
            last = byte
            position += 1
        }
        guard next == UInt8(ascii: ">") else { throw malformed("a tag doesn't end") }
        position += 1
        tag.isEmpty = last == UInt8(ascii: "/")
        return tag
    }

    private func starts(with text: StaticString) -> Bool {
        guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[position + $0] == text.utf8Start[$0] }
    }

    private mutating func skip(past text: StaticString) throws(Malformed) {
        while position < bytes.count, !starts(with: text) { position += 1 }
        guard position < bytes.count else { throw malformed("the file ends too early") }
        position += text.utf8CodeUnitCount
    }

    // MARK: Text

    private mutating func text(endingAt name: String) throws(Malformed) -> String {
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            if byte == UInt8(ascii: "<") {
                position -= 1
                let end = try element()
                guard end.isEnd, end.name == name else { throw malformed("a string contains an element") }
                return String(decoding: text, as: UTF8.self)
            }
            if byte == UInt8(ascii: "&") {
                text.append(contentsOf: try entity().utf8)
            } else {
                text.append(byte)
            }
        }
        throw malformed("the file ends too early")
    }

    private mutating func entity() throws(Malformed) -> String {
        let start = position
        while let byte = next, byte != UInt8(ascii: ";"), position - start < 10 { position += 1 }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        guard next == UInt8(ascii: ";") else { throw malformed("an entity doesn't end") }
        position += 1
        if let known = Self.entities[name] { return known }
        let code = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
        guard name.hasPrefix("#"), let code, let scalar = Unicode.Scalar(code) else {
            throw malformed("unknown entity")
        }
        return String(Character(scalar))
    }

    private static let entities = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
}
