extension Entity {
    func json(versionHash: [UInt8]?) -> CanonicalJSON {
        .object([
            ("abstract", isAbstract ? .boolean(true) : nil),
            ("className", className.map { .string($0) }),
            ("indexes", indexes.isEmpty ? nil : .array(indexes.map(\.json))),
            ("name", .string(name)),
            ("properties", .array(properties.map(\.json))),
            ("renamingIdentifier", renamingIdentifier.map { .string($0) }),
            ("superentity", superentity.map { .string($0) }),
            (
                "uniquenessConstraints",
                uniquenessConstraints.isEmpty ? nil : .array(uniquenessConstraints.map { .strings($0) })
            ),
            ("userInfo", .strings(in: userInfo)),
            ("versionHash", versionHash.map { .string(Digest.hex($0)) }),
            ("versionHashModifier", versionHashModifier.map { .string($0) }),
        ])
    }
}

extension FetchIndex {
    var json: CanonicalJSON {
        .object([
            ("elements", .array(elements.map(\.json))),
            ("name", .string(name)),
            ("partialPredicate", partialPredicate.map { .string($0) }),
        ])
    }
}

extension FetchIndex.Element {
    /// The element in JSON. An ascending binary element, which is the usual case, is written as its property's name.
    /// Every other element is an object.
    var json: CanonicalJSON {
        guard !isAscending || kind != .binary else { return .string(property) }
        return .object([
            ("descending", isAscending ? nil : .boolean(true)),
            ("kind", kind == .rTree ? .string("rTree") : nil),
            ("property", .string(property)),
        ])
    }
}

extension Property {
    var json: CanonicalJSON {
        switch self {
        case .attribute(let attribute): attribute.json
        case .relationship(let relationship): relationship.json
        case .fetched(let fetched):
            .object([
                ("entity", fetched.entity.map { .string($0) }),
                ("name", .string(fetched.name)),
                ("optional", fetched.isOptional ? .boolean(true) : nil),
                ("predicate", fetched.predicate.map { .string($0) }),
                ("type", .string("fetched")),
                ("userInfo", .strings(in: fetched.userInfo)),
            ])
        }
    }
}

extension Attribute {
    var json: CanonicalJSON {
        .object([
            ("allowsCloudEncryption", .flag(allowsCloudEncryption)),
            ("default", defaultValue?.json),
            ("derivation", derivation.map { .string($0.expression) }),
            ("derivationFilter", derivation?.filter.map { .string($0) }),
            ("elements", type == .composite ? .array(elements.map(\.json)) : nil),
            ("enumeration", .flag(isEnumeration)),
            ("enumerationCases", enumerationCases.map { .strings($0) }),
            ("externalStorage", .flag(isExternalStorage)),
            ("name", .string(name)),
            ("optional", .flag(isOptional)),
            ("preservesValueOnDeletion", .flag(preservesValueOnDeletion)),
            ("renamingIdentifier", renamingIdentifier.map { .string($0) }),
            ("shape", shape?.json),
            ("spotlight", .flag(isSpotlightIndexed)),
            ("transient", .flag(isTransient)),
            ("type", .string(type.name)),
            ("userInfo", .strings(in: userInfo)),
            ("valueClass", valueClassName.map { .string($0) }),
            ("valueTransformer", valueTransformerName.map { .string($0) }),
            ("versionHashModifier", versionHashModifier.map { .string($0) }),
        ])
    }
}

extension Relationship {
    var json: CanonicalJSON {
        .object([
            ("deleteRule", .string(deleteRule.name)),
            ("destination", .string(destination)),
            ("inverse", inverse.map { .string($0) }),
            ("maximumCount", isToMany && maximumCount != 0 ? .integer(Int64(maximumCount)) : nil),
            ("minimumCount", minimumCount == 0 ? nil : .integer(Int64(minimumCount))),
            ("name", .string(name)),
            ("optional", .flag(isOptional)),
            ("ordered", .flag(isOrdered)),
            ("preservesValueOnDeletion", .flag(preservesValueOnDeletion)),
            ("renamingIdentifier", renamingIdentifier.map { .string($0) }),
            ("transient", .flag(isTransient)),
            ("type", .string(isToMany ? "toMany" : "toOne")),
            ("userInfo", .strings(in: userInfo)),
            ("versionHashModifier", versionHashModifier.map { .string($0) }),
        ])
    }
}

extension CanonicalJSON {
    /// Returns `true` if the flag is set, or nil to omit the key.
    fileprivate static func flag(_ isSet: Bool) -> CanonicalJSON? { isSet ? .boolean(true) : nil }

    /// Returns an object of strings, or nil if the dictionary is empty.
    fileprivate static func strings(in dictionary: [String: String]) -> CanonicalJSON? {
        dictionary.isEmpty ? nil : .object(dictionary.map { ($0.key, .string($0.value)) })
    }
}
