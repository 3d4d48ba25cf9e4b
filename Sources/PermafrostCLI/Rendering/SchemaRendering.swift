import PermafrostDeclarations
import PermafrostModel
import PermafrostProject

/// A declared model for people: one block an entity, one line a property.
struct SchemaText {
    let text: String

    init(_ model: SchemaModel, schema: DeclaredSchema, style: Style) {
        let hashes = model.versionHashes
        var lines = [
            "\(style.bold(schema.name)) \(schema.version ?? "") \(style.faint("(\(schema.location))"))",
            "version checksum \(model.versionChecksum)",
        ]
        for entity in model.entities {
            lines.append("")
            let parent = entity.superentity.map { ": \($0)" } ?? ""
            lines.append("\(style.bold(entity.name))\(parent)  \(style.faint(hashes[entity.name]?.hexText ?? ""))")
            let width = entity.properties.map(\.name.count).max() ?? 0
            for property in entity.properties {
                let padding = String(repeating: " ", count: width - property.name.count)
                lines.append("  \(property.name)\(padding)  \(Self.text(property))")
            }
            for constraint in entity.uniquenessConstraints {
                lines.append("  unique (\(constraint.joined(separator: ", ")))")
            }
            for index in entity.indexes {
                lines.append("  index (\(index.elements.map(\.property).joined(separator: ", ")))")
            }
        }
        for variant in schema.variants {
            lines += ["", "differs under \(variant.condition) (\(variant.location))"]
        }
        if !schema.assumptions.isEmpty {
            lines += ["", "assumed, not proven: \(schema.assumptionTexts.joined(separator: ", "))"]
        }
        text = lines.joined(separator: "\n")
    }

    private static func text(_ property: Property) -> String {
        var parts = [property.summary]
        switch property {
        case .attribute(let attribute):
            if !attribute.elements.isEmpty {
                parts.append("(\(attribute.elements.map { "\($0.name): \($0.summary)" }.joined(separator: ", ")))")
            }
            if let value = attribute.defaultValue { parts.append("= \(value.text)") }
            if attribute.isExternalStorage { parts.append("external storage") }
            if attribute.isTransient { parts.append("not stored") }
        case .relationship(let relationship):
            if relationship.isOptional { parts.append("optional") }
            parts.append(relationship.inverse.map { "inverse \($0)" } ?? "no inverse")
            parts.append("delete rule \(relationship.deleteRule.name)")
        case .fetched: break
        }
        if let original = property.renamingIdentifier { parts.append("was \(original)") }
        return parts.joined(separator: ", ")
    }
}

/// A declared model as JSON: the canonical model with what the declaration adds.
struct SchemaJSON {
    let json: CanonicalJSON

    init(_ model: SchemaModel, schema: DeclaredSchema, group: String) {
        var members: [(String, CanonicalJSON?)] = [
            ("checksum", .string(model.checksum)), ("command", .string("schema")),
            ("exitCode", .integer(Int64(ExitCode.fine.rawValue))), ("formatVersion", .integer(1)),
            ("group", .string(group)),
            ("hashAssumptions", schema.assumptions.isEmpty ? nil : .strings(schema.assumptionTexts)),
            ("hashConfidence", .string(schema.assumptions.isEmpty ? "verified" : "assumed")),
            ("schema", .string(schema.name)), ("version", schema.version.map { .string($0) }),
            ("versionChecksum", .string(model.versionChecksum)),
            ("versionHashesDigest", .string(model.versionHashesDigest)),
        ]
        let variants = schema.variants.compactMap { variant in
            (try? variant.model?.decoded()).map { (variant.condition, Optional($0.canonicalJSON)) }
        }
        if !variants.isEmpty { members.append(("variants", .object(variants))) }
        if case .object(let parts) = model.canonicalJSON { members += parts.map { ($0.key, $0.value) } }
        json = .object(members)
    }
}

extension [UInt8] {
    fileprivate var hexText: String { Digest.hex(self) }
}
