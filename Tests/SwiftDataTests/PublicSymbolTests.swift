import Foundation
import Testing

/// The module's public symbols are Apple's: none of its own, and what it lacks is listed with the reason.
@Suite(Places.hasSpecification) struct PublicSymbolTests {
    /// Symbols that Apple documents and the list lacks: the page under developer.apple.com/documentation/swiftdata/ that has
    /// each.
    static let documentedElsewhere: [String: [String]] = [
        "editingstate": ["EditingState", "EditingState.author"],
        "historydescriptor/init(predicate:sortby:)": ["HistoryDescriptor.init(predicate:sortBy:)"],
        "historydescriptor/sortby": ["HistoryDescriptor.sortBy"],
        "historyinsert": ["HistoryInsert.ChangeIdentifier", "HistoryInsert.TransactionIdentifier"],
        "historyupdate": ["HistoryUpdate.ChangeIdentifier", "HistoryUpdate.TransactionIdentifier"],
        "historydelete": ["HistoryDelete.ChangeIdentifier", "HistoryDelete.TransactionIdentifier"],
        "historytransaction": ["HistoryTransaction.TransactionIdentifier"],
        "schema/attribute/option": [
            "Schema.unique", "Schema.externalStorage", "Schema.ephemeral", "Schema.preserveValueOnDeletion",
            "Schema.spotlight", "Schema.allowsCloudEncryption", "Schema.transformable(by:)",
        ],
        "schema/relationship": [
            "Schema.destination", "Schema.inverseName", "Schema.inverseKeyPath", "Schema.deleteRule",
            "Schema.minimumModelCount", "Schema.maximumModelCount", "Schema.isToOneRelationship",
            "Schema.init(_:deleteRule:minimumModelCount:maximumModelCount:originalName:inverse:hashModifier:)",
        ],
        "schema/relationship/deleterule-swift.enum": [
            "Schema.DeleteRule", "Schema.noAction", "Schema.nullify", "Schema.cascade", "Schema.deny",
        ],
        "relationshipcollection": ["Array.PersistentElement", "Optional.PersistentElement"],
    ]

    /// What Apple's Foundation declares and Linux's does not: all of the folder `FoundationNames`.
    static let foundationNames: Set<String> = [
        "PredicateExpressions.StringLocalizedStandardContains", "PredicateExpressions.StringCaseInsensitiveCompare",
        "PredicateExpressions.build_localizedStandardContains(_:_:)",
        "PredicateExpressions.build_caseInsensitiveCompare(_:_:)", "PredicateExpressions.root",
        "PredicateExpressions.other", "PredicateExpressions.Output", "PredicateExpressions.init(root:other:)",
        "PredicateExpressions.evaluate(_:)",
    ]

    /// What the toolchain says of the module that these tests are built with.
    private static func built() throws -> BuiltSymbols {
        try Places.withFolder { folder in
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments =
                [
                    "swift-symbolgraph-extract", "-module-name", "SwiftData", "-target", target, "-I",
                    Places.products.appendingPathComponent("Modules").path, "-output-dir", folder.path,
                    "-minimum-access-level", "public",
                ] + Places.systemModuleArguments
            let pipe = Pipe()
            process.standardError = pipe
            process.standardOutput = pipe
            try process.run()
            let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "\(output)")
            return try BuiltSymbols(graphsIn: folder)
        }
    }

    /// The triple of this build: the name of the folder around the products'.
    private static var target: String { Places.products.deletingLastPathComponent().lastPathComponent }

    @Test func everySymbolIsApples() throws {
        let documented = try #require(DocumentedSymbols.read(Places.specification))
        let built = try Self.built()
        let known = Set(Self.documentedElsewhere.values.joined()).union(Self.foundationNames)
        let unknown = built.declared.subtracting(documented)
            .filter { !BuiltSymbols.isWitness($0) && !known.contains($0.description) }
        #expect(unknown.isEmpty, "\(unknown.sorted())")
        // An exception that is none any more misleads.
        let names = Set(built.declared.map(\.description))
        #expect(known.subtracting(names).isEmpty)
        #expect(known.intersection(documented.map(\.description)).isEmpty)
        #expect(built.declared.count > 200, "The symbol graph holds less than the module is known to have.")
    }

    @Test func whatIsMissingIsListed() throws {
        let documented = try #require(DocumentedSymbols.read(Places.specification))
        let built = try Self.built()
        let page = Places.root.appendingPathComponent("Sources/SwiftData/SwiftData.docc/MissingSymbols.md")
        let listed = try MissingSymbols(page)
        let missing = documented.filter { !built.has($0) }
        let unlisted = missing.filter { symbol in !listed.entries.contains { $0.covers(symbol) } }
        #expect(unlisted.isEmpty, "These are missing and not listed: \(unlisted.sorted())")
        for entry in listed.entries {
            let covered = documented.filter(entry.covers)
            #expect(!covered.isEmpty, "\(entry) is listed and no symbol of Apple's")
            // One name can be that of two symbols, of which one is there: a property and a case, say.
            let present = covered.subtracting(missing)
            let isStale = entry.isWholeType ? !present.isEmpty : present == covered
            #expect(!isStale, "\(entry) is listed and there: \(present.sorted())")
        }
    }
}

/// The page that lists what the module lacks: `Owner.name`, `Owner.*` for a type with all that it has.
private struct MissingSymbols {
    struct Entry: CustomStringConvertible {
        var description: String
        var isWholeType: Bool { description.hasSuffix(".*") }

        func covers(_ symbol: PublicSymbol) -> Bool {
            guard isWholeType else { return symbol.description == description }
            let owner = String(description.dropLast(2))
            return symbol.owner == owner || symbol.owner.isEmpty && symbol.name == owner
        }
    }

    let entries: [Entry]

    /// Every code span of the page's lists is an entry.
    init(_ page: URL) throws {
        let text = try String(contentsOf: page, encoding: .utf8)
        entries = text.split(separator: "\n").filter { $0.hasPrefix("- ") }.flatMap { line in
            line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { Entry(description: String($0.element)) }
        }
    }
}
