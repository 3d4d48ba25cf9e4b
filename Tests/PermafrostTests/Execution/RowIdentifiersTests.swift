import Foundation
import SwiftData
import Testing

@testable import Permafrost

/// Row identifiers are made only with SwiftData's public coding.
@Suite struct RowIdentifiersTests {
    /// An identifier as Apple's platforms encode it.
    private static let form = """
        {"implementation": {"primaryKey": "p215", "uriRepresentation": "x-coredata://5E6F/Note/p215", "isTemporary": false,
        "storeIdentifier": "5E6F", "entityName": "Note"}}
        """

    private func expectForm(of identifiers: RowIdentifiers, _ key: Int64, equals text: String) throws {
        func object(_ text: String) throws -> NSDictionary? {
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
        }
        #expect(try object(identifiers.form(key)) == object(text))
    }

    @Test func theFormDiffersOnlyInKeyEntityAndURI() throws {
        let identifiers = try RowIdentifiers(entity: "Tag", form: Data(Self.form.utf8))
        try expectForm(
            of: identifiers, 7,
            equals: """
                {"implementation": {"primaryKey": "p7", "uriRepresentation": "x-coredata://5E6F/Tag/p7",
                "isTemporary": false, "storeIdentifier": "5E6F", "entityName": "Tag"}}
                """)
        let identifier = try identifiers.identifier(7)
        #expect(identifier.entityName == "Tag" && identifier.storeIdentifier == "5E6F")
        #expect(try PrimaryKeyEncoder().key(of: identifier) == 7)
        #expect(try PrimaryKeyEncoder().encodedKey(of: identifier) == 7)
    }

    @Test(arguments: [
        #"{"primaryKey": 215, "entityName": "Note", "storeIdentifier": "5E6F"}"#,
        #"{"implementation": {"primaryKey": 215, "entityName": "Note"}}"#, #"["p215"]"#, "{}",
    ])
    func anotherFormIsRefused(_ form: String) throws {
        let error = #expect(throws: MigrationError.self) {
            try RowIdentifiers(entity: "Tag", form: Data(form.utf8))
        }
        guard case .store(.unreadable) = error?.cause else {
            Issue.record("\(String(describing: error)) has another cause")
            return
        }
    }

    @Test func aRowIsFoundByAnEditedIdentifierOfAnotherRow() throws {
        let store = try PlanStore()
        let schema = Schema(versionedSchema: NotesV1.self)
        try store.fill(NotesV1.self) { context in
            for number in 1...20 { context.insert(NotesV1.Tag(name: "tag \(number)")) }
            context.insert(NotesV1.Folder(first: "a", last: "b"))
        }
        let context = ModelContext(
            try ModelContainer(for: schema, configurations: store.configuration(schema)))
        let folder = try #require(try context.fetch(FetchDescriptor<NotesV1.Folder>()).first)
        let identifiers = try RowIdentifiers(entity: "Tag", like: folder.persistentModelID)
        let keys = PrimaryKeyEncoder()
        let finder = try RowFinder<NotesV1.Tag>(context: context, like: folder.persistentModelID)
        for tag in try context.fetch(FetchDescriptor<NotesV1.Tag>()) {
            let key = try keys.key(of: tag.persistentModelID)
            #expect(try keys.encodedKey(of: tag.persistentModelID) == key)
            #expect(try identifiers.identifier(key) == tag.persistentModelID)
            #expect(try finder.row(of: key) === tag)
        }
        #expect(try finder.row(of: 1_000) == nil)
    }

    @Test func anUnsavedRowHasNoKey() throws {
        let error = #expect(throws: MigrationError.self) {
            try PrimaryKeyEncoder().key(of: NotesV1.Tag(name: nil).persistentModelID)
        }
        guard case .store(.unreadable) = error?.cause else {
            Issue.record("\(String(describing: error)) has another cause")
            return
        }
    }
}
