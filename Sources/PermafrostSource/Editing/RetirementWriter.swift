import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// A writer that takes a version out of the sources: its type with its models, its extensions and typealiases, its
/// element in the plans' lists, and its stages. A file that then contains only imports is removed.
package struct RetirementWriter {
    private let request: RetirementDraft.Request
    private let sources: SourceSet
    private var removed: [VersionPieces.Piece] = []
    private var edits: [(path: String, range: Range<Int>, text: String)] = []
    private var plans: [String: String] = [:]
    /// The names of the version's type, its typealiases, and the nested classes outside of it that only it lists. The
    /// name of a nested type begins with the types that contain it, such as `Legacy.Note`.
    private var names: Set<String>
    /// The names of the top-level classes that only the version lists.
    private var classes: Set<String> = []
    /// The names of the types that typealiases refer to, without enclosing types, keyed by the typealias's name.
    private var aliased: [String: Set<String>] = [:]
    /// The plans whose constants for stages are removed, keyed by the constants' names.
    private var constants: [String: Set<String>] = [:]

    /// Returns the files that change.
    ///
    /// - Throws: ``RetirementDraft/Problem`` if the sources still use the version or can't be edited, or
    ///   `UnreadableFile` if a file can't be read or parsed.
    package static func draft(_ request: RetirementDraft.Request) throws -> RetirementDraft {
        var writer = RetirementWriter(
            request: request, sources: try SourceSet(DirectorySources(directory: request.directory)))
        return try writer.draft()
    }

    private init(request: RetirementDraft.Request, sources: SourceSet) {
        self.request = request
        self.sources = sources
        names = [request.version.type]
        if let module = request.module { names.insert(module + "." + request.version.type) }
    }

    private mutating func draft() throws -> RetirementDraft {
        do {
            removed = try VersionPieces(of: request.version.type, at: request.version.location, in: sources).all
        } catch NextVersionDraft.Problem.moved(let type, let location) {
            throw RetirementDraft.Problem.moved(type, location)
        }
        try addClasses()
        try addAliases()
        try addExtensions()
        for plan in request.plans {
            let retirement = try PlanRetirement(plan, of: names, in: sources)
            edits += retirement.edits
            removed += retirement.removed
            for name in retirement.removed.compactMap({ Self.name(of: $0.node) }) {
                constants[name, default: []].insert(VersionPieces.lastName(plan.type))
            }
            for path in Set(retirement.edits.filter { !$0.text.isEmpty }.map(\.path)) where plans[path] == nil {
                plans[path] = plan.type
                try addImport(to: path, for: plan)
            }
        }
        try assertUnused()
        return RetirementDraft(files: try files())
    }

    // MARK: Declarations

    /// Adds the classes outside of the version's type that no other version lists.
    private mutating func addClasses() throws {
        let shared = Set(request.others.flatMap(\.classes.values))
        for (entity, place) in request.version.classes.sorted(by: { $0.key < $1.key }) where !shared.contains(place) {
            let file = try sources.file(place.file)
            guard let node = file.declaration(named: place)?.as(ClassDeclSyntax.self) else {
                throw RetirementDraft.Problem.moved(entity, place)
            }
            guard !isRemoved(node.bounds.lowerBound, of: file.path) else { continue }
            let enclosing = Self.enclosing(node)
            if enclosing.isEmpty {
                classes.insert(node.name.text)
            } else {
                names.insert((enclosing + [node.name.text]).joined(separator: "."))
            }
            removed.append(.init(file: file, node: DeclSyntax(node)))
        }
    }

    /// Adds the typealiases for the version and its types, and the typealiases for these.
    private mutating func addAliases() throws {
        let files = try sources.files(try sources.paths(with: ["typealias"]))
        for alias in files.flatMap({ PlanEdit.NodeFinder<TypeAliasDeclSyntax>.all(in: Syntax($0.tree)) }) {
            let type = VersionPieces.lastName(alias.initializer.value.trimmedDescription)
            aliased[alias.name.text, default: []].insert(type)
        }
        var isComplete = false
        while !isComplete {
            isComplete = true
            for file in files {
                for alias in PlanEdit.NodeFinder<TypeAliasDeclSyntax>.all(in: Syntax(file.tree)) {
                    // `Schema` is also a type of SwiftData.
                    let enclosing = Self.enclosing(alias)
                    guard belongs(alias.initializer.value, in: enclosing), alias.name.text != "Schema",
                        !isRemoved(alias.bounds.lowerBound, of: file.path)
                    else { continue }
                    names.insert((enclosing + [alias.name.text]).joined(separator: "."))
                    removed.append(.init(file: file, node: DeclSyntax(alias)))
                    isComplete = false
                }
            }
        }
    }

    private mutating func addExtensions() throws {
        for file in try sources.files(try sources.paths(with: ["extension"])) {
            for part in PlanEdit.NodeFinder<ExtensionDeclSyntax>.all(in: Syntax(file.tree))
            where belongs(part.extendedType, in: []) && !isRemoved(part.bounds.lowerBound, of: file.path) {
                removed.append(.init(file: file, node: DeclSyntax(part)))
            }
        }
    }

    /// Returns whether a type is the version, one of its nested types, or one of its classes.
    ///
    /// - Parameter enclosing: the names of the types that contain the reference, outermost first. Inside them, the
    ///   names of their nested types need no prefix.
    private func belongs(_ type: TypeSyntax, in enclosing: [String]) -> Bool {
        let text = type.trimmedDescription
        let readings = [text] + enclosing.indices.map { enclosing[...$0].joined(separator: ".") + "." + text }
        return readings.contains { text in names.contains { text == $0 || text.hasPrefix($0 + ".") } }
            || classes.contains(text)
    }

    private func isRemoved(_ offset: Int, of path: String) -> Bool {
        removed.contains { $0.file.path == path && $0.range.contains(offset) }
            || edits.contains { $0.path == path && $0.range.contains(offset) }
    }

    // MARK: Imports

    /// Adds `import Permafrost` to a plan's file. Another file must import the module already, because only then it is
    /// known that the target depends on it.
    private mutating func addImport(to path: String, for plan: RetirementDraft.Request.Plan) throws {
        let modules: Set = ["Permafrost", "PermafrostMacros", "PermafrostFreezeRay"]
        let file = try sources.file(path)
        let own = file.tree.statements.compactMap { $0.item.as(ImportDeclSyntax.self) }
        guard !own.contains(where: { modules.contains($0.path.trimmedDescription) }) else { return }
        let tests = SourcePaths(includesTests: false)
        let users = try sources.paths(with: modules.map { "import " + $0 }).filter(tests.holdsSource)
        guard !users.isEmpty, let last = own.last else {
            throw RetirementDraft.Problem.noLibrary(plan: plan.type, plan.location)
        }
        // If the imports are sorted, keep them sorted.
        let line = FileImport(module: "Permafrost")
        if let next = own.first(where: { FileImport($0) > line }) {
            let start = next.bounds.lowerBound
            edits.append((path, start..<start, file.inLines(line.text + "\n")))
        } else {
            edits.append((path, last.endWithComment..<last.endWithComment, file.inLines("\n" + line.text)))
        }
    }

    // MARK: Uses

    /// Throws `RetirementDraft.Problem.used` if the remaining sources use the version, its typealiases or its classes.
    private func assertUnused() throws {
        let words = Set(names.map(VersionPieces.lastName)).union(classes).union(constants.keys)
        var uses: [String: [SourceLocation]] = [:]
        for file in try sources.files(try sources.paths(with: words.sorted())) where !request.tests.contains(file.path)
        {
            if let conflict = file.conflict { throw RetirementDraft.Problem.conflict(conflict) }
            for token in file.tree.tokens(viewMode: .sourceAccurate) {
                guard case .identifier(let text) = token.tokenKind, words.contains(text),
                    !isRemoved(token.bounds.lowerBound, of: file.path), isUse(token, of: text)
                else { continue }
                uses[text, default: []].append(file.location(token.bounds.lowerBound))
            }
        }
        let type = VersionPieces.lastName(request.version.type)
        // Uses of the version itself are easier to understand than uses of its classes.
        guard let name = uses[type] == nil ? uses.keys.min() : type, let places = uses[name] else { return }
        throw RetirementDraft.Problem.used(name, places)
    }

    private func isUse(_ token: TokenSyntax, of name: String) -> Bool {
        if token.parent?.is(LabeledExprSyntax.self) == true { return false }
        let base = Self.base(of: token)
        let ancestors = Self.ancestors(of: token)
        if let plans = constants[name] {
            guard let base, base != "Self" else { return !plans.isDisjoint(with: ancestors) }
            return plans.contains { isName(base, of: $0) }
        }
        if classes.contains(name), base == nil, !isShadowed(token, name) { return true }
        return names.contains { full in
            let path = full.split(separator: ".").map(String.init)
            guard path.last == name else { return false }
            guard path.count > 1 else { return base == nil && !isShadowed(token, name) || base == request.module }
            let enclosing = path[path.count - 2]
            // Inside the enclosing type, the name needs no base.
            guard let base, base != "Self" else { return ancestors.contains(enclosing) && !isShadowed(token, name) }
            return isName(base, of: enclosing)
        }
    }

    /// Returns whether an identifier is the name of a type or of a typealias for it.
    private func isName(_ identifier: String, of type: String) -> Bool {
        identifier == type || aliased[identifier]?.contains(type) == true
    }

    /// Returns whether another version has a class with the name, and the token is inside that version.
    private func isShadowed(_ token: TokenSyntax, _ name: String) -> Bool {
        let enclosing = Self.ancestors(of: token)
        return request.others.contains { version in
            version.classes[name] != nil && enclosing.contains(VersionPieces.lastName(version.type))
        }
    }

    /// Returns the identifier that precedes a token and a period, or nil if there is none.
    private static func base(of token: TokenSyntax) -> String? {
        guard let period = token.previousToken(viewMode: .sourceAccurate), period.tokenKind == .period else {
            return nil
        }
        return period.previousToken(viewMode: .sourceAccurate)?.text ?? ""
    }

    /// Returns the names of the types that contain a declaration, outermost first.
    private static func enclosing(_ declaration: some SyntaxProtocol) -> [String] {
        var path: [String] = []
        var node = declaration.parent
        while let current = node {
            if let part = current.as(ExtensionDeclSyntax.self) {
                path = part.extendedType.trimmedDescription.split(separator: ".").map(String.init) + path
            } else if let name = current.as(DeclSyntax.self)?.typeName {
                path.insert(name, at: 0)
            }
            node = current.parent
        }
        return path
    }

    /// Returns the names of the types and extensions that contain a token.
    private static func ancestors(of token: TokenSyntax) -> [String] {
        enclosing(token)
    }

    // MARK: Files

    private func files() throws -> [RetirementDraft.File] {
        let targets = try TargetListReader.NewFileTargets(DirectorySources(directory: request.directory))
        let paths = Set(removed.map(\.file.path)).union(edits.map(\.path)).union(request.tests)
        return try paths.sorted().map { path in
            let file = try sources.file(path)
            if let conflict = file.conflict { throw RetirementDraft.Problem.conflict(conflict) }
            let own = removed.filter { $0.file.path == path }
            let names = own.sorted { $0.range.lowerBound < $1.range.lowerBound }.compactMap { Self.name(of: $0.node) }
            if request.tests.contains(path) || plans[path] == nil && isEmpty(file, without: own.map(\.range)) {
                return .init(
                    path: path, oldText: file.text, text: nil, removed: names, plan: nil,
                    projects: targets.projects(listing: path))
            }
            var text = SwiftFile.TextEdits()
            for piece in own { text.replace(file.removal(of: piece.node), with: "") }
            for edit in edits where edit.path == path { text.replace(edit.range, with: edit.text) }
            return .init(
                path: path, oldText: file.text, text: text.applied(to: file), removed: names, plan: plans[path])
        }
    }

    private func isEmpty(_ file: SwiftFile, without ranges: [Range<Int>]) -> Bool {
        file.tree.statements.allSatisfy { statement in
            statement.item.is(ImportDeclSyntax.self) || ranges.contains { statement.isInside($0) }
                || statement.item.as(IfConfigDeclSyntax.self).flatMap(FileImport.init) != nil
        }
    }

    private static func name(of node: DeclSyntax) -> String? {
        if let part = node.as(ExtensionDeclSyntax.self) { return "extension \(part.extendedType.trimmedDescription)" }
        if let variable = node.as(VariableDeclSyntax.self) {
            return variable.bindings.first?.pattern.trimmedDescription
        }
        return node.typeName
    }
}
