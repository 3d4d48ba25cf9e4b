/// The name of a frozen version. Any string that is a safe folder name is valid, such as `2.0.0`, `2.0.0-beta.1`, or
/// `1`.
package struct VersionName: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The reason that a string isn't a valid version name.
    package enum Rejection: String, Sendable, Hashable, Error {
        case empty
        /// The name starts with `-` or `.`, like an option or a hidden folder.
        case leadingCharacter
        /// The name contains `/`, `\`, `..`, NUL, another control character, or a line separator.
        case unsafeCharacter
        /// The name is longer than 200 bytes. File systems may not support such names.
        case tooLong
    }

    package let description: String

    /// Creates a version name. Throws a ``Rejection`` if the string isn't valid.
    package init(_ text: String) throws {
        guard let first = text.unicodeScalars.first else { throw Rejection.empty }
        guard first != "-", first != "." else { throw Rejection.leadingCharacter }
        guard
            !text.contains(".."),
            text.unicodeScalars.allSatisfy({
                $0 != "/" && $0 != "\\" && $0.value >= 0x20 && $0.value != 0x7F && !Character($0).isNewline
            })
        else { throw Rejection.unsafeCharacter }
        guard text.utf8.count <= 200 else { throw Rejection.tooLong }
        description = text
    }

    /// The name for use in file names. All characters outside `[A-Za-z0-9-]` are replaced with `_`.
    package var filePart: String {
        String(
            description.map { character in
                character.isASCII && (character.isLetter || character.isNumber) || character == "-" ? character : "_"
            })
    }

    /// Compares names part by part. Numbers are compared by value, also after letters, so `App v2` sorts before
    /// `App v10`. Other parts are compared as strings. A prerelease (`2.0.0-beta.1`) sorts before its release.
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
        text.split(whereSeparator: { $0 == "." || $0 == "-" || $0 == "_" }).flatMap { part in
            var parts: [Part] = []
            var rest = part
            while let first = rest.first {
                let isNumber = first.isASCII && first.isNumber
                let run = rest.prefix { ($0.isASCII && $0.isNumber) == isNumber }
                parts.append(isNumber ? Int(run).map(Part.number) ?? .text(String(run)) : .text(String(run)))
                rest = rest.dropFirst(run.count)
            }
            return parts
        }
    }
}

extension SchemaVersion {
    /// The version's type and name, such as `PostsSchemaV1 1.0.0`. Unlike ``title``, it also contains ``schema`` if the
    /// version consists of models without a `VersionedSchema`.
    package var titleWithSchema: String {
        schema.map { VersionTitle(schema: $0, name: name).description } ?? name
    }
}
