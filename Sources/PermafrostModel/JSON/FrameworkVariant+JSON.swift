// {"1419": {"inverses": {"Category.rubric": "categories"}, "versionChecksum": "…", "versionHashes": {"Category": "…"}}}
extension SchemaModel {
    /// The framework variants in JSON, keyed by framework, or nil if the model has no variants. A variant consists of
    /// its inverses, the version hashes that differ from the model's own, and its version checksum.
    var variantsJSON: CanonicalJSON? {
        guard !frameworkVariants.isEmpty else { return nil }
        return .object(
            frameworkVariants.map { variant in
                let (hashes, checksum) = hashes(of: variant)
                return (
                    variant.framework.rawValue,
                    .object([
                        ("inverses", .object(variant.paths.map { ($0.path, .string($0.inverse)) })),
                        ("versionChecksum", .string(checksum)),
                        ("versionHashes", .object(hashes.map { ($0.key, .string(Digest.hex($0.value))) })),
                    ])
                )
            })
    }

    /// Returns the variant's version hashes that differ from the model's own, and the checksum of all the variant's
    /// hashes.
    private func hashes(of variant: FrameworkVariant) -> (differing: [String: [UInt8]], checksum: String) {
        let model = model(of: variant)
        let (own, hashes) = (versionHashes, model.versionHashes)
        return (hashes.filter { own[$0.key] != $0.value }, model.versionChecksum(of: hashes))
    }

    /// Reads the variants and appends them to `frameworkVariants`. Throws a ``ModelDocumentError`` if a framework is
    /// unknown, if the inverses are missing or don't fit the model's relationships, or if the recorded hashes or
    /// checksum don't match the inverses.
    mutating func readVariants(_ reader: ObjectReader) throws {
        let variants = try reader.dictionary("modelFrameworkVariants") { json, path in
            (try ObjectReader(json, path: path).stringDictionary("inverses"), json, path)
        }
        for (name, (inverses, json, path)) in variants.sorted(by: { CodeUnitOrder.isBefore($0.key, $1.key) }) {
            guard let framework = FrameworkVariant.Framework(rawValue: name) else {
                let known = FrameworkVariant.Framework.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
                throw ModelDocumentError.malformed(path: path, expected: "a framework that is known (\(known))")
            }
            guard !inverses.isEmpty else {
                throw ModelDocumentError.malformed(path: path + ".inverses", expected: "inverses")
            }
            var variant = FrameworkVariant(framework: framework, inverses: [:])
            for (place, inverse) in inverses.sorted(by: { CodeUnitOrder.isBefore($0.key, $1.key) }) {
                let parts = place.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
                let member = "\(path).inverses.\(place)"
                guard parts.count == 2, let found = relationship(parts[1], of: parts[0]) else {
                    throw ModelDocumentError.malformed(path: member, expected: "a relationship of the models")
                }
                guard found.inverse == nil else {
                    throw ModelDocumentError.malformed(path: member, expected: "a relationship without an inverse")
                }
                guard relationship(inverse, of: found.destination)?.destination == parts[0] else {
                    throw ModelDocumentError.malformed(
                        path: member, expected: "a relationship from \(found.destination) to \(parts[0])")
                }
                variant.inverses[parts[0], default: [:]][parts[1]] = inverse
            }
            let recorded = ObjectReader(json, path: path)
            let (hashes, checksum) = hashes(of: variant)
            guard try recorded.stringDictionary("versionHashes") == hashes.mapValues({ Digest.hex($0) }) else {
                throw ModelDocumentError.malformed(
                    path: path + ".versionHashes", expected: "the hashes that follow from the inverses")
            }
            guard try recorded.string("versionChecksum") == checksum else {
                throw ModelDocumentError.malformed(
                    path: path + ".versionChecksum", expected: "the checksum that follows from the inverses")
            }
            frameworkVariants.append(variant)
        }
    }

    private func relationship(_ name: String, of entity: String) -> Relationship? {
        let property = self.entity(named: entity)?.property(named: name)
        return if case .relationship(let relationship)? = property { relationship } else { nil }
    }
}

extension FrameworkVariant {
    /// The paths of the variant's relationships (`Entity.property`), each with the name of the relationship's inverse.
    fileprivate var paths: [(path: String, inverse: String)] {
        inverses.flatMap { entity, inverses in inverses.map { ("\(entity).\($0.key)", $0.value) } }
    }
}
