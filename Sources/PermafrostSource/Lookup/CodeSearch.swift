import PermafrostModel
import SwiftSyntax

/// A search for code that changes variables or calls functions, in all of a project's files, including those that aren't
/// parsed for their declarations.
final class CodeSearch: Sendable {
    private let files: any SourceFiles
    private let paths: [String]
    private let passed = Locked<[ParsedContainerCall.ParameterUse: [PassedArgument]]>([:])
    private let handled = Locked<[ParsedContainerCall.Thrower: [ContainerDeclaration.Failure]]>([:])
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

    private typealias FoundReaction = (
        failure: ParsedContainerCall.Failure, location: PermafrostModel.SourceLocation
    )

    /// The maximum number of files that an error passes through.
    private static let depthLimit = 3

    /// Returns the reactions of all files' code to an error that a function throws. Omits the file that declares the
    /// function, and reactions that depend on the store, which the other files don't show.
    func failures(
        ofCallersOf thrower: ParsedContainerCall.Thrower, declaredIn file: String, depth: Int = 0
    ) -> [ContainerDeclaration.Failure] {
        guard depth < Self.depthLimit else { return [] }
        if let known = handled.withLock({ $0[thrower] }) { return known }
        let names = [thrower.function, thrower.owner].compactMap(\.self).map { Set([NameHash.of($0)]) }
        let read = Concurrently.map(count: paths.count) { index -> [FoundReaction] in
            let path = self.paths[index]
            guard path != file else { return [] }
            let found = try? self.files.withBytes(of: path) { bytes -> [FoundReaction] in
                guard names.allSatisfy({ ByteScanner.mentions($0, in: bytes) }) else { return [] }
                var file = ParsedFile(path: path)
                file.lineStarts = LineTable.starts(in: bytes)
                let failures = ThrowerCalls.failures(ofCallersOf: thrower, in: try BoundedParser.parse(bytes, of: path))
                return failures.map { ($0, file.location($0.offset)) }
            }
            return found ?? []
        }.flatMap(\.self)
        let found = read.flatMap { failure, location in
            failure.thrower.map { failures(ofCallersOf: $0, declaredIn: location.file, depth: depth + 1) }
                ?? [.init(failure.kind, call: failure.call, location: location)]
        }
        handled.withLock { $0[thrower] = found }
        return found
    }
}

/// A search for calls of a function that throws the error of a container.
private enum ThrowerCalls {
    /// Returns the reactions to the error in a file other than the function's. Tests have none.
    static func failures(
        ofCallersOf thrower: ParsedContainerCall.Thrower, in tree: SourceFileSyntax
    ) -> [ParsedContainerCall.Failure] {
        let code = CodeVisitor(viewMode: .sourceAccurate)
        code.walk(tree)
        let reader = FailureReader(code: code, address: StoreAddress(configured: []))
        let calls = (code.calls[thrower.function] ?? []).filter { refers($0, to: thrower, code) }
        let unnamed = thrower.isInitializer ? code.unnamedCalls(ofInitializersOf: thrower.function) : []
        return (calls + unnamed).flatMap { reader.failures(ofCaller: $0, thrower.flag) }.filter { failure in
            switch failure.kind {
            case .endsApp, .continuesInMemory: failure.passing == nil
            case .deletesStore, .mayDeleteStore, .handlesOtherFile, .retriesWithoutPlan, .continuesWithoutStore: false
            }
        }
    }

    /// Returns whether a call certainly refers to the function: it names the function's type, it is a method of a value
    /// whose type the file shows, or it is in an extension of the type.
    private static func refers(
        _ call: FunctionCallExprSyntax, to thrower: ParsedContainerCall.Thrower, _ code: CodeVisitor
    ) -> Bool {
        guard code.functions(calledBy: call).isEmpty else { return false }
        let path = code.path(of: call) ?? []
        if thrower.isInitializer {
            return [thrower.function, "init"].contains(path.last) && path.contains(thrower.function)
        }
        guard let owner = thrower.owner else { return path == [thrower.function] }
        if path.count == 1 || path.count == 2 && ["self", "Self"].contains(path[0]) {
            return call.enclosingType?.name == owner
        }
        return path.dropLast().contains(owner)
    }
}
