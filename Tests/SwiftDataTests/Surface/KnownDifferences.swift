import Foundation

/// What is known of how the module differs from Apple's: `differences.json` beside the stand-in, with the reasons.
struct KnownDifferences: Decodable {
    /// Symbols with one reason.
    struct Group<Symbol: Decodable>: Decodable {
        let title: String
        let reason: String
        let symbols: [Symbol]
    }

    /// What neither the stand-in nor the module declares.
    let undeclared: [Group<String>]
    /// What the stand-in alone has.
    let missing: [Group<String>]
    /// What both have, in different declarations.
    let different: [Group<SurfaceComparison.Difference>]
    /// What the module alone has.
    let oursAlone: [Group<String>]
    /// Symbols of the stand-in that the list of documented symbols lacks, by the page below
    /// developer.apple.com/documentation/swiftdata/ that has them, or the fact that shows them.
    let knownElsewhere: [String: [String]]

    init() throws {
        let file = Places.standIn.appendingPathComponent("differences.json")
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
    }

    /// Whether an entry stands for a symbol. `Type.*` stands for a type, its members and its conformances.
    static func covers(_ entry: String, _ symbol: String) -> Bool {
        guard entry.hasSuffix(".*") else { return entry == symbol }
        let type = entry.dropLast(2)
        return symbol == type || symbol.hasPrefix(type + ".") || symbol.hasPrefix(type + ": ")
    }

    /// The symbols that no entry of any group stands for, and the entries that stand for no symbol.
    static func compare(_ groups: [Group<String>], with symbols: Set<String>) -> (unknown: [String], stale: [String]) {
        let entries = groups.flatMap(\.symbols)
        return (
            symbols.filter { symbol in !entries.contains { covers($0, symbol) } }.sorted(),
            entries.filter { entry in !symbols.contains { covers(entry, $0) } }.sorted()
        )
    }
}
