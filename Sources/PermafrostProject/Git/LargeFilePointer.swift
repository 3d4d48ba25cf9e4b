import PermafrostModel

/// The pointer that git-lfs commits instead of a file's content.
struct LargeFilePointer: Sendable, Hashable {
    private let hash: String
    private let size: Int
    /// Whether git-lfs extensions convert the content before it is stored.
    let isExtended: Bool

    /// Parses a pointer. Returns nil if the bytes aren't a pointer.
    init?(_ bytes: [UInt8]) {
        guard bytes.count < 1024, bytes.starts(with: "version http".utf8) else { return nil }
        var values: [String: String] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { return nil }
            values[parts[0]] = parts[1]
        }
        let versions = [
            "https://git-lfs.github.com/spec/v1", "https://hawser.github.com/spec/v1", "http://git-media.io/v/2",
        ]
        guard let version = values["version"], versions.contains(version), let oid = values["oid"],
            oid.hasPrefix("sha256:"), oid.utf8.count == 71, let size = values["size"].flatMap(Int.init)
        else { return nil }
        hash = String(oid.dropFirst("sha256:".count))
        self.size = size
        isExtended = values.keys.contains { $0.hasPrefix("ext-") }
    }

    /// Returns whether this is the pointer to the given content.
    func names(_ content: [UInt8]) -> Bool {
        content.count == size && Digest.hex(Digest.sha256(content)) == hash
    }
}
