import Foundation
import PermafrostModel

/// The cached form of a version: a JSON header, followed by models and locations that are decoded only when they are
/// needed.
extension DeclaredVersion: Codable {
    private enum CodingKeys: CodingKey {
        case name, isUnversioned, version, versionIdentifier, location, versionLocation, module, availability, model,
            places
        case code, assumptions, variants, platforms, issues
    }

    package init(from decoder: any Decoder) throws {
        let texts = try ArchivedTexts.texts(of: decoder.userInfo)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let parts = try texts.text(values.decode(Range<Int>.self, forKey: .places))
        self.init(
            name: try values.decode(String.self, forKey: .name),
            isUnversioned: try values.decode(Bool.self, forKey: .isUnversioned),
            version: try values.decodeIfPresent(String.self, forKey: .version),
            versionIdentifier: try values.decode(String.self, forKey: .versionIdentifier),
            places: SourcePlaces(
                location: try values.decode(SourceLocation.self, forKey: .location),
                version: try values.decode(SourceLocation.self, forKey: .versionLocation)
            ) { ModelPlaces(encoded: parts) },
            module: try values.decodeIfPresent(String.self, forKey: .module),
            availability: try values.decode(Availability.self, forKey: .availability),
            model: try values.decodeIfPresent(ArchivedModel.self, forKey: .model).map { try $0.content(in: texts) },
            code: try values.decodeIfPresent(StoredCode.self, forKey: .code),
            assumptions: try values.decode([Assumption].self, forKey: .assumptions),
            variants: try values.decode([ArchivedVariant].self, forKey: .variants).map { variant in
                SchemaVersion.Variant(
                    condition: variant.condition, platforms: variant.platforms, location: variant.location,
                    content: try variant.model?.content(in: texts))
            },
            issues: try values.decode([SourceIssue].self, forKey: .issues))
        platforms = try values.decode([String].self, forKey: .platforms)
    }

    package func encode(to encoder: any Encoder) throws {
        let texts = try ArchivedTexts.texts(of: encoder.userInfo)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(isUnversioned, forKey: .isUnversioned)
        try values.encodeIfPresent(version, forKey: .version)
        try values.encode(versionIdentifier, forKey: .versionIdentifier)
        try values.encode(location, forKey: .location)
        try values.encode(versionLocation, forKey: .versionLocation)
        try values.encodeIfPresent(module, forKey: .module)
        try values.encode(availability, forKey: .availability)
        try values.encodeIfPresent(model.map { ArchivedModel($0, in: texts) }, forKey: .model)
        try values.encode(texts.append(places.parts.encoded), forKey: .places)
        try values.encodeIfPresent(code, forKey: .code)
        try values.encode(assumptions, forKey: .assumptions)
        try values.encode(
            variants.map { variant in
                ArchivedVariant(
                    condition: variant.condition, platforms: variant.platforms, location: variant.location,
                    model: variant.content.map { ArchivedModel($0, in: texts) })
            }, forKey: .variants)
        try values.encode(platforms, forKey: .platforms)
        try values.encode(issues, forKey: .issues)
    }
}

/// The archived form of a model: its checksums, and the range of its canonical JSON in ``ArchivedTexts``.
private struct ArchivedModel: Codable {
    let checksum: String
    let versionChecksum: String
    let text: Range<Int>

    init(_ model: ModelContent, in texts: ArchivedTexts) {
        checksum = model.checksum
        versionChecksum = model.versionChecksum
        text = texts.append(model.text)
    }

    func content(in texts: ArchivedTexts) throws -> ModelContent {
        let text = try texts.text(text)
        // Verify the checksum now, because the model may be decoded much later.
        guard Digest.hex(text.withUnsafeBytes { Digest.sha256($0) }) == checksum else {
            throw DeclarationArchive.Unreadable()
        }
        return ModelContent(checksum: checksum, versionChecksum: versionChecksum) { Array(text) }
    }
}

/// The archived form of a variant, which is a version's declaration on some platforms or with some compilation flags.
private struct ArchivedVariant: Codable {
    let condition: String
    let platforms: [String]
    let location: SourceLocation?
    let model: ArchivedModel?
}
