struct CanonicalJSONWriter {
    let layout: CanonicalJSON.Layout
    var bytes: [UInt8] = []
    /// The paths of the arrays to record in ``gaps``.
    var openPaths: Set<[String]> = []
    /// The arrays at ``openPaths``, with the range of their elements in the output. The indentation is nil if the
    /// elements are all on one line.
    private(set) var gaps: [(path: [String], text: Range<Int>, indentation: Int?)] = []
    private var path: [String] = []

    init(layout: CanonicalJSON.Layout) { self.layout = layout }

    mutating func write(_ value: CanonicalJSON, indentation: Int) {
        switch value {
        case .null: append("null")
        case .boolean(let boolean): append(boolean ? "true" : "false")
        case .integer(let integer): append(integer.description)
        case .double(let double): append(double.isFinite ? double.description : "null")
        case .string(let string): write(string)
        case .array(let elements):
            let isBroken = layout == .members ? !elements.isEmpty : layout == .lines && spreads(value)
            let text = write(elements, "[", "]", isBroken: isBroken, indentation: indentation) {
                writer, element, inner in
                writer.write(element, indentation: inner)
            }
            if !openPaths.isEmpty, openPaths.contains(path) {
                gaps.append((path, text, isBroken ? indentation + 1 : nil))
            }
        case .object(let members):
            let isBroken =
                layout == .members
                ? !members.isEmpty
                : layout == .lines && (indentation == 0 || members.contains { spreads($0.value) })
            write(members, "{", "}", isBroken: isBroken, indentation: indentation) { writer, member, inner in
                writer.write(member.key)
                writer.append(writer.layout == .compact ? ":" : ": ")
                guard !writer.openPaths.isEmpty else { return writer.write(member.value, indentation: inner) }
                writer.path.append(member.key)
                writer.write(member.value, indentation: inner)
                writer.path.removeLast()
            }
        }
    }

    /// Writes elements or members between brackets.
    ///
    /// - Returns: the range of the elements or members in the output.
    @discardableResult
    private mutating func write<Part>(
        _ parts: [Part], _ open: StaticString, _ close: StaticString, isBroken: Bool, indentation: Int,
        body: (inout Self, Part, Int) -> Void
    ) -> Range<Int> {
        append(open)
        let start = bytes.count
        for (index, part) in parts.enumerated() {
            if index > 0 { append(layout == .lines && !isBroken ? ", " : ",") }
            if isBroken { breakLine(indentation + 1) }
            body(&self, part, indentation + 1)
        }
        let text = start..<bytes.count
        if isBroken { breakLine(indentation) }
        append(close)
        return text
    }

    /// Returns whether the layout ``CanonicalJSON/Layout/lines`` writes a nested value on several lines. It does so for
    /// arrays that contain an object, and for values that contain such an array.
    private func spreads(_ value: CanonicalJSON) -> Bool {
        switch value {
        case .array(let elements): elements.contains { if case .object = $0 { true } else { spreads($0) } }
        case .object(let members): members.contains { spreads($0.value) }
        default: false
        }
    }

    mutating func breakLine(_ indentation: Int) {
        bytes.append(UInt8(ascii: "\n"))
        for _ in 0..<indentation { append("  ") }
    }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func write(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case 0x0A: append("\\n")
            case 0x0D: append("\\r")
            case 0x09: append("\\t")
            case 0..<0x20:
                append("\\u00")
                append(Digest.hex([byte]))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
