import Foundation
import PermafrostDeclarations
import PermafrostSource

/// Reads the declarations of one project for `permafrost`: a request in JSON as the argument, an archive on standard
/// output. A process of its own, so that SwiftSyntax is loaded only where something has to be parsed.
@main enum Main {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("PermafrostSourceReader serves permafrost; run that instead.\n".utf8))
            exit(2)
        }
        let request = try JSONDecoder().decode(SourceRequest.self, from: Data(CommandLine.arguments[1].utf8))
        let archive = try DeclarationArchive.encode(SourceReader(request: request).read())
        try FileHandle.standardOutput.write(contentsOf: Data(archive))
    }
}
