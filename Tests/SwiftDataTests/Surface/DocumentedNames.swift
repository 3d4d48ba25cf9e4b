import Foundation

/// A public symbol as a caller writes it: its outermost type, its sort, and its name with labels.
struct PublicSymbol: Hashable, Comparable, CustomStringConvertible {
    enum Sort: String {
        case type, macro, typeAlias, associatedType, initializer, function, property, enumCase, `subscript`, `operator`
    }

    /// The outermost type, or an empty string for a symbol that is declared outside of types.
    var owner: String
    var sort: Sort
    var name: String

    init(owner: String, sort: Sort, name: String) {
        self.owner = owner
        self.sort = sort
        let plain = name.replacingOccurrences(of: "`", with: "")
        self.name =
            switch sort {
            // Documentation and symbol graphs name payloads and parameters differently.
            case .enumCase, .macro: String(plain.prefix { $0 != "(" })
            case .subscript: "subscript/\(plain.count { $0 == ":" })"
            default: plain
            }
    }

    var description: String { owner.isEmpty ? name : "\(owner).\(name)" }

    static func < (left: PublicSymbol, right: PublicSymbol) -> Bool { left.description < right.description }
}

/// The list of Apple's symbols. Each line has an owner, a kind and a name.
enum DocumentedSymbols {
    static func read(_ url: URL) throws -> Set<PublicSymbol> {
        let text = try String(contentsOf: url, encoding: .utf8)
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

/// The public symbols of a module, in the form of the list of documented symbols.
struct DeclaredSymbols {
    /// The symbols that the module declares, except the underscored ones that support its macros.
    private(set) var declared: Set<PublicSymbol> = []
    /// The members that the module's types get from conformances to protocols of other modules.
    private var synthesized: Set<PublicSymbol> = []
    /// The names of the protocols that an outermost type or the types in it conform to, keyed by the outermost type's
    /// name.
    private var conformances: [String: Set<String>] = [:]

    init(_ graph: SymbolGraph) {
        for symbol in graph.symbols where !symbol.isUnderscored {
            guard let sort = Self.sorts[symbol.kind.identifier], let name = symbol.pathComponents.last else { continue }
            let owner = symbol.pathComponents.count > 1 ? symbol.pathComponents[0] : ""
            let entry = PublicSymbol(owner: owner, sort: sort, name: name)
            if symbol.isSynthesized {
                synthesized.insert(entry)
            } else {
                declared.insert(entry)
            }
        }
        for (type, names) in graph.conformances {
            conformances[String(type.prefix { $0 != "." }), default: []].formUnion(names)
        }
    }

    /// Returns whether the module has the symbol: it's declared or synthesized, or the compiler adds it for a
    /// conformance.
    func has(_ symbol: PublicSymbol) -> Bool {
        if declared.contains(symbol) || synthesized.contains(symbol) { return true }
        guard let needed = Self.witnesses[symbol.name] else { return false }
        return !needed.isDisjoint(with: conformances[symbol.owner] ?? [])
    }

    /// Returns whether the symbol is an operator, or a member that a protocol of the standard library requires.
    static func isWitness(_ symbol: PublicSymbol) -> Bool {
        symbol.sort == .operator || witnesses[symbol.name] != nil
    }

    private static let witnesses: [String: Set<String>] = [
        "hash(into:)": ["Hashable"], "hashValue": ["Hashable"], "encode(to:)": ["Encodable"],
        "init(from:)": ["Decodable"], "rawValue": ["RawRepresentable"],
        "RawValue": ["RawRepresentable"], "init(rawValue:)": ["RawRepresentable"],
        "ID": ["Identifiable"], "id": ["Identifiable"], "localizedDescription": ["Error"],
        "description": ["CustomStringConvertible"], "debugDescription": ["CustomDebugStringConvertible"],
        "Index": ["Collection"], "Indices": ["Collection"], "SubSequence": ["Collection"], "Iterator": ["Sequence"],
        "checkIsolated()": ["SerialExecutor"],
    ]

    private static let sorts: [String: PublicSymbol.Sort] = [
        "swift.class": .type, "swift.struct": .type, "swift.enum": .type, "swift.protocol": .type,
        "swift.actor": .type, "swift.macro": .macro, "swift.typealias": .typeAlias,
        "swift.associatedtype": .associatedType, "swift.init": .initializer, "swift.method": .function,
        "swift.type.method": .function, "swift.func": .function, "swift.property": .property,
        "swift.type.property": .property, "swift.var": .property, "swift.enum.case": .enumCase,
        "swift.subscript": .subscript, "swift.type.subscript": .subscript, "swift.func.op": .operator,
    ]
}
