import Foundation
import PermafrostAuthoring
import PermafrostCoreDataModel
import PermafrostDeclarations
import PermafrostSource

/// Does for `permafrost` what needs a parser of Swift or XML: a ``ReaderRequest`` in JSON on standard input, the answer on standard
/// output. A process of its own, so that SwiftSyntax is loaded only where something has to be parsed or written as Swift.
@main enum Main {
    static func main() {
        guard CommandLine.arguments.count == 1, isatty(STDIN_FILENO) == 0 else {
            end("PermafrostSourceReader serves permafrost; run that instead.")
        }
        do {
            let input = try FileHandle.standardInput.readToEnd() ?? Data()
            let request = try JSONDecoder().decode(ReaderRequest.self, from: input)
            try FileHandle.standardOutput.write(contentsOf: answer(request))
        } catch {
            end("PermafrostSourceReader: \(error)")
        }
    }

    private static func answer(_ request: ReaderRequest) throws -> Data {
        switch request {
        case .declarations(let source):
            Data(try DeclarationArchive.encode(declarations(source)))
        case .commits(let request):
            try JSONEncoder().encode(CommitsReader(request).write())
        case .packageTargets(let directory):
            try JSONEncoder().encode(PackageReader(directory: directory).targets())
        case .nextVersion(let request):
            try JSONEncoder().encode(NextVersionWriter.answer(request))
        case .adoption(let request):
            try JSONEncoder().encode(AdoptionWriter.answer(request))
        }
    }

    private static func declarations(_ request: SourceRequest) throws -> ProjectDeclarations {
        var declarations = try SourceReader(request: request).read()
        CoreDataModelReader(request: request).read(into: &declarations)
        return declarations
    }

    private static func end(_ message: String) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(2)
    }
}
