/// The code of a test in which an app opens the frozen stores of its Core Data model.
struct ModelStoreTest {
    /// The model's name, such as `Library`.
    let model: String
    /// The paths of the frozen stores, relative to the project's folder.
    let stores: [String]

    /// The lines of the test's file.
    var lines: [String] {
        let name = model.filter { $0.isLetter || $0.isNumber }
        return [
            "import CoreData",
            "import XCTest",
            "",
            "final class \(name)StoreTests: XCTestCase {",
            "    func testEveryFrozenStoreOpens() throws {",
            "        // The folder that contains the folder of this file.",
            "        let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()",
            "        for path in [",
        ] + stores.map { "            \"\($0)\"," } + [
            "        ] {",
            "            let copy = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + \".sqlite\")",
            "            try FileManager.default.copyItem(at: project.appending(path: path), to: copy)",
            "            // Or the code that the app opens its store with.",
            "            let container = NSPersistentContainer(name: \"\(model)\")",
            "            container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: copy)]",
            "            container.loadPersistentStores { _, error in XCTAssertNil(error, path) }",
            "        }",
            "    }",
            "}",
        ]
    }
}
