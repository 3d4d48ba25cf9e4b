import Foundation
import PermafrostSource

/// Reads the Swift sources and Core Data models of a folder, and keeps nothing.
package struct UncachedReader: ProjectReader {
    package init() {}

    package func declarations(_ request: SourceRequest) throws -> ProjectDeclarations {
        try DeclarationArchive.decode(archive(request))
    }

    /// The declarations in the form that a cache keeps.
    ///
    /// - Throws: ``ProjectError/noProject(path:)`` if the folder can't be read.
    func archive(_ request: SourceRequest) throws -> Data {
        var declarations: ProjectDeclarations
        do { declarations = try SourceReader(request: request).read() } catch is UnreadableFile {
            throw ProjectError.noProject(path: request.directory)
        }
        CoreDataModelReader(request: request).read(into: &declarations)
        return Data(try DeclarationArchive.encode(declarations))
    }
}
