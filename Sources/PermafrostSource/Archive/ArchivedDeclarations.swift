import Foundation
import PermafrostModel

/// Declarations read from a ``DeclarationArchive``: headers at once, models and places when asked.
package struct ArchivedDeclarations: Sendable {
    /// Every schema version, sorted by file and line.
    package let schemas: [DeclaredSchema]
    /// Every migration plan, sorted by file and line.
    package let plans: [PlanDeclaration]
    /// Where containers are made, where code was read.
    package let containers: [ContainerDeclaration]
    /// Copies of stores' files alone, where code was read.
    package let storeCopies: [StoreCopyDeclaration]
    /// What was found outside any one schema or plan.
    package let issues: [SourceIssue]
    /// What project files and manifests say of targets.
    package var targets: ProjectTargets
    /// How many Swift files the project holds.
    package let fileCount: Int
    /// How many of them had to be parsed.
    package let parsedFileCount: Int

    /// The bytes are no archive, or one of another version: it has to be made anew.
    package struct Unreadable: Error {}

    /// Reads an archive. Throws ``Unreadable``.
    package init(_ bytes: Data) throws {
        let prefix = DeclarationArchive.magic.count + 8
        guard bytes.count >= prefix,
            bytes.prefix(DeclarationArchive.magic.count).elementsEqual(DeclarationArchive.magic)
        else { throw Unreadable() }
        let start = bytes.startIndex + DeclarationArchive.magic.count
        let length = bytes[start..<start + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length <= UInt64(bytes.count - prefix) else { throw Unreadable() }
        let headerEnd = bytes.startIndex + prefix + Int(length)
        guard
            let header = try? JSONDecoder().decode(
                DeclarationArchive.Header.self, from: bytes[(bytes.startIndex + prefix)..<headerEnd])
        else { throw Unreadable() }
        let blobs = bytes[headerEnd...]
        schemas = try header.schemas.map { try DeclaredSchema($0, blobs: blobs) }
        plans = header.plans
        containers = header.containers
        storeCopies = header.storeCopies
        issues = header.issues
        targets = header.targets
        fileCount = header.fileCount
        parsedFileCount = header.parsedFileCount
    }

    /// Declarations that were just read, by way of their archive.
    package init(_ declarations: ProjectDeclarations) throws {
        try self.init(Data(DeclarationArchive.encode(declarations)))
    }
}

/// One schema version as an archive gives it: what ``SchemaDeclaration`` says, with the model behind its checksum.
package struct DeclaredSchema: Sendable {
    /// The type's name with its nesting.
    package let name: String
    /// Whether it stands for models without a `VersionedSchema`, which have no version of their own.
    package let isUnversioned: Bool
    /// What names the version, if it is known.
    package let version: String?
    /// `versionIdentifier` as `major.minor.patch`.
    package let versionIdentifier: String
    /// Where the type, its version and the parts of its model are declared.
    package let places: SourcePlaces
    /// The module that declares it, if the folder shows it.
    package let module: String?
    /// What its `@available` and those around it say that the type needs.
    package let availability: Availability
    /// The model; nil if it could not be evaluated.
    package let model: ModelContent?
    /// Parts whose mapping is assumed.
    package let assumptions: [Assumption]
    /// Platforms on which the declaration differs.
    package let variants: [SchemaVersion.Variant]
    /// What was found while evaluating this version.
    package let issues: [SourceIssue]

    /// Where the type is declared.
    package var location: SourceLocation { places.location }
    /// Where its version is given.
    package var versionLocation: SourceLocation { places.version }

    init(_ header: DeclarationArchive.SchemaHeader, blobs: Data) throws {
        name = header.name
        isUnversioned = header.isUnversioned
        version = header.version
        versionIdentifier = header.versionIdentifier
        module = header.module
        availability = header.availability
        model = try ModelContent(header.model, blobs: blobs)
        assumptions = header.assumptions
        variants = try header.variants.map {
            SchemaVersion.Variant(
                condition: $0.condition, location: $0.location,
                content: try ModelContent($0.model, blobs: blobs))
        }
        issues = header.issues
        let encodedPlaces = try blobs.slice(header.places)
        places = SourcePlaces(location: header.location, version: header.versionLocation) {
            ModelPlaces(encoded: encodedPlaces)
        }
    }

    /// The version that it declares.
    ///
    /// - Parameters:
    ///   - name: what it is called; nil for its own version, else its identifier.
    ///   - variant: the branch that is meant; nil for what most platforms see.
    package func schemaVersion(named name: String? = nil, under variant: SchemaVersion.Variant? = nil) -> SchemaVersion
    {
        SchemaVersion(
            schema: self.name, name: name ?? version ?? versionIdentifier, isNamed: version != nil,
            isUnversioned: isUnversioned, identifier: versionIdentifier,
            origin: .declared(condition: variant?.condition), content: variant.map(\.content) ?? model,
            variants: variants, assumptions: assumptions, places: variant?.location.map { places.at($0) } ?? places)
    }
}

extension ModelContent {
    /// The model that a reference points to; nil if there is none.
    fileprivate convenience init?(
        _ reference: DeclarationArchive.ModelReference?, blobs: Data
    ) throws {
        guard let reference else { return nil }
        let text = try blobs.slice(reference.text)
        // A model that was damaged would be found only when it is decoded, if it is.
        guard Digest.hex(text.withUnsafeBytes { Digest.sha256($0) }) == reference.checksum else {
            throw ArchivedDeclarations.Unreadable()
        }
        self.init(checksum: reference.checksum, versionChecksum: reference.versionChecksum) { Array(text) }
    }
}

extension Data {
    /// The bytes at offsets relative to the start. Throws where they are not there.
    fileprivate func slice(_ range: Range<Int>) throws -> Data {
        guard range.lowerBound >= 0, range.upperBound <= count else { throw ArchivedDeclarations.Unreadable() }
        return self[(startIndex + range.lowerBound)..<(startIndex + range.upperBound)]
    }
}
