import Foundation
import PermafrostModel

/// The format of cached declarations. A small header is decoded immediately, and the models and locations after it only
/// when they are needed.
///
/// Layout: the magic bytes, the header's length (8 bytes, little-endian), the header as JSON, and the bytes of the
/// models and locations. The header contains the range of each model and each location.
package enum DeclarationArchive {
    private static let magic = Array("PFDECL20".utf8)

    /// The error for bytes that aren't an archive in the current format. The sources must then be read again.
    package struct Unreadable: Error {}

    /// Encodes declarations. Models are encoded in parallel. Throws an `EncodingError` if a value can't be encoded.
    package static func encode(_ declarations: ProjectDeclarations) throws -> [UInt8] {
        let texts = ArchivedTexts()
        let encoder = JSONEncoder()
        // Archives of equal declarations then differ at most in the order of sets.
        encoder.outputFormatting = .sortedKeys
        texts.add(to: &encoder.userInfo)
        let json = try encoder.encode(declarations.inCanonicalText)
        var bytes = magic
        withUnsafeBytes(of: UInt64(json.count).littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: json)
        bytes.append(contentsOf: texts.bytes)
        return bytes
    }

    /// Decodes declarations. Throws ``Unreadable`` if the bytes aren't an archive in the current format.
    package static func decode(_ bytes: Data) throws -> ProjectDeclarations {
        let prefix = magic.count + 8
        guard bytes.count >= prefix, bytes.prefix(magic.count).elementsEqual(magic) else { throw Unreadable() }
        let start = bytes.startIndex + magic.count
        let length = bytes[start..<start + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length <= UInt64(bytes.count - prefix) else { throw Unreadable() }
        let headerEnd = bytes.startIndex + prefix + Int(length)
        let decoder = JSONDecoder()
        ArchivedTexts(bytes[headerEnd...]).add(to: &decoder.userInfo)
        do {
            return try decoder.decode(ProjectDeclarations.self, from: bytes[(bytes.startIndex + prefix)..<headerEnd])
        } catch {
            throw Unreadable()
        }
    }
}

extension ProjectDeclarations {
    /// The same declarations, with their models stored as canonical JSON. Models are encoded in parallel.
    package var inCanonicalText: ProjectDeclarations {
        var declarations = self
        declarations.schemas = schemas.parallelMap(\.inCanonicalText)
        return declarations
    }
}

extension DeclaredVersion {
    fileprivate var inCanonicalText: DeclaredVersion {
        var version = self
        version.model = model?.inCanonicalText
        version.variants = variants.map {
            SchemaVersion.Variant(
                condition: $0.condition, platforms: $0.platforms, location: $0.location,
                content: $0.content?.inCanonicalText)
        }
        return version
    }
}

/// The encoded models and locations that follow an archive's header.
final class ArchivedTexts: Sendable {
    private static let key = CodingUserInfoKey(rawValue: "archivedTexts")
    private let data: Locked<Data>

    init(_ data: Data = Data()) { self.data = Locked(data) }

    /// Returns the ``ArchivedTexts`` in the `userInfo` of an encoder or decoder. Throws
    /// ``DeclarationArchive/Unreadable`` if `userInfo` doesn't contain any.
    static func texts(of userInfo: [CodingUserInfoKey: Any]) throws -> ArchivedTexts {
        guard let texts = key.flatMap({ userInfo[$0] }) as? ArchivedTexts else { throw DeclarationArchive.Unreadable() }
        return texts
    }

    func add(to userInfo: inout [CodingUserInfoKey: any Sendable]) {
        if let key = Self.key { userInfo[key] = self }
    }

    /// The bytes of all encoded models and locations, concatenated.
    var bytes: Data { data.withLock { $0 } }

    func append(_ text: [UInt8]) -> Range<Int> {
        data.withLock { data in
            let start = data.count
            data.append(contentsOf: text)
            return start..<data.count
        }
    }

    /// Returns the bytes in a range. Throws ``DeclarationArchive/Unreadable`` if the archive ends before the range
    /// does.
    func text(_ place: Range<Int>) throws -> Data {
        try data.withLock { data in
            guard place.lowerBound >= 0, place.upperBound <= data.count else { throw DeclarationArchive.Unreadable() }
            return data[(data.startIndex + place.lowerBound)..<(data.startIndex + place.upperBound)]
        }
    }
}
