import Foundation
import PermafrostModel

/// The conversions that git applies to files on commit and checkout, read from its attributes and settings.
struct FileConversions {
    private var conversions: [String: FileConversion] = [:]

    /// Reads the attributes of the given files, and the settings of the repository.
    ///
    /// - Parameter paths: the paths relative to the top of the repository.
    /// - Throws: ``GitError`` if git can't read the attributes or the settings.
    init(of paths: [String], in git: GitProcess) throws(GitError) {
        // Run both git processes at the same time.
        let names = ["text", "crlf", "eol", "filter", "working-tree-encoding", "ident"]
        let attributes = try git.start(
            ["check-attr", "-z", "--stdin"] + names, input: Data(paths.map { $0 + "\0" }.joined().utf8))
        let settings = try GitSettings(git)
        for (path, values) in try attributes.attributes() { conversions[path] = FileConversion(values, settings) }
    }

    /// Returns the conversion of the file at a path. For a file whose attributes weren't read, this is git's default.
    func of(_ path: String) -> FileConversion { conversions[path] ?? FileConversion([:], GitSettings()) }
}

extension GitAnswer {
    /// Returns the values of the attributes in the output of `git check-attr -z`, keyed by path and then by attribute
    /// name. For each attribute of each file, the output contains the path, the attribute's name, and its value.
    func attributes() throws(GitError) -> [String: [String: String]] {
        let fields = try output().split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        var values: [String: [String: String]] = [:]
        for start in stride(from: 0, to: fields.count - 2, by: 3) {
            values[fields[start], default: [:]][fields[start + 1]] = fields[start + 2]
        }
        return values
    }
}

/// The git settings that determine how files are converted.
struct GitSettings {
    /// The value of `core.autocrlf`.
    var autocrlf = "false"
    /// The value of `core.eol`.
    var eol = ""
    /// The names of the filters that have a configured program.
    var filters: Set<String> = []

    /// Creates git's default settings.
    init() {}

    /// Reads the settings of a repository, including the user's own settings.
    init(_ git: GitProcess) throws(GitError) {
        let names = #"^(core\.(autocrlf|eol)|filter\..*\.(clean|smudge|process))$"#
        // If none of the settings is set, git exits with 1.
        let output = try git.outputIfAny(["config", "-z", "--get-regexp", names]) ?? Data()
        for entry in output.split(separator: 0) {
            let parts = String(decoding: entry, as: UTF8.self).split(
                separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count == 2 ? String(parts[1]) : "true"
            switch parts[0] {
            case "core.autocrlf": autocrlf = value.lowercased()
            case "core.eol": eol = value.lowercased()
            default:
                guard !value.isEmpty, let end = parts[0].lastIndex(of: ".") else { continue }
                filters.insert(String(parts[0][..<end].dropFirst("filter.".count)))
            }
        }
    }
}

/// The conversions that git applies to a file.
struct FileConversion: Sendable, Hashable {
    /// The conversion of line endings.
    enum Text: Sendable, Hashable {
        case none, always
        /// Line endings are converted if git considers the content to be text.
        case automatic
    }

    let text: Text
    /// Whether git writes CRLF line endings on checkout.
    let writesCRLF: Bool
    private let expandsIdentifiers: Bool
    private let encoding: String?
    /// The name of the filter, or nil if there is no filter with a configured program.
    private let filter: String?

    init(_ attributes: [String: String], _ settings: GitSettings) {
        func value(_ name: String) -> String { attributes[name] ?? "unspecified" }
        let automatic: Text = ["true", "yes", "on", "1", "input"].contains(settings.autocrlf) ? .automatic : .none
        // `crlf` is the old name of the `text` attribute.
        let named = value("text") == "unspecified" ? value("crlf") : value("text")
        let eol = value("eol")
        text =
            switch named {
            case "set", "input": .always
            case "unset": .none
            case "auto": .automatic
            default: ["lf", "crlf"].contains(eol) ? .always : automatic
            }
        writesCRLF =
            switch (eol, settings.autocrlf) {
            case ("crlf", _): true
            case ("lf", _), (_, "input"): false
            case (_, "true"), (_, "yes"), (_, "on"), (_, "1"): named != "input"
            default: settings.eol == "crlf"
            }
        expandsIdentifiers = value("ident") == "set"
        let encoding = value("working-tree-encoding")
        let isPlain = ["unspecified", "unset", "set", ""].contains(encoding) || encoding.uppercased() == "UTF-8"
        self.encoding = isPlain ? nil : encoding
        let filter = value("filter")
        // If no program is configured for the filter, git doesn't convert the file.
        self.filter =
            ["unspecified", "unset", "set"].contains(filter) || !settings.filters.contains(filter) ? nil : filter
    }

    /// Returns whether a commit or a checkout may change the line endings in a file's bytes. Always true for binary
    /// content that an attribute declares as text.
    func converts(_ bytes: [UInt8]) -> Bool {
        let isOther = bytes.contains(10) && (writesCRLF || bytes.contains(13))
        return switch text {
        case .none: false
        // If an attribute declares a store as text, git converts even the store.
        case .always: Self.isBinary(bytes) || isOther
        case .automatic: isOther && !Self.isBinary(bytes)
        }
    }

    /// Compares a file with committed content, ignoring differences that git's conversions cause. Call this only if
    /// their bytes differ.
    func compare(_ file: [UInt8], withBlob blob: [UInt8]) -> CommittedFiles.Comparison {
        if let pointer = LargeFilePointer(blob) {
            guard !pointer.isExtended else { return .incomparable(.filter("lfs")) }
            return pointer.names(file) ? .same : .different
        }
        // If git-lfs stored the content without a pointer, compare it directly.
        if let filter, filter != "lfs" { return .incomparable(.filter(filter)) }
        if let encoding { return .incomparable(.encoding(encoding)) }
        return normalized(file, like: blob) == normalized(blob, like: blob) ? .same : .different
    }

    /// Returns the bytes with the conversions that git applies on commit: LF line endings, and identifiers that aren't
    /// expanded.
    ///
    /// - Parameter blob: the committed content. If it has CRLF line endings, an automatic conversion keeps the line
    ///   endings.
    private func normalized(_ bytes: [UInt8], like blob: [UInt8]) -> [UInt8] {
        var result = bytes
        if convertsLineEnds(bytes, like: blob) { result = Self.withoutCarriageReturns(result) }
        if expandsIdentifiers { result = Self.withoutIdentifiers(result) }
        return result
    }

    private func convertsLineEnds(_ bytes: [UInt8], like blob: [UInt8]) -> Bool {
        switch text {
        case .none: false
        case .always: true
        // Content that was committed with CRLF keeps its line endings.
        case .automatic:
            !Self.isBinary(bytes) && !Self.isBinary(blob) && Self.withoutCarriageReturns(blob).count == blob.count
        }
    }

    /// Returns whether git considers bytes to be binary. They are binary if they contain a zero byte, a carriage return
    /// without a line feed, or more than one control character per 128 printable characters.
    static func isBinary(_ bytes: [UInt8]) -> Bool {
        var (printable, others) = (0, 0)
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case 0: return true
            case 13:
                guard index + 1 < bytes.count, bytes[index + 1] == 10 else { return true }
                index += 1
            case 10: break
            case 8, 9, 12, 27: printable += 1
            case 1..<32, 127: others += 1
            default: printable += 1
            }
            index += 1
        }
        if bytes.last == 26 { others -= 1 }
        return printable >> 7 < others
    }

    static func withoutCarriageReturns(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated()
        where byte != 13 || index + 1 == bytes.count || bytes[index + 1] != 10 {
            result.append(byte)
        }
        return result
    }

    /// Returns the bytes with `$Id: … $` replaced by `$Id$`.
    private static func withoutIdentifiers(_ bytes: [UInt8]) -> [UInt8] {
        let start = Array("$Id:".utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let rest = bytes[index...]
            if rest.starts(with: start),
                let end = rest.dropFirst(start.count).firstIndex(where: { $0 == 36 || $0 == 10 }),
                bytes[end] == 36
            {
                result += Array("$Id$".utf8)
                index = end + 1
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }
}
