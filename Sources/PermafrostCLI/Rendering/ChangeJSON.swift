import PermafrostDeclarations
import PermafrostModel
import PermafrostProject

/// The members that tell of one change, for an object of JSON.
struct ChangeJSON {
    let members: [(String, CanonicalJSON?)]

    init(_ change: ModelChange, at place: SourceLocation?) {
        members = [
            ("after", change.after.map { .string($0) }),
            ("aspect", .string(change.aspect.rawValue)),
            ("before", change.before.map { .string($0) }),
            ("column", place.map { .integer(Int64($0.column)) }),
            ("element", change.element.isEmpty ? nil : .strings(change.element)),
            ("file", place.map { .string($0.file) }),
            ("kind", .string(change.kind.rawValue)),
            ("line", place.map { .integer(Int64($0.line)) }),
            ("model", change.entity.map { .string($0) }),
            ("property", change.property.map { .string($0) }),
        ]
    }
}
