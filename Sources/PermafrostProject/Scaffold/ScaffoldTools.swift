import Foundation
import PermafrostDeclarations

/// What a scaffold needs SwiftSyntax for.
package protocol ScaffoldTools: Sendable {
    /// The targets of the package in a folder, as its manifest declares them.
    func packageTargets(in directory: String) throws -> [PackageTarget]
}

/// The source reader, a process of its own.
package struct SourceReaderTools: ScaffoldTools {
    private let process: SourceReaderProcess

    /// - Parameters:
    ///   - settings: which source reader is run, and how long it may take.
    ///   - announce: shows a line of progress, before what takes a while.
    package init(_ settings: SourceReaderSettings, announce: (String) -> Void) throws {
        process = try SourceReaderProcess(settings, announce: announce)
    }

    package func packageTargets(in directory: String) throws -> [PackageTarget] {
        try answer(.packageTargets(directory: directory))
    }

    /// The files of a next version.
    func nextVersion(_ request: NextVersionRequest) throws -> NextVersionAnswer { try answer(.nextVersion(request)) }

    /// The files of an app's first versions and their plan.
    func adoption(_ request: AdoptionRequest) throws -> NextVersionAnswer { try answer(.adoption(request)) }

    private func answer<Answer: Decodable>(_ request: ReaderRequest) throws -> Answer {
        let bytes = try process.answer(request)
        do {
            return try JSONDecoder().decode(Answer.self, from: bytes)
        } catch {
            throw process.foreignAnswer
        }
    }
}

extension SourceReaderTools: DeclarationReader {
    /// Reads sources that are not kept in the cache, as those with an overlay.
    package func declarations(_ request: SourceRequest) throws -> ArchivedDeclarations {
        try process.declarations(request).declarations
    }
}
