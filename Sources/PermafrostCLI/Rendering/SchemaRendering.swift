import PermafrostDeclarations
import PermafrostModel
import PermafrostProject

/// A declared model for people: one block an entity, one line a property.
struct SchemaText {
    let text: String

    init(_ model: SchemaModel, schema: DeclaredSchema, style: Style) {
        var lines = [
            "\(style.bold(schema.name)) \(schema.version ?? "") \(style.faint("(\(schema.location))"))",
            "version checksum \(model.versionChecksum)",
        ]
        lines += ModelText(model, hashes: model.versionHashes, style: style).lines
        for variant in schema.variants {
            lines += ["", "differs under \(variant.condition) (\(variant.location))"]
        }
        if !schema.assumptions.isEmpty {
            lines += ["", "assumed, not proven: \(schema.assumptionTexts.joined(separator: ", "))"]
        }
        text = lines.joined(separator: "\n")
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
