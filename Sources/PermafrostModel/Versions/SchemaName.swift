/// Functions for the names of types that declare versions.
package enum SchemaName {
    /// Returns a type's own name without the enclosing types, such as `AppSchemaV1` for `App.AppSchemaV1`.
    package static func own(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }

    /// Returns a type's unqualified name without its version suffix, such as `AppSchema` for `AppSchemaV1`, or `Schema`
    /// for `SchemaV2_1`. If the name consists only of a version (`V1`), returns the name of the enclosing type, or
    /// `Schema` for a top-level type.
    package static func withoutVersion(_ name: String) -> String {
        let parts = name.split(separator: ".").map(String.init)
        guard let last = parts.last else { return name }
        var base = Substring(last)
        while let character = base.last, character.isNumber || character == "_" { base.removeLast() }
        if base.count < last.count {
            for suffix in ["Version", "version", "V", "v"] where base.hasSuffix(suffix) {
                base = base.dropLast(suffix.count)
                break
            }
            while base.last == "_" { base.removeLast() }
        }
        if !base.isEmpty { return String(base) }
        return parts.count > 1 ? parts[parts.count - 2] : "Schema"
    }
}
