import PermafrostModel
import PermafrostProject
import PermafrostSource

/// The report of `schema`, with a declared model. Each entity has a block with a line for each property, constraint and
/// index.
struct SchemaReport: Report {
    let command = "schema"
    let exitCode = ExitCode.success
    let model: SchemaModel
    let schema: DeclaredVersion
    let group: String

    func page(_ context: ReportContext) -> [String] {
        let style = context.style
        var lines = [
            "\(style.bold(schema.name)) \(schema.version ?? "") \(style.faint("(\(schema.location))"))",
            "version checksum \(model.versionChecksum)",
        ]
        lines += ModelListing(model, hashes: model.versionHashes, style: style).lines
        for variant in schema.variants {
            let state = variant.model == nil ? ", but the model of that branch can't be evaluated" : ""
            lines += ["", "differs under \(variant.condition) (\(variant.location ?? schema.location))\(state)"]
        }
        if !schema.assumptions.isEmpty {
            lines += ["", "not verified against Apple's framework: \(schema.assumptionTexts.joined(separator: ", "))"]
        }
        return lines
    }

    /// The model in canonical form, with its checksums, declaration and variants.
    var members: [(String, CanonicalJSON?)] {
        var members: [(String, CanonicalJSON?)] = [
            ("checksum", .string(model.checksum)),
            ("group", .string(group)),
            ("hashAssumptions", schema.assumptions.isEmpty ? nil : .strings(schema.assumptionTexts)),
            ("hashConfidence", .string(Assumption.HashConfidence(schema.assumptions).rawValue)),
            ("schema", .string(schema.name)), ("version", schema.version.map { .string($0) }),
            ("versionChecksum", .string(model.versionChecksum)),
            ("versionHashesDigest", .string(model.versionHashesDigest)),
        ]
        let variants = schema.variants.compactMap { variant in
            variant.model.map { (variant.condition, Optional($0.canonicalJSON)) }
        }
        let unknown = schema.variants.filter { $0.model == nil }.map(\.condition)
        if !unknown.isEmpty { members.append(("unknownVariants", .strings(unknown))) }
        if !variants.isEmpty { members.append(("variants", .object(variants))) }
        if case .object(let parts) = model.canonicalJSON { members += parts.map { ($0.key, $0.value) } }
        return members
    }
}
