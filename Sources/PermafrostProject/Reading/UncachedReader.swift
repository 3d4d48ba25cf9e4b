import Foundation
import PermafrostSource

/// A reader for the Swift sources and Core Data models in a folder. It doesn't use a cache.
package struct UncachedReader: ProjectReader {
    package init() {}

    /// Reads declarations. Their models are stored as canonical JSON, which is compared with fixtures.
    ///
    /// - Throws: ``ProjectError/noProject(path:)`` if the folder can't be read.
    package func declarations(_ request: SourceRequest) throws -> ProjectDeclarations {
        do {
            return try SourceReader(request: request).read().inCanonicalText
        } catch is UnreadableFile {
            throw ProjectError.noProject(path: request.directory)
        }
    }
}
