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
    /// What names the version, if it can be told.
    package let version: String?
    /// `versionIdentifier` as `major.minor.patch`.
    package let versionIdentifier: String
    /// Where the type is declared.
    package let location: SourceLocation
    /// Where its version is given.
    package let versionLocation: SourceLocation
    /// The module that declares it, if the folder shows it.
    package let module: String?
    /// What its `@available` and those around it say that the type needs.
    package let availability: Availability
    /// The model; nil if it could not be evaluated.
    package let model: ArchivedModel?
    /// The model by the rules of earlier releases of Permafrost; nil if these give the same.
    package let formerModel: ArchivedModel?
    /// Parts whose mapping is assumed.
    package let assumptions: [Assumption]
    /// Platforms on which the declaration differs.
    package let variants: [Variant]
    /// What was found while evaluating this version.
    package let issues: [SourceIssue]

    private let encodedPlaces: Data

    /// What the declaration is on platforms that see other branches.
    package struct Variant: Sendable {
        /// The condition, as written.
        package let condition: String
        /// Where the branch stands.
        package let location: SourceLocation
        /// The model there; nil if it could not be evaluated.
        package let model: ArchivedModel?
        /// The model there by the rules of earlier releases of Permafrost; nil if these give the same.
        package let formerModel: ArchivedModel?
    }

    init(_ header: DeclarationArchive.SchemaHeader, blobs: Data) throws {
        name = header.name
        isUnversioned = header.isUnversioned
        version = header.version
        versionIdentifier = header.versionIdentifier
        location = header.location
        versionLocation = header.versionLocation
        module = header.module
        availability = header.availability
        model = try header.model.map { try ArchivedModel($0, blobs: blobs) }
        formerModel = try header.formerModel.map { try ArchivedModel($0, blobs: blobs) }
        assumptions = header.assumptions
        variants = try header.variants.map {
            Variant(
                condition: $0.condition, location: $0.location,
                model: try $0.model.map { try ArchivedModel($0, blobs: blobs) },
                formerModel: try $0.formerModel.map { try ArchivedModel($0, blobs: blobs) })
        }
        issues = header.issues
        encodedPlaces = try blobs.slice(header.places)
    }

    /// Where the model's parts are declared.
    package var places: ModelPlaces { ModelPlaces(encoded: encodedPlaces) }
}

/// A model in an archive: its checksums at once, the model itself when asked.
package struct ArchivedModel: Sendable {
    /// SHA-256 over the model's canonical text.
    package let checksum: String
    /// Core Data's checksum over the version hashes.
    package let versionChecksum: String

    private let text: Data

    init(_ reference: DeclarationArchive.ModelReference, blobs: Data) throws {
        checksum = reference.checksum
        versionChecksum = reference.versionChecksum
        text = try blobs.slice(reference.text)
        // A model that was damaged would be found only when it is decoded, if it is.
        guard Digest.hex(text.withUnsafeBytes { Digest.sha256($0) }) == checksum else {
            throw ArchivedDeclarations.Unreadable()
        }
    }

    /// The model in its canonical text.
    package var encoded: EncodedModel { EncodedModel(text: Array(text), versionChecksum: versionChecksum) }

    /// Reads the model. Throws a `ModelDocumentError` if the archive was damaged.
    package func decoded() throws -> SchemaModel { try SchemaModel(CanonicalJSON(parsing: text)) }
}

extension Data {
    /// The bytes at offsets relative to the start. Throws where they are not there.
    fileprivate func slice(_ range: Range<Int>) throws -> Data {
        guard range.lowerBound >= 0, range.upperBound <= count else { throw ArchivedDeclarations.Unreadable() }
        return self[(startIndex + range.lowerBound)..<(startIndex + range.upperBound)]
    }
}
