import Foundation
import PermafrostModel
import PermafrostSource

/// A cache entry with a project's declarations. It contains their archive, and the digests that detect whether the
/// sources changed. ``CacheFolder`` ensures that the bytes weren't modified.
struct CachedDeclarations {
    private static let magic = Array("PFCACHE5".utf8)
    private static let prefixLength = 8 + 32 + 32

    /// A digest of all files' paths, sizes, times and inode numbers. It consists of zeros if a file changed so recently
    /// that its times aren't reliable. For the sources at a commit, it is the same as ``content``.
    let stamp: [UInt8]
    /// A digest of all files' paths and contents.
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
    /// A digest of all files' paths, sizes, times and inode numbers. If it is the same as in an earlier run, the files
    /// count as unchanged.
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
        return Digest.sha256(bytes + linkText)
    }

    /// The symbolic links with the places that they lead to, and the folders that aren't read.
    private var linkText: [UInt8] {
        let places =
            links.map { "\($0.key)\0\($0.value)\n" } + outsideLinks.map { "\($0)\0\n" }
            + skippedFolders.map { "\($0)\n" } + unreadableFolders.map { "\($0.key)\0\($0.value)\n" }
        return Array(places.sorted { CodeUnitOrder.isBefore($0, $1) }.joined().utf8)
    }

    /// Returns a digest of all files' paths and contents. A file that can't be read counts as empty.
    func content(in directory: String) -> [UInt8] {
        let parts = files.parallelMap { file -> [UInt8] in
            let data = FileManager.default.contents(atPath: directory + "/" + file.path) ?? Data()
            return Array(file.path.utf8) + [0] + data.withUnsafeBytes { Digest.sha256($0) }
        }
        return Digest.sha256(Array(parts.joined()) + linkText)
    }

    /// Returns whether all files were last changed more than two seconds before a time. If a file changed more
    /// recently, a later change could have the same time stamp.
    func isSettled(at time: Date) -> Bool {
        // Time stamps have a resolution of up to 10 ms. In some file systems, it is 2 s.
        let limit = Int64((time.timeIntervalSince1970 - 2) * 1_000_000_000)
        return files.allSatisfy { $0.modified < limit && $0.changed < limit }
    }
}
