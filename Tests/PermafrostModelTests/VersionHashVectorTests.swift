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
        #expect(vectors.count == 23)
        #expect(vectors.reduce(0) { $0 + $1.hashes.count } == 82)
        expect(vectors)
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
