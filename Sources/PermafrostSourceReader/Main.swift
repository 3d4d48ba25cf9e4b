import Foundation
import PermafrostDeclarations
import PermafrostSource

/// Reads the declarations of one project for `permafrost`: a request in JSON as the argument, an archive on standard
/// output. A process of its own, so that SwiftSyntax is loaded only where something has to be parsed.
@main enum Main {
    static func main() {
        guard CommandLine.arguments.count == 2 else {
            end("PermafrostSourceReader serves permafrost; run that instead.")
        }
        do {
            try read()
        } catch {
            end("PermafrostSourceReader: \(error)")
        }
    }

    private static func read() throws {
        let request = try JSONDecoder().decode(SourceRequest.self, from: Data(CommandLine.arguments[1].utf8))
        let archive = try DeclarationArchive.encode(SourceReader(request: request).read())
        try FileHandle.standardOutput.write(contentsOf: Data(archive))
    }

    private static func end(_ message: String) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(2)
    }
}
