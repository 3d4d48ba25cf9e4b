import SwiftData
import Testing

@testable import Permafrost

/// A model's properties are read from metadata without documented members.
@Suite struct PropertyReflectionTests {
    private struct Named {
        let name = "title"
        let keypath: AnyKeyPath = \NotesV1.Note.title
    }

    private struct Renamed {
        let identifier = "title"
        let path: AnyKeyPath = \NotesV1.Note.title
    }

    @Test func everyPropertyOfAModelIsFound() throws {
        let properties = try PropertyReflection.readable(of: NotesV1.Note.self)
        #expect(properties.map(\.name) == ["title", "body", "author", "weight", "mood", "folder", "tags"])
        let note = NotesV1.Note(title: "a title", body: "", author: "")
        #expect(note[keyPath: properties[0].keyPath] as? String == "a title")
        let shown = NotesV1.Note.schemaMetadata.map { PropertyReflection(reflecting: $0) }
        #expect(shown.map(\.name) == properties.map(\.name))
        #expect(shown.map(\.keyPath) == properties.map(\.keyPath))
    }

    @Test func aRecordedNameIsRead() {
        #expect(PropertyReflection(reflecting: Named()).name == "title")
        #expect(PropertyReflection(reflecting: Named()).keyPath == \NotesV1.Note.title)
    }

    @Test(arguments: [
        (#"\Post.body"#, "body"), (#"\SchemaV1.Post._body2"#, "_body2"), (#"\Post.größe"#, "größe"),
        (#"\Post.<computed 0x0000 (String)>"#, nil), (#"\Post.2"#, nil), (#"\Post."#, nil), ("body", nil),
        (#"\Post.tags[0]"#, nil), ("", nil),
    ])
    func withoutARecordedNameTheKeyPathIsParsed(_ text: String, _ name: String?) {
        #expect(PropertyReflection.name(inText: text) == name)
    }

    @Test func metadataWithAMissingPropertyIsAnError() {
        let shown = [PropertyReflection(reflecting: Named()), PropertyReflection(reflecting: Renamed())]
        #expect(throws: PropertyReflection.Unreadable.self) {
            try PropertyReflection.readable(shown, model: "Note")
        }
    }
}
