import Foundation

/// The public interface of a module: its declarations and its types' conformances.
struct ModuleSurface {
    /// The declarations, keyed by name including the enclosing types, such as `Schema.Entity.name`. An overloaded name
    /// has several declarations.
    private(set) var declarations: [String: [String]] = [:]
    /// The conformances, as `Type: Protocol`.
    private(set) var conformances: Set<String> = []

    init(_ graph: SymbolGraph) {
        let conformances = graph.conformances
        for symbol in graph.symbols where !symbol.isSynthesized && !symbol.isUnderscored {
            let type = symbol.pathComponents.dropLast().joined(separator: ".")
            let needed = Self.requirements[symbol.pathComponents.last ?? ""]
            guard needed.map({ conformances[type]?.contains($0) ?? false }) != true else { continue }
            declarations[symbol.pathComponents.joined(separator: "."), default: []].append(Self.text(of: symbol))
        }
        self.conformances = Set(conformances.flatMap { type, names in names.map { "\(type): \($0)" } })
    }

    /// The protocols whose conformances add members, keyed by the member's name. An interface lists these members, but
    /// a module may leave them to the compiler, so the conformance is compared instead.
    private static let requirements: [String: String] = [
        "==(_:_:)": "Equatable", "hash(into:)": "Hashable", "hashValue": "Hashable", "<(_:_:)": "Comparable",
        "encode(to:)": "Encodable", "init(from:)": "Decodable", "ID": "Identifiable",
        "RawValue": "RawRepresentable", "rawValue": "RawRepresentable", "init(rawValue:)": "RawRepresentable",
        "Index": "Collection", "Indices": "Collection", "SubSequence": "Collection", "Iterator": "Sequence",
        "Element": "Sequence", "debugDescription": "CustomDebugStringConvertible",
        "description": "CustomStringConvertible",
    ]

    /// Returns a declaration as its users see it.
    ///
    /// The text omits what makes no difference to a caller: the internal names of parameters, modifiers such as `final`
    /// (no class is open), and whether a property without a setter is stored.
    private static func text(of symbol: SymbolGraph.Symbol) -> String {
        let hidden = ["final", "convenience", "required", "override"]
        var words = symbol.declarationFragments.filter { $0.kind != "internalParam" }.map(\.spelling).joined()
            .split(whereSeparator: \.isWhitespace).map(String.init).filter { !hidden.contains($0) }
        if symbol.kind.identifier.hasSuffix("property") {
            let isConstant = words.contains("let")
            words = words.map { $0 == "let" ? "var" : $0 }
            if isConstant {
                words.append("{ get }")
            } else if words.last != "}" {
                words.append("{ get set }")
            }
        }
        return words.joined(separator: " ").replacing(" :", with: ":")
    }
}

/// The differences between two surfaces.
struct SurfaceComparison {
    /// A name that both surfaces have, with different declarations.
    struct Difference: Hashable, Codable, Comparable {
        let symbol: String
        let apple: String
        let here: String

        static func < (first: Difference, second: Difference) -> Bool {
            (first.symbol, first.apple) < (second.symbol, second.apple)
        }
    }

    /// The number of declarations and conformances that are equal.
    private(set) var equal = 0
    /// The symbols that only the stand-in has.
    private(set) var missing: Set<String> = []
    /// The symbols that only the module has.
    private(set) var oursAlone: Set<String> = []
    private(set) var different: Set<Difference> = []

    init(apple: ModuleSurface, here: ModuleSurface) {
        for name in Set(apple.declarations.keys).union(here.declarations.keys) {
            var theirs = apple.declarations[name, default: []].sorted()
            var ours: [String] = []
            for declaration in here.declarations[name, default: []].sorted() {
                if let index = theirs.firstIndex(of: declaration) {
                    theirs.remove(at: index)
                    equal += 1
                } else {
                    ours.append(declaration)
                }
            }
            let pairs = zip(theirs, ours)
            different.formUnion(pairs.map { Difference(symbol: name, apple: $0, here: $1) })
            if theirs.count > ours.count { missing.insert(name) }
            if ours.count > theirs.count { oursAlone.insert(name) }
        }
        equal += apple.conformances.intersection(here.conformances).count
        missing.formUnion(apple.conformances.subtracting(here.conformances))
        oursAlone.formUnion(here.conformances.subtracting(apple.conformances))
    }
}
