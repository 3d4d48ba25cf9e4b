import Foundation
import PermafrostTestSupport
import Testing

/// The module has Apple's public surface. Every difference is known and has a reason.
///
/// Apple's declarations come from a stand-in for the interface of its module. The stand-in in turn is compared with the
/// list of symbols that Apple documents, so these tests don't compare this project only with itself.
@Suite(.enabled(if: TestRun.isWhole)) struct SurfaceTests {
    @Test func theStandInHasEveryDocumentedName() throws {
        let documented = try DocumentedSymbols.read(Places.standIn.appendingPathComponent("documented-symbols.tsv"))
        let known = try KnownDifferences()
        let standIn = DeclaredSymbols(try .ofStandIn())
        #expect(documented.count > 550)
        let undeclared = Set(documented.filter { !standIn.has($0) }.map(\.description))
        let (unknown, stale) = KnownDifferences.compare(known.undeclared, with: undeclared)
        #expect(unknown.isEmpty, "Apple documents these; declare them, or give a reason in differences.json")
        #expect(stale.isEmpty, "the stand-in declares these; remove them from differences.json")

        let elsewhere = Set(known.knownElsewhere.values.joined())
        let others = Set(
            standIn.declared.filter { !documented.contains($0) && !DeclaredSymbols.isWitness($0) }.map(\.description))
        #expect(others.subtracting(elsewhere).isEmpty, "name the page of Apple's documentation that has these")
        #expect(elsewhere.subtracting(others).isEmpty, "remove these: they are documented, or not declared")
    }

    @Test(Places.hasSpecification) func theListOfDocumentedNamesIsTheSpecifications() throws {
        let own = try DocumentedSymbols.read(Places.standIn.appendingPathComponent("documented-symbols.tsv"))
        #expect(try DocumentedSymbols.read(Evidence.symbols.url) == own)
    }

    @Test func everyDifferenceIsKnown() throws {
        let comparison = try Self.comparison()
        let known = try KnownDifferences()
        let missing = KnownDifferences.compare(known.missing, with: comparison.missing)
        #expect(missing.unknown.isEmpty, "declare these as Apple does, or give a reason in differences.json")
        #expect(missing.stale.isEmpty, "these are declared; remove them from differences.json")
        let oursAlone = KnownDifferences.compare(known.oursAlone, with: comparison.oursAlone)
        #expect(oursAlone.unknown.isEmpty, "Apple's module doesn't have these; give a reason in differences.json")
        #expect(oursAlone.stale.isEmpty, "these no longer exist; remove them from differences.json")
        let different = Set(known.different.flatMap(\.symbols))
        #expect(comparison.different.subtracting(different).isEmpty, "declare these as Apple does, or give a reason")
        #expect(different.subtracting(comparison.different).isEmpty, "these no longer differ in this way")
        #expect(comparison.equal > 400, "The symbol graphs have fewer symbols than the modules are known to have.")
    }

    /// The page about the differences is current. `PERMAFROST_WRITE_PAGES=1` writes the page.
    @Test func thePageOfMissingSymbolsIsCurrent() throws {
        let page = MissingSymbolsPage(known: try KnownDifferences(), comparison: try Self.comparison()).text
        let file = Places.root.appendingPathComponent("Sources/SwiftData/SwiftData.docc/MissingSymbols.md")
        if ProcessInfo.processInfo.environment["PERMAFROST_WRITE_PAGES"] != nil {
            try page.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == page, "PERMAFROST_WRITE_PAGES=1 writes \(file.path)")
    }

    private static func comparison() throws -> SurfaceComparison {
        SurfaceComparison(apple: ModuleSurface(try .ofStandIn()), here: ModuleSurface(try .ofModule()))
    }
}
