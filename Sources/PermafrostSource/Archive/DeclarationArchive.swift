import Foundation
import PermafrostModel

/// The form in which declarations cross a process and are cached: a small header that is read at once, and the models
/// and places behind it, each read only when it is asked for.
///
/// Layout: the magic, the header's length (8 bytes, little-endian), the header in JSON, then the blobs that it points to.
package enum DeclarationArchive {
    static let magic = Array("PFDECL12".utf8)

    /// Writes declarations. Models are encoded in parallel.
    package static func encode(_ declarations: ProjectDeclarations) throws -> [UInt8] {
        let encoded = declarations.schemas.parallelMap(EncodedSchema.init)
        var blobs: [UInt8] = []
        let header = Header(
            schemas: encoded.map { $0.header(appendingTo: &blobs) }, plans: declarations.plans,
            containers: declarations.containers, storeCopies: declarations.storeCopies, issues: declarations.issues,
            targets: declarations.targets, fileCount: declarations.fileCount,
            parsedFileCount: declarations.parsedFileCount)
        let json = try JSONEncoder().encode(header)
        var bytes = magic
        bytes.reserveCapacity(magic.count + 8 + json.count + blobs.count)
        withUnsafeBytes(of: UInt64(json.count).littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: json)
        bytes.append(contentsOf: blobs)
        return bytes
    }

    struct Header: Codable {
        var schemas: [SchemaHeader]
        var plans: [PlanDeclaration]
        var containers: [ContainerDeclaration]
        var storeCopies: [StoreCopyDeclaration]
        var issues: [SourceIssue]
        var targets: ProjectTargets
        var fileCount: Int
        var parsedFileCount: Int
    }

    struct SchemaHeader: Codable {
        var name: String
        var isUnversioned: Bool
        var version: String?
        var versionIdentifier: String
        var location: SourceLocation
        var versionLocation: SourceLocation
        var module: String?
        var availability: Availability
        var model: ModelReference?
        var places: Range<Int>
        var assumptions: [Assumption]
        var variants: [Variant]
        var issues: [SourceIssue]
    }

    struct ModelReference: Codable {
        var checksum: String
        var versionChecksum: String
        var text: Range<Int>
    }

    struct Variant: Codable {
        var condition: String
        var location: SourceLocation
        var model: ModelReference?
    }

    /// A schema with its models in their canonical text.
    private struct EncodedSchema: Sendable {
        let schema: SchemaDeclaration
        let model: EncodedModel?
        let variants: [EncodedModel?]
        let places: [UInt8]

        init(_ schema: SchemaDeclaration) {
            self.schema = schema
            model = schema.model.map(EncodedModel.init)
            variants = schema.variants.map { $0.model.map(EncodedModel.init) }
            places = schema.places.encoded
        }

        func header(appendingTo blobs: inout [UInt8]) -> SchemaHeader {
            SchemaHeader(
                name: schema.name, isUnversioned: schema.isUnversioned, version: schema.version,
                versionIdentifier: schema.versionIdentifier,
                location: schema.location, versionLocation: schema.versionLocation, module: schema.module,
                availability: schema.availability,
                model: model.map { reference(to: $0, in: &blobs) },
                places: append(places, to: &blobs),
                assumptions: schema.assumptions,
                variants: zip(schema.variants, variants).map { variant, encoded in
                    Variant(
                        condition: variant.condition, location: variant.location,
                        model: encoded.map { reference(to: $0, in: &blobs) })
                }, issues: schema.issues)
        }

        private func reference(to model: EncodedModel, in blobs: inout [UInt8]) -> ModelReference {
            ModelReference(
                checksum: model.checksum, versionChecksum: model.versionChecksum, text: append(model.text, to: &blobs))
        }

        private func append(_ bytes: [UInt8], to blobs: inout [UInt8]) -> Range<Int> {
            let start = blobs.count
            blobs.append(contentsOf: bytes)
            return start..<blobs.count
        }
    }
}
