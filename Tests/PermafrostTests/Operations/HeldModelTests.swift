import Foundation
import SwiftData
import Testing

@testable import Permafrost

/// A snapshot in memory must not hold a model object.
@Suite struct HeldModelTests {
    private struct Pair { var first: Any, second: Any }

    private class Box {
        let content: Any
        var other: Box?

        init(_ content: Any) { self.content = content }
    }

    private final class NamedBox: Box { let name = "box" }

    private enum Choice {
        case none
        case one(Any)
    }

    private static func nested(_ depth: Int, _ value: Any) -> Any {
        (0..<depth).reduce(value) { inner, _ in [inner] }
    }

    /// A snapshot, and the path of the model object in it.
    struct Shape: @unchecked Sendable, CustomTestStringConvertible {
        let testDescription: String
        let snapshot: Any
        let path: String?

        init(_ name: String, _ snapshot: Any, _ path: String?) {
            (testDescription, self.snapshot, self.path) = (name, snapshot, path)
        }
    }

    static let shapes: [Shape] = {
        let tag = NotesV1.Tag(name: "a")
        let ring = Box(1)
        ring.other = Box(ring)
        return [
            Shape("an object", tag, "Tag"),
            Shape("a property", Pair(first: 1, second: tag), "second"),
            Shape("a property of a property", Pair(first: 1, second: Pair(first: tag, second: 2)), "second.first"),
            Shape("an optional", Pair(first: Optional(Optional(tag)) as Any, second: 1), "first"),
            Shape("an array", Pair(first: 1, second: [tag]), "second"),
            Shape("an array of arrays", Pair(first: [[NotesV1.Tag]](), second: [[], [tag]]), "second"),
            Shape("a dictionary", Pair(first: ["a": 1], second: ["a": tag]), "second"),
            Shape("a dictionary's key", Pair(first: [tag: 1], second: 1), "first"),
            Shape("a set", Pair(first: Set([tag]), second: 1), "first"),
            Shape("a tuple", Pair(first: (1, [tag]), second: 1), "first"),
            Shape("an enum's value", Pair(first: Choice.one(tag), second: 1), "first.one"),
            Shape("an object's property", Pair(first: Box(tag), second: 1), "first.content"),
            Shape("an inherited property", NamedBox(tag), "content"),
            Shape("a value in depth", Pair(first: nested(10, tag), second: 1), "first"),
            Shape("a value in too great depth", nested(20, tag), nil),
            Shape("a closure", Pair(first: { tag.name } as () -> String?, second: 1), nil),
            Shape("an identifier", Pair(first: tag.persistentModelID, second: 1), nil),
            Shape("a ring", ring, nil),
            Shape("scalars", Pair(first: ["a", nil] as [String?], second: Choice.none), nil),
        ]
    }()

    @Test(arguments: shapes)
    func isFoundInEveryShape(_ shape: Shape) throws {
        let list = SnapshotList<Any>.inMemory()
        guard let path = shape.path else {
            try list.add(shape.snapshot, 1)
            #expect(try list.batch(after: nil, limit: 2).map(\.key) == [1])
            return
        }
        let error = #expect(throws: MigrationError.self) { try list.add(shape.snapshot, 1) }
        let sentence =
            "The snapshot Any contains the model object \(path), which doesn't exist after the migration. Copy its "
            + "values instead."
        #expect(error?.cause == .plan(.invalid([sentence])))
    }
}
