import Foundation
import PermafrostModel
import PermafrostSource

/// Declarations as the cache keeps them: the archive, and the digests that show whether the sources have changed since. The cache
/// vouches for the bytes.
struct CachedDeclarations {
    private static let magic = Array("PFCACHE4".utf8)
    private static let prefixLength = 8 + 32 + 32

    /// The digest of every file's path, size and times; zeros where a file was too fresh to tell by them.
    let stamp: [UInt8]
    /// The digest of every file's path and content.
    let content: [UInt8]
    /// The archive.
    let archive: Data

    init(stamp: [UInt8], content: [UInt8], archive: Data) {
        self.stamp = stamp
        self.content = content
        self.archive = archive
    }

    init?(_ bytes: Data) {
        guard bytes.count > Self.prefixLength, bytes.prefix(8).elementsEqual(Self.magic) else { return nil }
        let start = bytes.startIndex
        stamp = Array(bytes[(start + 8)..<(start + 40)])
        content = Array(bytes[(start + 40)..<(start + 72)])
        archive = bytes[(start + Self.prefixLength)...]
    }

    var bytes: Data { Data(Self.magic + stamp + content) + archive }
}

extension SourceFileList {
    /// The digest of every file's path, size, times and number, by which an unchanged project is recognised.
    var stamp: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(files.count * 96)
        for file in files {
            bytes.append(contentsOf: file.path.utf8)
            bytes.append(0)
            for value in [file.size, file.modified, file.changed, Int64(bitPattern: file.number)] {
                withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
            }
        }
        return Digest.sha256(bytes)
    }

    /// The digest of every file's path and content. A file that cannot be read counts by its path alone.
    func content(in directory: String) -> [UInt8] {
        let parts = files.parallelMap { file -> [UInt8] in
            let data = FileManager.default.contents(atPath: directory + "/" + file.path) ?? Data()
            return Array(file.path.utf8) + [0] + data.withUnsafeBytes { Digest.sha256($0) }
        }
        return Digest.sha256(Array(parts.joined()))
    }

    /// Whether no file changed so shortly before a time that another change could leave the same times behind.
    func isSettled(at time: Date) -> Bool {
        // File systems tick in steps of up to 10 ms, some of 2 s.
        let limit = Int64((time.timeIntervalSince1970 - 2) * 1_000_000_000)
        return files.allSatisfy { $0.modified < limit && $0.changed < limit }
    }
}
