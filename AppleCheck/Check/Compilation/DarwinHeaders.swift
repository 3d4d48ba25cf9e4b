import Foundation

/// The C library's headers with Darwin's types, so that code that only fits glibc's types doesn't compile.
///
/// A few of glibc's headers decide the types of most functions and members. The check changes those lines in copies, and
/// the compiler reads the copies instead of the originals.
struct DarwinHeaders: Sendable {
    /// The compiler's arguments. Their module cache contains only modules of the changed headers.
    let arguments: [String]
    /// A hash of the changed headers.
    let digest: String
    /// The interface of the C library's module for Swift, with Darwin's type of file modes. A module that is built from
    /// it needs this file.
    let swiftInterface: String

    /// A change of one place in a header.
    struct Change: Sendable {
        /// The header's path below the system's folder, such as `bits/fcntl.h`.
        let header: String
        /// A regular expression for the place.
        let pattern: String
        let replacement: String
    }

    /// Writes the changed headers.
    ///
    /// - Parameters:
    ///   - folder: the parent of the folder for the headers.
    ///   - system: the system's folder of headers.
    /// - Throws: ``CheckFailure`` if a header or a place in it doesn't exist, or if a file can't be written.
    init(
        in folder: String, toolchain: Toolchain, system: String = "/usr/include", changes: [Change] = Self.changes
    ) throws {
        let copies = folder + "/darwin-headers"
        // Debian keeps headers of one processor in a folder such as x86_64-linux-gnu.
        let processor = toolchain.target.replacing("-unknown-", with: "-")
        var digest = StableHash()
        var folders: [String: [[String: String]]] = [:]
        for (header, changes) in Dictionary(grouping: changes, by: \.header).sorted(by: { $0.key < $1.key }) {
            let places = ["\(system)/\(processor)/\(header)", "\(system)/\(header)"]
            guard let path = places.first(where: FileManager.default.fileExists),
                var text = try? String(contentsOfFile: path, encoding: .utf8)
            else { throw CheckFailure("can't read <\(header)> in \(system): install the C library's headers") }
            for change in changes {
                guard let place = try text.firstMatch(of: Regex(change.pattern).dotMatchesNewlines())?.range else {
                    throw CheckFailure("\(path) doesn't declare what DarwinHeaders changes: \(change.pattern)")
                }
                text.replaceSubrange(place, with: change.replacement)
            }
            digest.combine(text)
            let copy = "\(copies)/\(header.replacing("/", with: "-"))"
            try Self.write(text, to: copy)
            let url = URL(fileURLWithPath: path)
            folders[url.deletingLastPathComponent().path, default: []].append(
                ["type": "file", "name": url.lastPathComponent, "external-contents": copy])
        }
        swiftInterface = copies + "/Glibc.swiftinterface"
        let original = toolchain.root + "/lib/swift/linux/Glibc.swiftmodule/\(toolchain.target).swiftinterface"
        guard let text = try? String(contentsOfFile: original, encoding: .utf8), text.contains("SwiftGlibc.mode_t")
        else { throw CheckFailure("\(original) doesn't exist, or doesn't use mode_t") }
        let interface = text.replacing("SwiftGlibc.mode_t", with: "Swift.UInt16")
        digest.combine(interface)
        try Self.write(interface, to: swiftInterface)
        let overlay = Overlay(
            roots: folders.sorted { $0.key < $1.key }.map { Overlay.Folder(name: $0.key, contents: $0.value) })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let file = copies + "/overlay.yaml"
        try Self.write(String(decoding: encoder.encode(overlay), as: UTF8.self), to: file)
        self.digest = digest.text
        arguments = [
            "-Xcc", "-ivfsoverlay", "-Xcc", file, "-module-cache-path", folder + "/module-cache-darwin-" + digest.text,
        ]
    }

    /// A list of files that the compiler reads at other paths than they are at.
    private struct Overlay: Encodable {
        struct Folder: Encodable {
            let type = "directory"
            let name: String
            let contents: [[String: String]]
        }

        let version = 0
        let roots: [Folder]
    }

    /// Writes a file unless it has this text already: the compiler rebuilds modules whose headers have a new date.
    private static func write(_ text: String, to path: String) throws {
        guard FileManager.default.contents(atPath: path) != Data(text.utf8) else { return }
        do {
            try FileManager.default.createDirectory(
                at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        } catch {
            throw CheckFailure("can't write \(path): \(error.localizedDescription)")
        }
    }
}

extension DarwinHeaders {
    /// The differences between glibc and Darwin that the package's sources can meet, from Darwin's headers.
    static let changes = sizes + structures + constants

    /// The types of the C library that are integers on both systems.
    private static let sizes = [
        ("DEV_T", "int"), ("INO_T", unsignedLong), ("INO64_T", unsignedLong), ("MODE_T", "unsigned short int"),
        ("NLINK_T", "unsigned short int"), ("OFF_T", long), ("OFF64_T", long), ("RLIM_T", unsignedLong),
        ("RLIM64_T", unsignedLong), ("BLKCNT_T", long), ("BLKCNT64_T", long), ("BLKSIZE_T", "int"),
        ("FSBLKCNT_T", "unsigned int"), ("FSBLKCNT64_T", "unsigned int"), ("FSFILCNT_T", "unsigned int"),
        ("FSFILCNT64_T", "unsigned int"), ("SUSECONDS_T", "int"),
    ].map { name, type in
        Change(
            header: "bits/typesizes.h", pattern: "# *define[ \t]+__\(name)_TYPE[ \t][^\n]*",
            replacement: "#define __\(name)_TYPE \(type)")
    }

    // Swift imports these as `Int64` and `UInt64`, and `long` as `Int`.
    private static let long = "long long int"
    private static let unsignedLong = "unsigned long long int"

    private static let structures = [
        Change(
            header: "bits/fcntl.h", pattern: "struct flock\n *\\{.*?\n *\\};",
            replacement: """
                struct flock
                  {
                    __off_t l_start;
                    __off_t l_len;
                    __pid_t l_pid;
                    short int l_type;
                    short int l_whence;
                  };
                """),
        Change(
            header: "bits/dirent.h", pattern: "struct dirent\n *\\{.*?\n *\\};",
            replacement: """
                struct dirent
                  {
                    __ino_t d_ino;
                    unsigned long long int d_seekoff;
                    unsigned short int d_reclen;
                    unsigned short int d_namlen;
                    unsigned char d_type;
                    char d_name[1024];
                  };
                """),
        // A folder is a pointer to a known structure, and a thread is a pointer.
        Change(
            header: "dirent.h", pattern: "typedef struct __dirstream DIR;",
            replacement: "struct __dirstream { int __dd_fd; };\ntypedef struct __dirstream DIR;"),
        Change(
            header: "bits/pthreadtypes.h", pattern: "typedef unsigned long int pthread_t;",
            replacement: "struct _opaque_pthread_t { long __sig; };\ntypedef struct _opaque_pthread_t *pthread_t;"),
        Change(
            header: "bits/types/clockid_t.h", pattern: "typedef __clockid_t clockid_t;",
            replacement: "typedef enum { _CLOCK_REALTIME = 0, _CLOCK_MONOTONIC = 6 } clockid_t;"),
        Change(
            header: "sys/poll.h", pattern: "typedef unsigned long int nfds_t;",
            replacement: "typedef unsigned int nfds_t;"),
    ]

    /// Constants that are macros on Darwin and enumerations in glibc, or that have values of other types.
    private static let constants = [
        Change(
            header: "dirent.h", pattern: "enum\n *\\{\n *DT_UNKNOWN.*?\\};",
            replacement: [
                ("UNKNOWN", 0), ("FIFO", 1), ("CHR", 2), ("DIR", 4), ("BLK", 6), ("REG", 8), ("LNK", 10), ("SOCK", 12),
                ("WHT", 14),
            ].map { "#define DT_\($0) \($1)" }.joined(separator: "\n")),
        Change(
            header: "bits/ss_flags.h", pattern: "enum\n\\{.*?\\};",
            replacement: "#define SS_ONSTACK 1\n#define SS_DISABLE 4"),
        Change(
            header: "bits/sigaction.h", pattern: "# *define SA_RESETHAND[ \t]+0x80000000",
            replacement: "#define SA_RESETHAND 0x0004"),
        Change(
            // A stand-in declares it, because Swift doesn't import a macro for a member of an enumeration.
            header: "bits/time.h", pattern: "# *define CLOCK_MONOTONIC[ \t]+1\n", replacement: ""),
    ]
}
