/// Small apps that handle the failure of a container.
enum FailureHandlerSources {
    static func code(_ text: String) -> [String: String] {
        [
            "App.swift": """
            import SwiftData
            @Model final class Clip { var title: String = ""; init() {} }
            @Model final class Old { var title: String = ""; init() {} }
            \(text)
            """
        ]
    }

    /// Returns a container whose failure the code handles.
    ///
    /// - Parameters:
    ///   - configuration: the container's configuration.
    ///   - first: code that runs before the container is made.
    ///   - besides: members of the same type.
    ///   - after: declarations after the type.
    ///   - file: the declarations of another file.
    static func handler(
        _ handler: String, configuration: String = #"ModelConfiguration("Clips")"#, first: String = "",
        besides: String = "", after: String = "", file: String? = nil
    ) -> [String: String] {
        var files = code(
            """
            final class Stores {
                static let folder = URL.applicationSupportDirectory
                static let storeURL = URL.applicationSupportDirectory.appending(path: "Trips.store")
                static func open() throws -> ModelContainer {
                    let schema = Schema([Clip.self])
                    \(first)
                    let configuration = \(configuration)
                    do {
                        return try ModelContainer(for: schema, configurations: [configuration])
                    } catch {
                        \(handler)
                        show(error)
                        return try ModelContainer(
                            for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
                    }
                }
                \(besides)
            }
            \(after)
            """)
        files["Files.swift"] = file.map { "import Foundation\n\($0)\n" }
        return files
    }
}
