import PermafrostModel
import PermafrostStore

/// A user's store that was anonymized and added to a frozen version. It is in the `stores` folder of the version's
/// fixture, in a folder with the store's name:
///
/// ```
/// Fixtures/1.0.0/stores/user/user.sqlite
/// Fixtures/1.0.0/stores/user/user.sha256
/// Fixtures/1.0.0/stores/user/export_metadata.txt
/// ```
///
/// Large values are in their own folder next to the store, as on a device.
package struct NamedStore: Sendable, Hashable {
    /// The name of the folder in a fixture that contains its named stores.
    package static let folderName = "stores"
    /// The file that prevents git from converting the store's files.
    static let attributes = (name: ".gitattributes", text: "* binary\n")

    package let fixture: FixtureFolder
    package let name: VersionName

    package init(_ name: VersionName, of fixture: FixtureFolder) {
        self.name = name
        self.fixture = fixture
    }

    /// The path of the folder relative to the fixture's folder, such as `stores/user`.
    package var folder: String { Self.folderName + "/" + name.description }

    package var path: String { fixture.path(of: folder) }

    package var storePath: String { path + "/" + storeName }

    var storeName: String { name.filePart + ".sqlite" }

    var checksumsName: String { name.filePart + ".sha256" }

    static let metadataName = "export_metadata.txt"

    /// Returns the stores of a fixture, sorted by name.
    ///
    /// - Throws: `FileError` if the folder can't be listed.
    package static func all(of fixture: FixtureFolder) throws -> [NamedStore] {
        let folder = fixture.path(of: folderName)
        guard try FileKind(of: folder) == .directory else { return [] }
        return try FileAccess.list(folder).filter { !$0.hasPrefix(".") }.sortedByCodeUnit().compactMap { name in
            guard let name = try? VersionName(name) else { return nil }
            return NamedStore(name, of: fixture)
        }
    }

    /// Returns the damage to a fixture's named stores, which is found by comparing their files with their checksums.
    static func damage(of fixture: FixtureFolder) -> [FixtureDamage] {
        do {
            guard try FileKind(of: fixture.path(of: folderName)) != .symbolicLink else {
                return [.symbolicLink(file: folderName)]
            }
            return try all(of: fixture).flatMap(\.damage)
        } catch {
            return [.unreadable(file: folderName, reason: (error as? FileError)?.reason ?? "\(error)")]
        }
    }

    /// The damage to the store's files.
    package var damage: [FixtureDamage] {
        if (try? FileKind(of: path)) == .symbolicLink { return [.symbolicLink(file: folder)] }
        var damage: [FixtureDamage] = []
        if let link = Self.damage(ofLinksAt: storeName, in: path, shownIn: folder + "/") { return [link] }
        let list = folder + "/" + checksumsName
        guard let checksums = checksums(&damage) else { return damage }
        guard checksums[storeName] != nil else { return [.malformedChecksums(file: list)] }
        for (file, recorded) in checksums.sorted(by: { $0.key < $1.key }) {
            let shown = folder + "/" + file
            switch try? FileKind(of: path + "/" + file) {
            case .regular: break
            case .absent:
                damage.append(.missing(file: shown))
                continue
            case .symbolicLink:
                damage.append(.symbolicLink(file: shown))
                continue
            default:
                damage.append(.unreadable(file: shown, reason: "it isn't a file"))
                continue
            }
            do {
                let found = Digest.hex(try FileAccess.digest(path + "/" + file).hash)
                if found != recorded {
                    damage.append(.checksumMismatch(file: shown, recorded: recorded, found: found))
                }
            } catch {
                damage.append(.unreadable(file: shown, reason: (error as? FileError)?.reason ?? "\(error)"))
            }
        }
        for ending in StoreFile.endings.dropFirst()
        where (try? FileKind(of: storePath + ending)) != .absent {
            damage.append(.companion(file: folder + "/" + storeName + ending))
        }
        return damage
    }

    /// Returns the damage if a folder with a store's large values is a symbolic link. In a checkout, the link can point
    /// to any folder, and reading the store would read the files in that folder.
    ///
    /// - Parameters:
    ///   - store: the store's file name.
    ///   - path: the path of the store's folder.
    ///   - prefix: the text that precedes the link's relative path in the damage.
    static func damage(ofLinksAt store: String, in path: String, shownIn prefix: String = "") -> FixtureDamage? {
        do {
            return try StoreFiles.linkedFolder(ofStoreNamed: store, in: path).map { .symbolicLink(file: prefix + $0) }
        } catch {
            return .unreadable(file: prefix + store, reason: (error as? FileError)?.reason ?? "\(error)")
        }
    }

    /// Returns the checksums, keyed by the path relative to the store's folder. Returns nil, and adds the damage, if
    /// the file can't be read or has an invalid line.
    private func checksums(_ damage: inout [FixtureDamage]) -> [String: String]? {
        let list = folder + "/" + checksumsName
        let bytes: [UInt8]
        do {
            guard try FileKind(of: path + "/" + checksumsName) == .regular else {
                damage.append(.missing(file: list))
                return nil
            }
            bytes = try FileAccess.read(path + "/" + checksumsName, limit: 16 << 20)
        } catch {
            damage.append(.unreadable(file: list, reason: (error as? FileError)?.reason ?? "\(error)"))
            return nil
        }
        var checksums: [String: String] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let hex = line.prefix(64)
            let file = String(line.dropFirst(66))
            // The list comes from a checkout, so a path must not lead out of the folder.
            let isValue =
                ExternalStorage.isRelativePathOfFile(file)
                && file.parentPath == ExternalStorage.relativeFolder(of: storeName)
            let isValid = file == storeName || isValue
            guard hex.utf8.count == 64, hex.allSatisfy(\.isHexDigit), isValid else {
                damage.append(.malformedChecksums(file: list))
                return nil
            }
            checksums[file] = hex.lowercased()
        }
        return checksums
    }
}
