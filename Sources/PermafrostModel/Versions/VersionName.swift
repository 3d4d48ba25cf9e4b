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
            !zip(text.utf8, text.utf8.dropFirst()).contains(where: { $0 == $1 && $0 == UInt8(ascii: ".") }),
            text.unicodeScalars.allSatisfy({
                $0 != "/" && $0 != "\\" && $0.value >= 0x20 && $0.value != 0x7F
                    && ($0.isASCII || !Character($0).isNewline)
            })
        else { throw Rejection.unsafeCharacter }
        guard text.utf8.count <= 200 else { throw Rejection.tooLong }
        description = text
    }

    /// The name for use in file names. All characters outside `[A-Za-z0-9-]` are replaced with `_`.
    package var filePart: String {
        if description.isASCII {
            return String(decoding: description.utf8.map { $0.isLetterOrDigit || $0 == 45 ? $0 : 95 }, as: UTF8.self)
        }
        return String(
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
        let bytes = Array(description.utf8)
        let dash = bytes.firstIndex(of: UInt8(ascii: "-")) ?? bytes.endIndex
        return (Self.parts(bytes[..<dash]), Self.parts(bytes[dash...].dropFirst()))
    }

    /// Returns the runs of digits and of other characters between the separators `.`, `-` and `_`.
    private static func parts(_ text: ArraySlice<UInt8>) -> [Part] {
        var parts: [Part] = []
        var start = text.startIndex
        while start < text.endIndex {
            guard !separators.contains(text[start]) else {
                start += 1
                continue
            }
            let isNumber = text[start].isDigit
            let end = text[start...].firstIndex { $0.isDigit != isNumber || separators.contains($0) } ?? text.endIndex
            let run = String(decoding: text[start..<end], as: UTF8.self)
            parts.append(isNumber ? Int(run).map(Part.number) ?? .text(run) : .text(run))
            start = end
        }
        return parts
    }

    private static let separators = Array(".-_".utf8)
}

extension UInt8 {
    fileprivate var isDigit: Bool { (48...57).contains(self) }
    fileprivate var isLetterOrDigit: Bool { isDigit || (65...90).contains(self) || (97...122).contains(self) }
}

extension SchemaVersion {
    /// The version's type and name, such as `PostsSchemaV1 1.0.0`. Unlike ``title``, it also contains ``schema`` if the
    /// version consists of models without a `VersionedSchema`.
    package var titleWithSchema: String {
        schema.map { VersionTitle(schema: $0, name: name).description } ?? name
    }
}
