import PermafrostModel
import SwiftSyntax

/// A search for code that changes variables or calls functions, in all of a project's files, including those that aren't
/// parsed for their declarations.
final class CodeSearch: Sendable {
    private let files: any SourceFiles
    private let paths: [String]
    private let passed = Locked<[ParsedContainerCall.ParameterUse: [PassedArgument]]>([:])
    private let changed = Locked<[String: [(change: VariableChange, place: PermafrostModel.SourceLocation)]]>([:])

    init(_ files: any SourceFiles, paths: [String]) {
        self.files = files
        self.paths = paths
    }

    /// Returns the code that may change a variable with a name, with its location.
    func changes(of name: String) -> [(change: VariableChange, place: PermafrostModel.SourceLocation)] {
        changed.withLock { changed in
            if let known = changed[name] { return known }
            let hash: Set<UInt64> = [NameHash.of(name)]
            let found = Concurrently.map(count: paths.count) { index in
                self.changes(of: name, hash, in: self.paths[index])
            }.flatMap(\.self)
            changed[name] = found
            return found
        }
    }

    /// Returns no changes if the file can't be read, which is reported when its declarations are read.
    private func changes(
        of name: String, _ hash: Set<UInt64>, in path: String
    ) -> [(change: VariableChange, place: PermafrostModel.SourceLocation)] {
        let found = try? files.withBytes(of: path) {
            bytes -> [(change: VariableChange, place: PermafrostModel.SourceLocation)] in
            guard ByteScanner.mentions(hash, in: bytes) else { return [] }
            var file = ParsedFile(path: path)
            file.lineStarts = LineTable.starts(in: bytes)
            let changes = VariableChangeReader.changes(of: [name], in: try BoundedParser.parse(bytes, of: path))
            return changes.map { (change: $0, place: file.location($0.offset)) }
        }
        return found ?? []
    }

    /// Returns the arguments that the project's code passes for a parameter. Omits previews and code that no build for
    /// users compiles.
    func arguments(for parameter: ParsedContainerCall.ParameterUse) -> [PassedArgument] {
        passed.withLock { passed in
            if let known = passed[parameter] { return known }
            let hash: Set<UInt64> = [NameHash.of(parameter.function)]
            let found = Concurrently.map(count: paths.count) { index -> [PassedArgument] in
                let path = self.paths[index]
                let found = try? self.files.withBytes(of: path) { bytes -> [PassedArgument] in
                    guard ByteScanner.mentions(hash, in: bytes) else { return [] }
                    return PassedArgument.all(for: parameter, path, bytes, in: try BoundedParser.parse(bytes, of: path))
                }
                return found ?? []
            }.flatMap(\.self)
            passed[parameter] = found
            return found
        }
    }
}
