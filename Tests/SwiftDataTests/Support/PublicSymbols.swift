import Foundation

/// A public symbol by what a caller writes: the type that it belongs to in the end, its sort and its name with labels.
struct PublicSymbol: Hashable, Comparable, CustomStringConvertible {
    enum Sort: String {
        case type, macro, typeAlias, associatedType, initializer, function, property, enumCase, `subscript`, `operator`
    }

    /// The outermost type; empty for what is declared outside of types.
    var owner: String
    var sort: Sort
    var name: String

    init(owner: String, sort: Sort, name: String) {
        self.owner = owner
        self.sort = sort
        let plain = name.replacingOccurrences(of: "`", with: "")
        self.name =
            switch sort {
            // Payloads and parameters have other names in documentation than in a symbol graph.
            case .enumCase, .macro: String(plain.prefix { $0 != "(" })
            case .subscript: "subscript/\(plain.count { $0 == ":" })"
            default: plain
            }
    }

    var description: String { owner.isEmpty ? name : "\(owner).\(name)" }

    static func < (left: PublicSymbol, right: PublicSymbol) -> Bool { left.description < right.description }
}

/// The list of Apple's symbols: owner, kind and name in each line.
enum DocumentedSymbols {
    /// The symbols; nil where the list is not there.
    static func read(_ url: URL) -> Set<PublicSymbol>? {
        guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
        let symbols = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line -> PublicSymbol? in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 3, let sort = sorts[fields[1].replacingOccurrences(of: "static ", with: "")] else {
                return nil
            }
            return PublicSymbol(owner: fields[0], sort: sort, name: fields[2])
        }
        return Set(symbols)
    }

    private static let sorts: [String: PublicSymbol.Sort] = [
        "class": .type, "struct": .type, "enum": .type, "protocol": .type, "macro": .macro, "typealias": .typeAlias,
        "associatedtype": .associatedType, "init": .initializer, "func": .function, "let": .property,
        "var": .property, "case": .enumCase, "subscript": .subscript,
    ]
}

/// The public symbols of the built module, as the toolchain's `swift-symbolgraph-extract` tells them.
struct BuiltSymbols {
    /// What the module declares, underscored support for macros aside.
    private(set) var declared: Set<PublicSymbol> = []
    /// What types of the module have by conforming to protocols of other modules.
    private(set) var synthesized: Set<PublicSymbol> = []
    /// The names of the protocols that the types in an outermost type conform to.
    private var conformances: [String: Set<String>] = [:]

    init(graphsIn folder: URL) throws {
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where file.pathExtension == "json" {
            add(try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file)))
        }
    }

    /// Whether the symbol is there: declared, synthesized, or a witness of a protocol that the compiler makes or infers.
    func has(_ symbol: PublicSymbol) -> Bool {
        if declared.contains(symbol) || synthesized.contains(symbol) { return true }
        guard let needed = Self.witnesses[symbol.name] else { return false }
        return !needed.isDisjoint(with: conformances[symbol.owner] ?? [])
    }

    /// Whether a conformance to a protocol of the standard library asks for a member of that name.
    static func isWitness(_ symbol: PublicSymbol) -> Bool {
        symbol.sort == .operator || witnesses[symbol.name] != nil
    }

    private static let witnesses: [String: Set<String>] = [
        "hash(into:)": ["Swift.Hashable"], "hashValue": ["Swift.Hashable"], "encode(to:)": ["Swift.Encodable"],
        "init(from:)": ["Swift.Decodable"], "rawValue": ["Swift.RawRepresentable"],
        "RawValue": ["Swift.RawRepresentable"], "init(rawValue:)": ["Swift.RawRepresentable"],
        "ID": ["Swift.Identifiable"], "id": ["Swift.Identifiable"], "localizedDescription": ["Swift.Error"],
        "description": ["Swift.CustomStringConvertible"], "debugDescription": ["Swift.CustomDebugStringConvertible"],
        "Index": ["Swift.Collection"], "Indices": ["Swift.Collection"], "SubSequence": ["Swift.Collection"],
        "Iterator": ["Swift.Sequence"], "errorDomain": ["Foundation.CustomNSError"],
        "errorCode": ["Foundation.CustomNSError"], "errorUserInfo": ["Foundation.CustomNSError"],
        "errorDescription": ["Foundation.LocalizedError"], "allCases": ["Swift.CaseIterable"],
        "assertIsolated(_:file:line:)": ["Swift.Executor"],
    ]

    private mutating func add(_ graph: Graph) {
        var ownerOf: [String: String] = [:]
        for symbol in graph.symbols {
            ownerOf[symbol.identifier.precise] = symbol.pathComponents.first
            guard let sort = Self.sorts[symbol.kind.identifier], let name = symbol.pathComponents.last,
                !symbol.pathComponents.contains(where: { $0.hasPrefix("_") })
            else { continue }
            let owner = symbol.pathComponents.count > 1 ? symbol.pathComponents[0] : ""
            let entry = PublicSymbol(owner: owner, sort: sort, name: name)
            if symbol.identifier.precise.contains("::SYNTHESIZED::") {
                synthesized.insert(entry)
            } else {
                declared.insert(entry)
            }
        }
        for relation in graph.relationships where relation.kind == "conformsTo" {
            guard let owner = ownerOf[relation.source], let target = relation.targetFallback else { continue }
            conformances[owner, default: []].insert(target)
        }
    }

    private static let sorts: [String: PublicSymbol.Sort] = [
        "swift.class": .type, "swift.struct": .type, "swift.enum": .type, "swift.protocol": .type,
        "swift.actor": .type, "swift.macro": .macro, "swift.typealias": .typeAlias,
        "swift.associatedtype": .associatedType, "swift.init": .initializer, "swift.method": .function,
        "swift.type.method": .function, "swift.func": .function, "swift.property": .property,
        "swift.type.property": .property, "swift.var": .property, "swift.enum.case": .enumCase,
        "swift.subscript": .subscript, "swift.type.subscript": .subscript, "swift.func.op": .operator,
    ]

    private struct Graph: Decodable {
        struct Symbol: Decodable {
            struct Identifier: Decodable { var precise: String }
            struct Kind: Decodable { var identifier: String }
            var identifier: Identifier
            var kind: Kind
            var pathComponents: [String]
        }
        struct Relation: Decodable {
            var kind: String
            var source: String
            var targetFallback: String?
        }
        var symbols: [Symbol]
        var relationships: [Relation]
    }
}
