import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostStore

/// A cell of external storage has the same meaning for every reader.
@Suite struct LargeValueCellTests {
    /// The meaning of a cell.
    enum Meaning: Sendable, Equatable {
        case value([UInt8])
        case file
        case missingFile
        case unreadable
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let about: String
        let cell: [UInt8]
        let meaning: Meaning
        var testDescription: String { about }
    }

    private static let name = "6F1C0C2E-6C56-4F2B-9E0B-5D2C6B7A8F10"
    private static let missing = "00000000-6C56-4F2B-9E0B-5D2C6B7A8F10"
    private static let content: [UInt8] = [7, 8, 9]

    static let cases = [
        Case(about: "a value", cell: [1, 5, 6], meaning: .value([5, 6])),
        Case(about: "an empty value", cell: [1], meaning: .value([])),
        Case(about: "a value that begins as a name would", cell: [1, 2, 0], meaning: .value([2, 0])),
        Case(about: "an empty cell", cell: [], meaning: .value([])),
        Case(about: "a name", cell: [2] + Array(name.utf8) + [0], meaning: .file),
        Case(about: "a name that nothing ends", cell: [2] + Array(name.utf8), meaning: .file),
        Case(about: "a name without its file", cell: [2] + Array(missing.utf8) + [0], meaning: .missingFile),
        Case(about: "no name", cell: [2], meaning: .unreadable),
        Case(about: "an empty name", cell: [2, 0], meaning: .unreadable),
        Case(about: "a name and more", cell: [2] + Array(name.utf8) + [0, 0], meaning: .unreadable),
        Case(about: "a name that is too long", cell: [2] + Array((name + "A").utf8) + [0], meaning: .unreadable),
        Case(
            about: "a name that leads out of the folder", cell: [2] + Array("../../secret".utf8) + [0],
            meaning: .unreadable),
        Case(about: "a name that is no text", cell: [2, 0xFF, 0xFE, 0], meaning: .unreadable),
        Case(about: "another mark", cell: [3, 5, 6], meaning: .unreadable),
        Case(about: "no mark", cell: [0], meaning: .unreadable),
    ]

    @Test(arguments: cases) func everyReaderAgreesOnTheValue(_ one: Case) throws {
        let folder = try ScratchFolder()
        let path = folder.url.path + "/App.store"
        try Data("secret".utf8).write(to: URL(fileURLWithPath: folder.url.path + "/secret"))
        let storage = StoreFile(path: path).externalStorage
        try FileManager.default.createDirectory(atPath: storage.folder, withIntermediateDirectories: true)
        try Data(Self.content).write(to: URL(fileURLWithPath: storage.folder + "/" + Self.name))

        // The cell itself.
        switch (LargeValueCell(one.cell), one.meaning) {
        case (.inline(let bytes), .value(let expected)): #expect(bytes == expected)
        case (.file(let name), .file): #expect(name == Self.name)
        case (.file(let name), .missingFile): #expect(name == Self.missing)
        case (.unreadable, .unreadable): break
        case (let cell, let meaning): Issue.record("\(cell) for \(meaning)")
        }
        let isName = one.meaning == .file || one.meaning == .missingFile
        #expect((LargeValueCell.fileName(in: one.cell) != nil) == isName)

        // The value that the framework reads.
        let value = try storage.content(of: one.cell).map { Array($0) }
        // The value that `inspect` shows, and the value that comparisons of stores compare.
        let attribute = Attribute(name: "image", type: .binary, isOptional: true, isExternalStorage: true)
        let shown = StoredValueDecoder(externalStorage: storage).value(of: attribute, [.blob(one.cell)])
        let compared = ComparedValue(.blob(one.cell), of: attribute, in: storage)
        switch one.meaning {
        case .value(let bytes):
            #expect(value == bytes && shown == .data(bytes) && compared == .data(bytes))
        case .file:
            #expect(value == Self.content && shown == .externalData(file: Self.name, bytes: 3))
            #expect(compared == .data(Self.content))
        case .missingFile:
            #expect(value == nil && shown == .externalData(file: Self.missing, bytes: nil))
            #expect(compared == .missingFile(Self.missing))
        case .unreadable:
            #expect(value == nil && shown == .unexpected(.blob(one.cell)))
            guard case .unreadable = compared else {
                Issue.record("\(compared)")
                return
            }
        }
    }

    /// A checkout can contain a link, or a pipe that would block the reader.
    @Test func aLinkInPlaceOfAValueIsNotFollowed() throws {
        let folder = try ScratchFolder()
        try folder.write("secret", to: "secret")
        let storage = StoreFile(path: folder.path("App.store")).externalStorage
        try FileManager.default.createDirectory(atPath: storage.folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: storage.folder + "/" + Self.name, withDestinationPath: folder.path("secret"))
        #expect(mkfifo(storage.folder + "/" + Self.missing, 0o644) == 0)
        let attribute = Attribute(name: "image", type: .binary, isOptional: true, isExternalStorage: true)
        for name in [Self.name, Self.missing] {
            #expect(throws: FileError.self) { try storage.content(named: name) }
            let cell = LargeValueCell.file(name).bytes
            guard case .unreadable = ComparedValue(.blob(cell), of: attribute, in: storage) else {
                Issue.record("\(name) was read")
                continue
            }
        }
        #expect(try storage.files().isEmpty)
    }

    @Test func everyFormRoundTrips() {
        for cell in [LargeValueCell.inline([]), .inline([2]), .file(Self.name)] {
            #expect(LargeValueCell(cell.bytes) == cell)
        }
    }
}
