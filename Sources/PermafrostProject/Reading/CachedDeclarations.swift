import Foundation
import PermafrostModel
import PermafrostSource

/// The format of cached declarations: the archive, and the digests that show whether the sources have changed. The
/// cache guarantees the integrity of the bytes.
struct CachedDeclarations {
    private static let magic = Array("PFCACHE4".utf8)
    private static let prefixLength = 8 + 32 + 32

    /// The digest of every file's path, size and times; zeros if a file was too recent to compare by them.
    let stamp: [UInt8]
    /// The digest of every file's path and content.
    let content: [UInt8]
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
    /// The digest of every file's path, size, times and inode number, which identifies an unchanged project.
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

    /// Returns the digest of every file's path and content. A file that can't be read counts only by its path.
    func content(in directory: String) -> [UInt8] {
        let parts = files.parallelMap { file -> [UInt8] in
            let data = FileManager.default.contents(atPath: directory + "/" + file.path) ?? Data()
            return Array(file.path.utf8) + [0] + data.withUnsafeBytes { Digest.sha256($0) }
        }
        return Digest.sha256(Array(parts.joined()))
    }

    /// Returns whether every file's last change is long enough before a time. A later change could otherwise leave the
    /// same times.
    func isSettled(at time: Date) -> Bool {
        // The time stamps of file systems have a resolution of up to 10 ms, and of 2 s in some.
        let limit = Int64((time.timeIntervalSince1970 - 2) * 1_000_000_000)
        return files.allSatisfy { $0.modified < limit && $0.changed < limit }
    }
}
