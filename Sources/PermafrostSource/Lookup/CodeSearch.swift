import PermafrostModel
import SwiftSyntax

/// A search for code by name in all of a project's files, including those that aren't parsed for its declarations. The
/// files are searched when the first name is needed.
final class CodeSearch: Sendable {
    private typealias Part = ParsedCode.Part

    private let files: any SourceFiles
    private let paths: [String]
    /// The indexes of the files that declare or extend a name, keyed by the name's ``NameHash``.
    private let index = Locked<[UInt64: [Int]]?>(nil)
    private let parsed = Locked<[Int: ParsedCode]>([:])
    private let changed = Locked<[String: [(change: ParsedCode.Change, place: PermafrostModel.SourceLocation)]]>([:])

    /// The maximum number of declarations that code refers to. No real code has that many.
    private static let limit = 500

    init(_ files: any SourceFiles, paths: [String]) {
        self.files = files
        self.paths = paths
    }

    // MARK: Digests

    /// Returns the digests of the declarations that code refers to, directly or through other code, keyed by name. Names
    /// that the project doesn't declare are ignored.
    ///
    /// - Parameters:
    ///   - own: the names of the types whose members the code can use without a base.
    ///   - whole: the names of types and macros whose complete code counts, such as a value transformer.
    ///   - known: the names of types that are compared as parts of the model.
    func digests(
        of references: Set<ParsedCode.Reference> = [], seenFrom own: Set<String> = [], whole: Set<String> = [],
        besides known: Set<String> = []
    ) -> [String: String] {
        var found: [String: Set<String>] = [:]
        var count = 0
        var seen: Set<ParsedCode.Reference> = []
        var open: [(references: Set<ParsedCode.Reference>, own: Set<String>, isWhole: Bool)] = [
            (references, own, false)
        ]
        func add(_ part: Part, _ own: Set<String>, isWhole: Bool) {
            guard count < Self.limit, !(part.kind == .type && known.contains(part.name)) else { return }
            let name =
                switch part.kind {
                case .macro: "@" + part.name
                case .type: part.name
                case .function, .value: [part.owner, part.name].compactMap(\.self).joined(separator: ".")
                }
            guard found[name, default: []].insert(part.digest).inserted else { return }
            count += 1
            open.append((part.references, own.union([part.owner].compactMap(\.self)), isWhole))
        }
        for name in whole {
            for part in parts(named: name) where part.kind == .macro { add(part, own, isWhole: true) }
            for part in parts(ofType: name) { add(part, own, isWhole: true) }
        }
        while let (references, own, isWhole) = open.popLast() {
            for reference in references where seen.insert(reference).inserted {
                if isWhole, reference.base == nil, reference.name.first?.isUppercase == true {
                    for part in parts(ofType: reference.name) { add(part, own, isWhole: true) }
                }
                for part in parts(for: reference, seenFrom: own) { add(part, own, isWhole: isWhole) }
            }
        }
        return found.mapValues { digests in
            digests.count == 1
                ? digests.first ?? ""
                : Digest.hex(Digest.sha256(Array(digests.sorted().joined().utf8)).prefix(8))
        }
    }

    /// Returns the digests of the project's functions that replace the standard library's functions for the containers of
    /// encoders and decoders, keyed by name.
    func digestsOfContainers() -> [String: String] {
        var found: [String: String] = [:]
        for owner in Self.containers {
            for part in parts(ofType: owner) where part.kind == .function && Self.containerMembers.contains(part.name) {
                found["\(owner).\(part.name)", default: ""] += part.digest
            }
        }
        return found
    }

    /// The standard library's containers, whose functions a project's extension can hide.
    static let containers = [
        "KeyedDecodingContainer", "KeyedDecodingContainerProtocol", "UnkeyedDecodingContainer",
        "SingleValueDecodingContainer", "KeyedEncodingContainer", "KeyedEncodingContainerProtocol",
        "UnkeyedEncodingContainer", "SingleValueEncodingContainer",
    ]
    private static let containerMembers: Set<String> = [
        "decode", "decodeIfPresent", "decodeNil", "encode", "encodeIfPresent", "encodeNil", "contains",
    ]

    /// The members that have so many declarations that a value's member of this name is rarely the project's.
    private static let common: Set<String> = containerMembers.union([
        "container", "nestedContainer", "unkeyedContainer", "nestedUnkeyedContainer", "singleValueContainer",
        "superDecoder", "superEncoder", "codingPath", "allKeys", "userInfo", "self", "init", "map", "compactMap",
        "flatMap", "filter", "first", "last", "count", "isEmpty", "rawValue", "description", "append", "joined",
        "sorted", "hash", "id", "value", "values", "keys", "name", "title", "type", "data", "date", "body", "text",
    ])

    private func parts(for reference: ParsedCode.Reference, seenFrom own: Set<String>) -> [Part] {
        let name = reference.name
        guard name != "CodingKeys" else { return [] }
        switch reference.base {
        case nil:
            let found = parts(named: name).filter { part in
                part.kind != .macro && (part.owner.map(own.contains) ?? true || part.kind == .type)
            }
            guard found.contains(where: { $0.kind == .type }) else { return found }
            return found + parts(ofType: name).filter { ["init", "encode"].contains($0.name) }
        case "self"?, "Self"?: return parts(named: name).filter { $0.owner.map(own.contains) ?? false }
        case let base? where base.first?.isUppercase == true: return parts(named: name).filter { $0.owner == base }
        default:
            guard !Self.common.contains(name) else { return [] }
            return parts(named: name).filter { $0.owner != nil && $0.kind != .type && $0.kind != .macro }
        }
    }

    // MARK: Changes of variables

    /// Returns the code that may change a variable with a name, with its location.
    func changes(of name: String) -> [(change: ParsedCode.Change, place: PermafrostModel.SourceLocation)] {
        changed.withLock { changed in
            if let known = changed[name] { return known }
            let hash: Set<UInt64> = [NameHash.of(name)]
            let found = Concurrently.map(count: paths.count) { index in
                self.read(self.paths[index], { ByteScanner.mentions(hash, in: $0) }) { tree, file in
                    VariableChangeReader.changes(of: [name], in: tree)
                        .map { (change: $0, place: file.location($0.offset)) }
                } ?? []
            }.flatMap(\.self)
            changed[name] = found
            return found
        }
    }

    /// Returns whether the project declares a mutating method with a name.
    func isMutating(_ method: String) -> Bool { parts(named: method).contains(where: \.isMutating) }

    // MARK: Files

    private func parts(named name: String) -> [Part] { code(of: name).flatMap { $0.parts.filter { $0.name == name } } }

    /// Returns the members of a type in its declaration and its extensions, and its stored parts.
    private func parts(ofType name: String) -> [Part] {
        code(of: name).flatMap { $0.parts.filter { $0.owner == name || $0.kind == .type && $0.name == name } }
    }

    private func code(of name: String) -> [ParsedCode] {
        let hash = NameHash.of(name)
        let indexes = index.withLock { index in
            if let known = index { return known[hash] ?? [] }
            let names = Concurrently.map(count: paths.count) { position in
                Set((try? self.files.withBytes(of: self.paths[position]) { ByteScanner.declaredNames(in: $0) }) ?? [])
            }
            var all: [UInt64: [Int]] = [:]
            for (position, names) in names.enumerated() {
                for name in names { all[name, default: []].append(position) }
            }
            index = all
            return all[hash] ?? []
        }
        return parsed.withLock { parsed in
            indexes.compactMap { position in
                if let known = parsed[position] { return known }
                let code = self.read(self.paths[position], { _ in true }) { tree, _ in UsedCodeReader.code(in: tree) }
                parsed[position] = code ?? ParsedCode()
                return parsed[position]
            }
        }
    }

    /// Parses a file if its bytes satisfy a condition. Returns nil if they don't, or if the file can't be read, which is
    /// reported when its declarations are read.
    private func read<Result>(
        _ path: String, _ condition: (UnsafeBufferPointer<UInt8>) -> Bool,
        _ body: (SourceFileSyntax, ParsedFile) -> Result
    ) -> Result? {
        try? files.withBytes(of: path) { bytes -> Result? in
            guard condition(bytes) else { return nil }
            var file = ParsedFile(path: path)
            file.lineStarts = FileParser.LineTable.starts(in: bytes)
            return body(try BoundedParser.parse(bytes, of: path), file)
        } ?? nil
    }
}
