import Foundation
import PermafrostTestSupport
import Testing

/// Frozen classes keep the members that the code of stages uses.
@Suite struct StageCodeTests {
    private static let body = VersionIdiom.trip.replacing(
        "init(name",
        with: """
            static let unnamed = "Unnamed"
            /// Gives it another name.
            func rename(to text: String) { name = cleaned(text) }
            private func cleaned(_ text: String) -> String { text.isEmpty ? Self.unnamed : text }
            func share() -> String { "Shared: \\(name)" }
            @Transient var open = false
            @Transient var closed = false
            func close() { closed = true }
            init(named text: String) { self.name = text }
            init(name
            """)

    private static let hooks = """
        .custom(
                    fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: nil,
                    didMigrate: { context in
                        for trip in try context.fetch(FetchDescriptor<Trip>()) where trip.isLong {
                            trip.rename(to: trip.title)
                            trip.close()
                        }
                        context.insert(Trip(named: Trip.unnamed))
                        try context.save()
                    })
        """

    static let idiom: VersionIdiom = {
        var idiom = VersionIdiom.freezeBehind
        idiom.files["Sources/App/Trip.swift"] = VersionIdiom.imports + VersionIdiom.model("Trip", body)
        idiom.files["Sources/App/Length.swift"] = """
            extension Trip {
                var isLong: Bool { stops.count > 7 }
                var isShort: Bool { !isLong }
            }

            """
        idiom.files["Sources/App/Plan.swift"]?.replace(
            ".lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)", with: hooks)
        return idiom
    }()

    @Test func isKept() throws {
        let project = try NextVersionTests.Shipped(Self.idiom)
        let shipped = try project.checksums()
        try project.edit()
        let written = try Tool.run("new-version", in: project.folder)
        #expect(written.status == 0, "\(written)")
        let text = try project.text("Sources/App/SchemaV2+Frozen.swift")
        for part in [
            "func rename(to text: String) { name = cleaned(text) }", "private func cleaned", "var title: String",
            "static let unnamed", "var isLong: Bool", "init(named text: String)", "var closed", "func close()",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        for part in ["share", "isShort", "var open", "Gives it another name"] {
            #expect(!text.contains(part), "\(part) in \(text)")
        }
        #expect(try project.text("Sources/App/Plan.swift").contains("SchemaV2.Trip(named: SchemaV2.Trip.unnamed)"))
        let after = try project.checksums()
        for (version, sum) in shipped { #expect(after[version] == sum, "\(version)") }
    }

    /// Typealiases of nested types move to the next version, so the hooks name the types themselves.
    @Test func typealiasesOfNestedTypesAreReplacedInHooks() throws {
        var idiom = VersionIdiom.copyForward
        idiom.files["Sources/App/SchemaV2.swift"] = idiom.files["Sources/App/SchemaV2.swift"]?
            .replacing(
                "static var models", with: "enum Mood: String, Codable { case calm, wild }\n    static var models"
            )
            .replacing("var start: Date?", with: "var start: Date?\n        var mood: Mood?")
        idiom.files["Sources/App/Plan.swift"]?.replace(
            ".lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)",
            with: """
                .custom(
                        fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: nil,
                        didMigrate: { context in
                            for trip in try context.fetch(FetchDescriptor<Trip>()) { trip.mood = Feeling.calm }
                            try context.save()
                        })
                """)
        idiom.files["Sources/App/Plan.swift"]? += "typealias Mood = SchemaV2.Mood\ntypealias Feeling = Mood\n"
        let project = try NextVersionTests.Shipped(idiom)
        let shipped = try project.checksums()
        try project.edit()
        let written = try Tool.run("new-version", in: project.folder)
        #expect(written.status == 0, "\(written)")
        let text = try project.text("Sources/App/Plan.swift")
        #expect(text.contains("FetchDescriptor<SchemaV2.Trip>()) { trip.mood = SchemaV2.Mood.calm }"), "\(text)")
        #expect(text.contains("typealias Mood = SchemaV3.Mood"), "\(text)")
        let after = try project.checksums()
        for (version, sum) in shipped { #expect(after[version] == sum, "\(version)") }
    }
}
