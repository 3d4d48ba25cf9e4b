import Foundation
import PermafrostModel
import PermafrostSource
import Testing

@testable import SwiftData

/// Entities whose version hashes were computed by Apple's framework. The models are declared by public projects, and
/// the frameworks are from 2024 to 2026.
@Suite struct RecordedHashTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var schema: any VersionedSchema.Type
        var entity: String
        var hash: String
        /// The rules that the hash proves.
        var proves: [HashRule]
        var testDescription: String { "\(schema).\(entity)" }

        init(_ schema: any VersionedSchema.Type, _ entity: String, _ hash: String, proves: [HashRule] = []) {
            self.schema = schema
            self.entity = entity
            self.hash = hash
            self.proves = proves
        }
    }

    static let rows: [Row] = [
        .init(
            ScorebookSchema.self, "Atbat",
            "afc9dce8f1cf0398d9fbd611fe1c096179ca1057d7e31bc58a75eab71c2822c5"),
        .init(
            ScorebookSchema.self, "Game",
            "f5352b9e7cd9b12f45c972c481f1f82d3a78da932c6d626d52e66b0a21cf376c"),
        .init(
            ScorebookSchema.self, "Team",
            "df7326e2246a984f4740b9dd7e39381d57ec3a7ae6894092ca76553778415cae"),
        .init(
            ScorebookSchema.self, "Player",
            "99e2a334aa67b4cfdbf23952b49d166513c410dd000dac9c717601ab16c962d4"),
        .init(
            ScorebookSchema.self, "Lineup",
            "c46059d17934e7733c89816dcf7406161f4192b95dfc1e2ba27683b7739bed34"),
        .init(
            ScorebookSchema.self, "Pitcher",
            "9fd67dc2eac273f0272fbc7a5fe1d1f2105cec4b1b5d147c69f704229a296247"),
        .init(
            ScorebookSchema.self, "TeamCreationOperationEvidenceRecord",
            "b120193e905d792a95dabe0fbd2f772b58f1735779b354af0e44e3c78d4b9ec5"),
        .init(
            LedgerSchemaV5.self, "Account",
            "d98e9ec95766e9960cb0c05be8bf6068b53b93aaa22b50a81b28e3b3d125443f"),
        .init(
            LedgerSchemaV6.self, "Account",
            "d36c0a76d42822cad263ffa1a1e45fd014322401849e5cb9eabc97f104dcd81d"),
        .init(
            LedgerSchemaV7.self, "Account",
            "043589cb41cddbaf2921b60788db9ac25513c9bca75a71bb426bbbc27c923acb"),
        .init(
            LedgerSchemaV10.self, "Account",
            "c9665358953aff8d778f90df81627deafc2094f83ba901b35f08ef9b448f7968"),
        .init(
            LedgerSchemaV5.self, "AccountEvent",
            "12694616172399fa6ca298b4ad41ceac4eba1fc82e705f6d3f729e13fdb19d91"),
        .init(
            PlannerSchema.self, "Todo",
            "eba53920fd69021959f2bf3f6a15f11c87aa466f326e16155a07f8929110f422"),
        .init(
            PlannerSchema.self, "Reminder",
            "6e8d55ea239c4da82c5e6bbc88fce87e3eaad11663d0efe65f7c4ff89b88e985"),
        .init(
            PlannerSchema.self, "SavedAISummary",
            "06d4b113e32a70475ae9036821dc05b14bced1a0740167d19e566f30f934659c"),
        .init(
            WalletSchema.self, "PersistentPublicKey",
            "d369346faee596c187c6851eec77d9251414f788f9a11579842cf03492380585"),
        .init(
            WalletSchema.self, "PersistentWallet",
            "d2ae76969b1d92b66c6e7df62f7e0ae12e05be2498c9ecf79e3b7d0aa7f96c81"),
        .init(
            WalletSchema.self, "PersistentMasternode",
            "b33b6a7c27a4df67e0319b96e1f4337e9a67e8213d0d97d540167a140967d656"),
        .init(
            BudgetSchema.self, "EntityCategory",
            "05682a02fba8e21ac2e028aeffb1eec097c0999effa02c97e126655b9ca83791"),
        .init(
            BudgetSchema.self, "EntityRubric",
            "b41115b07b252dc59f81b91cf3425744921eaada04239b29a06023004d787004"),
        .init(
            WalletSchema.self, "PersistentTokenBalance",
            "6ea32b253749c13392e4c7aa471b0872d4b1a9d36bb260beb9c6bb4d40a7474e"),
        .init(
            PlayerSchemaV9.self, "Playlist",
            "f92cb28bc4ae8b36471a59aa56fde9590431e5b61a811246f4b06460aaa03df9",
            proves: [.structArray, .integerDictionary]),
        .init(
            PlayerSchemaV10.self, "Playlist",
            "4c8b36d28063776f129dddc0d6ecf7b1a68f99fac5ff8f90bf912a1d3b67c9f8", proves: [.integerDictionary]),
        .init(
            PlayerSchemaV10.self, "TagFilter",
            "7094cc177a475b295d0fb7cf528750b72be14dd7381d3e3fd88af29f075e12ff"),
        .init(
            PlayerSchemaV10.self, "SavedSearch",
            "4fc3a03906318ac25f2935ba52c95dcee47e3cac7d619d617289c3d4f329bcc3"),
        .init(
            PlayerSchemaV9.self, "Tag",
            "1340e1846918df490c57ea3b9727a7f44eba074061b529ff9c1d395a64a343fa"),
        .init(
            PlayerSchemaV9.self, "AppStateModel",
            "fde5e9eb1ab1ccae528240a312f84a90e4bec6410442971197010eb23dc6f809"),
        .init(
            PlayerSchemaV9.self, "GlobalSettings",
            "5eca32326efc3c2680238d67444679d6fa574c9209449de15ce45a2fd9ee0729"),
        .init(
            PlayerSchemaV9.self, "SchemaMarker",
            "264d29f82ebbdeb904338a51032aa376cad22796a278906b57b673e3b8305a0e"),
    ]

    /// The declarations in the files of this folder.
    private static let declared = Result {
        try SourceReader(
            request: SourceRequest(
                directory: Places.root.appendingPathComponent("Tests/SwiftDataTests/RecordedHashes").path)
        ).read()
    }

    @Test(arguments: rows)
    func isComputedFromSource(_ row: Row) throws {
        let schema = try #require(try Self.declared.get().schemas.first { $0.name == "\(row.schema)" })
        #expect(schema.issues.allSatisfy { $0.severity == .warning })
        let model = try #require(schema.model?.known)
        #expect(model.versionHashes[row.entity].map(Digest.hex) == row.hash)
    }

    @Test(arguments: rows)
    func isComputedFromLiveTypes(_ row: Row) throws {
        let model = Schema(versionedSchema: row.schema).model
        #expect(model.versionHashes[row.entity].map(Digest.hex) == row.hash)
    }
}
