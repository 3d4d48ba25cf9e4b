import PermafrostModel
import Testing

/// A document that is written in pieces has the same bytes as one that is written at once.
@Suite struct CanonicalJSONFrameTests {
    private static let rows = CanonicalJSON.array([
        .object([("key", .integer(1)), ("list", .array([.object([("a", .null)])]))]), .object([("key", .integer(2))]),
        .object([CanonicalJSON.Member]()),
    ])

    private static func document(_ inner: CanonicalJSON, _ outer: CanonicalJSON) -> CanonicalJSON {
        .object([
            ("before", .string("x")),
            ("inner", .object([("rows", inner), ("rowsBefore", .array([.object([("b", .null)])]))])),
            ("outer", outer), ("rows", .array([])), ("zone", .boolean(true)),
        ])
    }

    @Test(arguments: [
        (rows, CanonicalJSON.array([])), (CanonicalJSON.array([]), rows), (rows, rows),
        (CanonicalJSON.array([]), CanonicalJSON.array([])), (rows, CanonicalJSON.strings(["a", "b"])),
    ])
    func thePiecesFormTheDocument(_ inner: CanonicalJSON, _ outer: CanonicalJSON) {
        let content = [["inner", "rows"]: inner, ["outer"]: outer]
        // The array's first element is the placeholder for all elements.
        func standIn(_ array: CanonicalJSON) -> CanonicalJSON {
            guard case .array(let elements) = array else { return array }
            return .array(Array(elements.prefix(1)))
        }
        let frame = CanonicalJSONFrame(
            Self.document(standIn(inner), standIn(outer)), openAt: content.keys + [["inner", "unknown"]])
        #expect(frame.gaps.map(\.path) == [["inner", "rows"], ["outer"]])
        var bytes = frame.texts[0]
        for (gap, text) in zip(frame.gaps, frame.texts.dropFirst()) {
            guard case .array(let elements)? = content[gap.path] else { continue }
            for (index, element) in elements.enumerated() { bytes += gap.text(of: element, isFirst: index == 0) }
            bytes += text
        }
        let whole = Self.document(inner, outer).bytes(.lines)
        #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: whole, as: UTF8.self))
    }
}
