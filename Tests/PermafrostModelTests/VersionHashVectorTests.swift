import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostModel

/// The version hashes of models equal the hashes that Apple's framework computed.
@Suite struct VersionHashVectorTests {
    struct VectorFile: Decodable { let vectors: [Vector] }

    struct Vector: Decodable, CustomTestStringConvertible, Sendable {
        let kind: String
        let framework: Int?
        let hashes: [String: String]
        let digest: String?
        let checksum: String?
        let model: ModelDescription
        /// The names of the rules (`HashRule`) that the vector proves.
        let proves: [String]?
        var testDescription: String { "\(kind): \(hashes.keys.sorted().joined(separator: ", "))" }
    }

    @Test(.enabled(Comment(rawValue: Evidence.versionHashes.reason)) { try Evidence.versionHashes.isUsable() })
    func everyVectorIsReproduced() throws {
        let data = try Data(contentsOf: Evidence.versionHashes.url)
        let vectors = try JSONDecoder().decode(VectorFile.self, from: data).vectors
        #expect(vectors.count >= 35)
        expect(vectors)
    }

    /// Checks the smaller vectors, which are part of this project, so that they are also tested in a checkout without
    /// the reference data.
    @Test func everyVectorOfTheOwnTableIsReproduced() throws {
        let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "VersionHashes.json")
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: table))
        #expect(vectors.count == 24)
        #expect(vectors.reduce(0) { $0 + $1.hashes.count } == 95)
        expect(vectors)
    }

    /// A relationship's inverse of the same name is in the hash unless it is the same relationship, declared by the same
    /// entity. Hierarchies follow the same rule.
    @Test(
        arguments: [
            ("A", "A", nil, true), ("A", "B", nil, false), ("A", "A", "Base", true), ("Base", "A", "Base", true),
            ("A", "Base", "Base", true), ("B", "Base", "Base", false),
        ] as [(String, String, String?, Bool)])
    func inverseOfTheSameName(_ owner: String, _ destination: String, _ parent: String?, _ isOwn: Bool) throws {
        func link(_ to: String) -> Property {
            .relationship(Relationship(name: "near", destination: to, inverse: "near", maximumCount: 0))
        }
        let hasBase = parent != nil && [owner, destination].contains("Base")
        var entities = [Entity(name: owner, superentity: owner == "A" ? parent : nil, properties: [link(destination)])]
        if hasBase, owner == "A" || destination == "A" {
            // Only the superentity declares the relationship.
            entities = [Entity(name: "Base", properties: [link(destination)]), Entity(name: "A", superentity: "Base")]
        } else if owner != destination {
            entities.append(Entity(name: destination, properties: [link(owner)]))
        }
        let model = SchemaModel(entities: entities)
        let relationship = Relationship(name: "near", destination: destination, inverse: "near", maximumCount: 0)
        #expect(model.isOwnInverse(relationship, of: owner) == isOwn)
        let property = Property.relationship(relationship)
        var without = relationship
        without.inverse = nil
        let hash = PropertyHash.hash(of: property, in: owner, of: model)
        #expect((hash == PropertyHash.hash(of: .relationship(without), in: owner, of: model)) == isOwn)
    }

    private func expect(_ vectors: [Vector]) {
        for vector in vectors {
            let model = vector.model.schemaModel
            let hashes = model.versionHashes
            #expect(Set(hashes.keys) == Set(vector.hashes.keys), "\(vector.testDescription)")
            for (entity, expected) in vector.hashes {
                #expect(Digest.hex(hashes[entity] ?? []) == expected, "\(entity) in \(vector.testDescription)")
            }
            if let digest = vector.digest { #expect(model.versionHashesDigest == digest) }
            if let checksum = vector.checksum { #expect(model.versionChecksum == checksum) }
        }
    }
}
