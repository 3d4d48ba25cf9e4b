/// Names of types that declare versions.
package enum SchemaName {
    /// The type's own name less its version suffix: `AppSchemaV1` → `AppSchema`, `SchemaV2_1` → `Schema`. A name that is
    /// nothing but a version (`V1`) takes the enclosing type's.
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
