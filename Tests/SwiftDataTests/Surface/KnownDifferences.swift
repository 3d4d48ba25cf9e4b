import Foundation

/// The known differences between the module and Apple's, with the reasons: `differences.json` next to the stand-in.
struct KnownDifferences: Decodable {
    /// Symbols that share a reason.
    struct Group<Symbol: Decodable>: Decodable {
        let title: String
        let reason: String
        let symbols: [Symbol]
    }

    /// The symbols that neither the stand-in nor the module declares.
    let undeclared: [Group<String>]
    /// The symbols that only the stand-in has.
    let missing: [Group<String>]
    /// The symbols that both have, with different declarations.
    let different: [Group<SurfaceComparison.Difference>]
    /// The symbols that only the module has.
    let oursAlone: [Group<String>]
    /// The symbols of the stand-in that the list of documented symbols lacks. The keys are the sources of the symbols:
    /// pages below developer.apple.com/documentation/swiftdata/, or other facts.
    let knownElsewhere: [String: [String]]

    init() throws {
        let file = Places.standIn.appendingPathComponent("differences.json")
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
    }

    /// Returns whether an entry covers a symbol. `Type.*` covers a type, its members and its conformances.
    static func covers(_ entry: String, _ symbol: String) -> Bool {
        guard entry.hasSuffix(".*") else { return entry == symbol }
        let type = entry.dropLast(2)
        return symbol == type || symbol.hasPrefix(type + ".") || symbol.hasPrefix(type + ": ")
    }

    /// Returns the symbols that no entry of any group covers, and the entries that cover no symbol.
    static func compare(_ groups: [Group<String>], with symbols: Set<String>) -> (unknown: [String], stale: [String]) {
        let entries = groups.flatMap(\.symbols)
        return (
            symbols.filter { symbol in !entries.contains { covers($0, symbol) } }.sorted(),
            entries.filter { entry in !symbols.contains { covers(entry, $0) } }.sorted()
        )
    }
}
