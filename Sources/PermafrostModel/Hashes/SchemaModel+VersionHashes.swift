extension SchemaModel {
    /// The version hash of each entity, by name: 32 bytes, by which Core Data recognises a store of this model.
    ///
    /// The rules were checked on hashes that Apple's framework computed; class inheritance in SwiftData, nested
    /// composites and names outside ASCII are assumed to follow them.
    package var versionHashes: [String: [UInt8]] {
        var hashes: [String: [UInt8]] = [:]
        hashes.reserveCapacity(entities.count)
        for entity in entities { _ = versionHash(of: entity, into: &hashes) }
        return hashes
    }

    /// `NSStoreModelVersionHashesDigest`: base64 of SHA-512 over names and hashes, entities sorted by name.
    package var versionHashesDigest: String {
        versionHashesDigest(of: versionHashes)
    }

    /// ``versionHashesDigest`` over hashes that were computed before.
    package func versionHashesDigest(of hashes: [String: [UInt8]]) -> String {
        var input = PropertyHash.HashInput()
        for entity in entities {
            input.append(entity.name)
            input.append(hashes[entity.name] ?? [])
        }
        return Digest.Base64.encode(Digest.sha512(input.bytes))
    }

    /// `NSStoreModelVersionChecksumKey`: base64 of SHA-256 over the hashes, entities sorted by name. Two versions with
    /// one checksum make a staged migration fail with "Duplicate version checksums detected."
    package var versionChecksum: String {
        versionChecksum(of: versionHashes)
    }

    /// ``versionChecksum`` over hashes that were computed before.
    package func versionChecksum(of hashes: [String: [UInt8]]) -> String {
        var input = PropertyHash.HashInput()
        for entity in entities { input.append(hashes[entity.name] ?? []) }
        return Digest.Base64.encode(input.hash)
    }

    /// The version hash of one entity, which is computed once, as are those that it inherits from.
    ///
    /// - Parameters:
    ///   - hashes: the hashes that were computed before.
    ///   - enclosing: the entities that inherit from it, of which none is followed again.
    func versionHash(
        of entity: Entity, into hashes: inout [String: [UInt8]], enclosing: [String] = []
    ) -> [UInt8] {
        if let known = hashes[entity.name] { return known }
        var input = PropertyHash.HashInput()
        input.append(entity.name)
        input.append(byte: entity.isAbstract ? 1 : 0)
        if let name = entity.superentity, let superentity = self.entity(named: name), !enclosing.contains(name) {
            input.append(versionHash(of: superentity, into: &hashes, enclosing: enclosing + [entity.name]))
        }
        for property in properties(of: entity.name) {
            if let hash = PropertyHash.hash(of: property) { input.append(hash) }
        }
        if let modifier = entity.versionHashModifier { input.append(modifier) }
        for constraint in entity.uniquenessConstraints.map({ $0.joined(separator: ".") }).sortedByCodeUnit() {
            input.append(constraint)
        }
        let hash = input.hash
        hashes[entity.name] = hash
        return hash
    }
}
