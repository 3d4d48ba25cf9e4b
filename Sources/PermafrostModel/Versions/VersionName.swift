/// The name of a frozen version: any text that is safe as a folder's name, such as `2.0.0`, `2.0.0-beta.1` or `1`.
package struct VersionName: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Why a text is no version name.
    package enum Rejection: String, Sendable, Hashable, Error {
        case empty
        /// It starts with `-` or `.`, as options and hidden folders do.
        case leadingCharacter
        /// It holds `/`, `\`, `..`, NUL or another control character.
        case unsafeCharacter
        /// It is longer than a file system takes (200 bytes).
        case tooLong
    }

    /// The name as given.
    package let description: String

    /// Checks a name. Throws a ``Rejection``.
    package init(_ text: String) throws {
        guard let first = text.unicodeScalars.first else { throw Rejection.empty }
        guard first != "-", first != "." else { throw Rejection.leadingCharacter }
        guard
            !text.contains(".."),
            text.unicodeScalars.allSatisfy({ $0 != "/" && $0 != "\\" && $0.value >= 0x20 && $0.value != 0x7F })
        else { throw Rejection.unsafeCharacter }
        guard text.utf8.count <= 200 else { throw Rejection.tooLong }
        description = text
    }

    /// The name as it stands in file names: every character outside `[A-Za-z0-9-]` is `_`.
    package var filePart: String {
        String(
            description.map { character in
                character.isASCII && (character.isLetter || character.isNumber) || character == "-" ? character : "_"
            })
    }

    /// Numbers by value and texts by code unit, part by part; a pre-release (`2.0.0-beta.1`) before its release.
    package static func < (left: VersionName, right: VersionName) -> Bool {
        let (leftCore, leftSuffix) = left.split
        let (rightCore, rightSuffix) = right.split
        if leftCore != rightCore { return leftCore.lexicographicallyPrecedes(rightCore) }
        if leftSuffix.isEmpty || rightSuffix.isEmpty {
            if leftSuffix.isEmpty != rightSuffix.isEmpty { return rightSuffix.isEmpty }
        } else if leftSuffix != rightSuffix {
            return leftSuffix.lexicographicallyPrecedes(rightSuffix)
        }
        return left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }

    private enum Part: Comparable {
        case number(Int)
        case text(String)
    }

    private var split: (core: [Part], suffix: [Part]) {
        let dash = description.firstIndex(of: "-") ?? description.endIndex
        return (parts(description[..<dash]), parts(description[dash...].dropFirst()))
    }

    private func parts(_ text: Substring) -> [Part] {
        text.split(whereSeparator: { $0 == "." || $0 == "-" || $0 == "_" })
            .map { part in Int(part).map(Part.number) ?? .text(String(part)) }
    }
}

extension VersionName {
    /// A version's text in the order of versions: that of ``VersionName`` if both are such names, else by code unit.
    package struct Order: Comparable {
        private let text: String

        package init(_ text: String) { self.text = text }

        package static func < (left: Order, right: Order) -> Bool {
            guard let first = try? VersionName(left.text), let second = try? VersionName(right.text) else {
                return left.text < right.text
            }
            return first < second
        }
    }
}

extension SchemaVersion {
    /// What declares it and its name, models without a `VersionedSchema` included: `PostsSchemaV1 1.0.0`.
    package var titleWithSchema: String {
        schema.map { VersionName.VersionTitle(schema: $0, name: name).description } ?? name
    }
}

extension VersionName {
    /// What people read for a version: the type that declares it and its name, less what both say.
    package struct VersionTitle: Sendable, Hashable, CustomStringConvertible {
        /// `PostsSchemaV1 1.0.0`, or `Library 2` of a Core Data model whose file names its version.
        package let description: String
        /// `PostsSchemaV1`, or `Library 2` of such a model.
        package let schema: String
        /// Whether a Core Data model has the version.
        package let isOfModelFile: Bool

        /// - Parameters:
        ///   - schema: the type that declares the version, or a model version's folder: `Library 2.xcdatamodel`.
        ///   - name: what the version is called.
        package init(schema: String, name: String) {
            isOfModelFile = schema.hasSuffix(".xcdatamodel")
            let isNamedByFile = schema == name || schema == name + ".xcdatamodel"
            self.schema = isNamedByFile ? name : schema
            description = isNamedByFile ? name : "\(schema) \(name)"
        }
    }
}
