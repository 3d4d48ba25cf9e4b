/// Functions that compute Core Data's version hashes for individual properties.
enum PropertyHash {
    /// Returns whether a property has a hash.
    static func isHashed(_ property: Property) -> Bool {
        if case .fetched = property { false } else { !property.isTransient }
    }

    /// Returns the hash of an entity's property, or nil if the property is transient or fetched.
    static func hash(of property: Property, in entity: String, of model: SchemaModel) -> [UInt8]? {
        guard isHashed(property) else { return nil }
        switch property {
        case .attribute(let attribute): return hash(of: attribute)
        case .relationship(let relationship):
            return hash(of: relationship, isOwnInverse: model.isOwnInverse(relationship, of: entity))
        case .fetched: return nil
        }
    }

    /// Returns the hash of an attribute that is stored.
    static func hash(of attribute: Attribute) -> [UInt8] {
        var input = PropertyHash.HashInput()
        if let derivation = attribute.derivation {
            // The hash doesn't include the name, flags or type. `HashRule.derived`: the format of some expressions is
            // assumed.
            input.append(derivation.expression)
            if let filter = derivation.filter { input.append(filter) }
            return input.hash
        }
        if attribute.type == .composite {
            // The hash doesn't include the composite's name, optionality or type. Nested composites are flattened.
            // `HashRule.elementsOfTheSameName`: assume that leaves with the same name are sorted by type.
            let leaves = attribute.leaves.sorted {
                $0.name == $1.name ? $0.type.rawValue < $1.type.rawValue : CodeUnitOrder.isBefore($0.name, $1.name)
            }
            for leaf in leaves { input.append(hash(of: leaf)) }
            return input.hash
        }
        input.append(
            base(
                name: attribute.name, isOptional: attribute.isOptional,
                modifier: attribute.versionHashModifier))
        input.append(attribute.type.rawValue)
        if attribute.isExternalStorage { input.append(byte: 1) }
        if attribute.preservesValueOnDeletion { input.append(byte: 1) }
        return input.hash
    }

    private static func hash(of relationship: Relationship, isOwnInverse: Bool) -> [UInt8] {
        var input = PropertyHash.HashInput()
        input.append(
            base(
                name: relationship.name, isOptional: relationship.isOptional,
                modifier: relationship.versionHashModifier))
        input.append(relationship.destination)
        if let inverse = relationship.inverse, !isOwnInverse { input.append(inverse) }
        input.append(Int32(clamping: relationship.maximumCount))
        input.append(Int32(clamping: relationship.minimumCount))
        if relationship.isOrdered { input.append(UInt16(1)) }
        return input.hash
    }

    private static func base(name: String, isOptional: Bool, modifier: String?) -> [UInt8] {
        var input = PropertyHash.HashInput()
        input.append(name)
        // The flags for transient (2) and read-only (4) are never needed here, because such properties have no hash of
        // this form.
        input.append(UInt16(isOptional ? 1 : 0))
        if let modifier { input.append(modifier) }
        return input.hash
    }
}

extension PropertyHash {
    /// The input of a version hash. It consists of UTF-8 strings, little-endian integers and other hashes, without
    /// separators.
    struct HashInput {
        private(set) var bytes: [UInt8] = []

        init() { bytes.reserveCapacity(128) }

        mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
        mutating func append(_ raw: [UInt8]) { bytes.append(contentsOf: raw) }
        mutating func append(byte: UInt8) { bytes.append(byte) }

        mutating func append(_ integer: some FixedWidthInteger) {
            withUnsafeBytes(of: integer.littleEndian) { bytes.append(contentsOf: $0) }
        }

        var hash: [UInt8] { Digest.sha256(bytes) }
    }
}

extension SchemaModel {
    /// The 32-byte version hash of each entity, keyed by entity name. Core Data uses these hashes to recognize a store
    /// of this model.
    ///
    /// The rules were checked against hashes that Apple's framework computed. ``HashRule`` lists the cases that weren't
    /// checked, such as class inheritance in SwiftData and names outside ASCII.
    package var versionHashes: [String: [UInt8]] {
        var hashes: [String: [UInt8]] = [:]
        hashes.reserveCapacity(entities.count)
        for entity in entities { _ = versionHash(of: entity, into: &hashes) }
        return hashes
    }

    /// The value of `NSStoreModelVersionHashesDigest`: a single SHA-512 over the names and version hashes of all
    /// entities, sorted by entity name, encoded as base64.
    package var versionHashesDigest: String {
        versionHashesDigest(of: versionHashes)
    }

    /// Returns ``versionHashesDigest`` for the given version hashes.
    package func versionHashesDigest(of hashes: [String: [UInt8]]) -> String {
        var input = PropertyHash.HashInput()
        for entity in entities {
            input.append(entity.name)
            input.append(hashes[entity.name] ?? [])
        }
        return Base64.encode(Digest.sha512(input.bytes))
    }

    /// The value of `NSStoreModelVersionChecksumKey`: a single SHA-256 over the version hashes of all entities, sorted
    /// by entity name, encoded as base64. If two versions have the same checksum, a staged migration fails with
    /// "Duplicate version checksums detected."
    package var versionChecksum: String {
        versionChecksum(of: versionHashes)
    }

    /// Returns ``versionChecksum`` for the given version hashes.
    package func versionChecksum(of hashes: [String: [UInt8]]) -> String {
        var input = PropertyHash.HashInput()
        for entity in entities { input.append(hashes[entity.name] ?? []) }
        return Base64.encode(input.hash)
    }

    /// Returns the version hash of an entity. Adds the hashes of the entity and its superentities to `hashes`, so that
    /// each hash is computed only once.
    ///
    /// - Parameters:
    ///   - hashes: the hashes that were already computed, keyed by entity name.
    ///   - enclosing: the names of the subentities that are currently being hashed. A superentity with one of these
    ///     names is skipped, so that a cycle of superentities doesn't cause an endless recursion.
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
            if let hash = PropertyHash.hash(of: property, in: entity.name, of: self) { input.append(hash) }
        }
        if let modifier = entity.versionHashModifier { input.append(modifier) }
        // `HashRule.severalConstraints`: assume that the constraints are sorted.
        for constraint in entity.uniquenessConstraints.map({ $0.joined(separator: ".") }).sortedByCodeUnit() {
            input.append(constraint)
        }
        let hash = input.hash
        hashes[entity.name] = hash
        return hash
    }

    /// Returns whether a relationship of an entity is its own inverse: the same relationship, declared by the same
    /// entity. An inverse that only has the same name is a different relationship (`HashRule.inverseOfTheSameName`).
    ///
    /// In a hierarchy, this is assumed (`HashRule.inverseInHierarchy`).
    func isOwnInverse(_ relationship: Relationship, of entity: String) -> Bool {
        guard relationship.inverse == relationship.name else { return false }
        guard relationship.destination != entity else { return true }
        return declaringEntity(of: relationship.name, in: entity)
            == declaringEntity(of: relationship.name, in: relationship.destination)
    }

    /// Returns the nearest entity among an entity and its superentities that declares a property, or nil if none does.
    private func declaringEntity(of property: String, in entity: String) -> String? {
        let line = (self.entity(named: entity).map { [$0] } ?? []) + superentities(of: entity)
        return line.first { $0.properties.contains { $0.name == property } }?.name
    }
}
