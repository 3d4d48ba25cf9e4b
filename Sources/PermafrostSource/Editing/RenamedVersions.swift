import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// The edits that give versions new names and numbers: in their declarations, in all references to them, and in the
/// plan's stages.
///
/// A stage to the first of the versions starts at another version afterwards. In the stage's code, the name of its old
/// version is replaced too.
struct RenamedVersions {
    /// The edits, keyed by path.
    private(set) var edits: [String: SwiftFile.TextEdits] = [:]
    /// The names of the custom stages that start at another version afterwards.
    private(set) var customStages: [String] = []

    private let request: RenumberingRequest
    private let versions: [(request: RenumberingRequest.Version, pieces: VersionPieces)]
    private let plan: VersionPieces
    private var names: [String: [Name]] = [:]

    /// A name to replace wherever it refers to the type.
    private struct Name {
        /// The names of the types around the type, outermost first.
        let enclosing: [String]
        let module: String?
        let new: String

        /// Returns whether an identifier is a reference to the type, or its declaration.
        func isMeant(by token: TokenSyntax) -> Bool {
            if let label = token.parent?.as(LabeledExprSyntax.self), label.label?.id == token.id { return false }
            if let base = Self.base(of: token), base != "Self" {
                let path = base.split(separator: ".").map(String.init)
                guard !path.isEmpty else { return false }
                if enclosing.isEmpty { return path.count == 1 && path.first == module }
                return path == enclosing || path.suffix(enclosing.count).elementsEqual(enclosing)
                    || enclosing.suffix(path.count).elementsEqual(path)
            }
            return enclosing.isEmpty || token.parent?.enclosingPath.starts(with: enclosing) == true
                || token.parent?.as(DeclSyntax.self)?.enclosingPath == enclosing
        }

        /// Returns the expression or type before a member's name, or nil if the identifier isn't a member. The base of
        /// an implicit member such as `.name` is empty.
        private static func base(of token: TokenSyntax) -> String? {
            if let member = token.parent?.as(MemberTypeSyntax.self), member.name.id == token.id {
                return member.baseType.trimmedDescription
            }
            guard let reference = token.parent?.as(DeclReferenceExprSyntax.self),
                let member = reference.parent?.as(MemberAccessExprSyntax.self), member.declName.id == reference.id
            else { return nil }
            return member.base?.trimmedDescription ?? ""
        }
    }

    /// Finds the edits.
    ///
    /// - Throws: `NextVersionDraft.Problem` if a declaration isn't at its location, or `UnreadableFile` if a file can't be
    ///   read or parsed.
    init(_ request: RenumberingRequest, in sources: SourceSet) throws {
        self.request = request
        versions = try request.versions.map { version in
            (version, try VersionPieces(of: version.current.type, at: version.current.location, in: sources))
        }
        plan = try VersionPieces(of: request.plan.type, at: request.plan.location, in: sources)
        for (version, pieces) in versions {
            let module = SourcePaths.module(of: version.current.location.file)
            add(pieces.name, Name(enclosing: Self.enclosing(version.current.type), module: module, new: version.name))
            try addAliases(of: version, pieces, in: sources)
            renumber(version, pieces)
        }
        renameStages()
        let words = names.keys.sorted()
        for file in try sources.files(sources.paths(with: words)) where !request.removed.contains(file.path) {
            for token in file.tree.tokens(viewMode: .sourceAccurate) {
                guard case .identifier(let text) = token.tokenKind,
                    let name = names[text]?.first(where: { $0.isMeant(by: token) })
                else { continue }
                replace(token.bounds, with: name.new, in: file)
            }
        }
    }

    private mutating func replace(_ range: Range<Int>, with text: String, in file: SwiftFile) {
        guard edits[file.path]?.covers(range) != true else { return }
        edits[file.path, default: SwiftFile.TextEdits()].replace(range, with: text)
    }

    private mutating func add(_ old: String, _ name: Name) { names[old, default: []].append(name) }

    private static func enclosing(_ type: String) -> [String] {
        type.split(separator: ".").dropLast().map(String.init)
    }

    /// The paths that contain the versions' declarations.
    var declaringPaths: Set<String> { Set(versions.flatMap { $0.pieces.all.map(\.file.path) }) }

    /// Returns the path for a file after the renaming. It differs if the path contains a version's name.
    func newPath(of path: String) -> String {
        for (version, pieces) in versions {
            guard
                let range = path.ranges(of: pieces.name).last(where: { range in
                    range.upperBound == path.endIndex || !path[range.upperBound].isNumber
                })
            else { continue }
            return path[..<range.lowerBound] + version.name + path[range.upperBound...]
        }
        return path
    }

    // MARK: Declarations

    /// Renames the aliases whose names end with the version's number, such as `TripV3`.
    private mutating func addAliases(
        of version: RenumberingRequest.Version, _ pieces: VersionPieces, in sources: SourceSet
    ) throws {
        let (before, after) = (PlanEdit.VersionSuffix(pieces.name), PlanEdit.VersionSuffix(version.name))
        guard !before.digits.isEmpty else { return }
        for file in try sources.files(sources.paths(with: ["typealias"])) {
            for alias in PlanEdit.NodeFinder<TypeAliasDeclSyntax>.all(in: Syntax(file.tree)) {
                let target = alias.initializer.value.trimmedDescription
                guard target == version.current.type || target.hasPrefix(version.current.type + "."),
                    alias.name.text.hasSuffix(before.text)
                else { continue }
                let name = String(alias.name.text.dropLast(before.text.count)) + after.text
                add(
                    alias.name.text,
                    Name(
                        enclosing: alias.enclosingPath, module: SourcePaths.module(of: file.path), new: name))
            }
        }
    }

    private mutating func renumber(_ version: RenumberingRequest.Version, _ pieces: VersionPieces) {
        for piece in pieces.all {
            let identifiers = VersionPieces.variable("versionIdentifier", in: piece.node)
            for value in identifiers.map({ ListResults(of: $0).expressions }) ?? [] {
                replace(
                    value.bounds, with: NextVersionText.identifier(version.identifier, like: value), in: piece.file)
            }
            if let number = NextVersionText.freezeVersion(of: piece.node) {
                let text = version.identifier.map(String.init).joined(separator: ".")
                replace(number.bounds, with: "\"\(text)\"", in: piece.file)
            }
        }
    }

    // MARK: Stages

    private mutating func renameStages() {
        let renamed = Set(versions.map(\.request.current.type))
        for piece in plan.all {
            for call in PlanEdit.NodeFinder<FunctionCallExprSyntax>.all(in: Syntax(piece.node)) {
                guard let destination = Self.argument(["toVersion", "to"], of: call),
                    Self.argument(["fromVersion", "from"], of: call) != nil,
                    let (version, pieces) = versions.first(where: {
                        [$0.request.current.type + ".self", $0.pieces.name + ".self"].contains(destination)
                    })
                else { continue }
                let constant = Self.constant(around: call, in: piece)
                if let constant, let name = constant.bindings.first?.pattern.trimmedDescription {
                    let new = Self.stageName(name, version, pieces.name)
                    if new != name {
                        add(name, Name(enclosing: Self.enclosing(plan.type) + [plan.name], module: nil, new: new))
                    }
                }
                guard version.previous != version.newPrevious, !renamed.contains(version.previous) else { continue }
                let old = VersionPieces.lastName(version.previous)
                let name = Name(
                    enclosing: Self.enclosing(version.previous),
                    module: SourcePaths.module(of: piece.file.path), new: VersionPieces.lastName(version.newPrevious))
                let scope = constant.map { Syntax($0) } ?? Syntax(call)
                for token in scope.tokens(viewMode: .sourceAccurate) where token.names(old) && name.isMeant(by: token) {
                    replace(token.bounds, with: name.new, in: piece.file)
                }
                if call.calledExpression.trimmedDescription.hasSuffix("custom") {
                    let label = constant?.bindings.first?.pattern.trimmedDescription
                    customStages.append(
                        label.map { Self.stageName($0, version, pieces.name) }
                            ?? "\(version.newPrevious) → \(version.name)")
                }
            }
        }
    }

    private static func argument(_ labels: [String], of call: FunctionCallExprSyntax) -> String? {
        call.arguments.first { argument in argument.label.map { labels.contains($0.text) } ?? false }?
            .expression.trimmedDescription
    }

    /// Returns the plan's constant whose value contains a call. Returns nil if the call is an element of a list of stages.
    private static func constant(
        around call: FunctionCallExprSyntax, in piece: VersionPieces.Piece
    ) -> VariableDeclSyntax? {
        let constants = VersionPieces.members(of: piece.node)?.members.compactMap {
            $0.decl.as(VariableDeclSyntax.self)
        }
        return constants?.first { variable in
            let name = variable.bindings.first?.pattern.trimmedDescription
            return call.isInside(variable.bounds) && name != "stages" && !CombinedDeclarations.listsVersions(variable)
        }
    }

    /// Returns the name of a stage after the renumbering. For example, `migrateV1toV2` becomes `migrateV2toV3`.
    private static func stageName(
        _ name: String, _ version: RenumberingRequest.Version, _ old: String
    ) -> String {
        let to = (PlanEdit.VersionSuffix(old).digits, PlanEdit.VersionSuffix(version.name).digits)
        let from = (
            PlanEdit.VersionSuffix(VersionPieces.lastName(version.previous)).digits,
            PlanEdit.VersionSuffix(VersionPieces.lastName(version.newPrevious)).digits
        )
        let numbers = name.ranges(of: /[0-9]+(?:[_p][0-9]+)*/)
        guard let last = numbers.last, name[last] == to.0, !to.0.isEmpty else { return name }
        let result = to.1 + name[last.upperBound...]
        guard let first = numbers.dropLast().last, name[first] == from.0, !from.0.isEmpty else {
            return String(name[..<last.lowerBound]) + result
        }
        return String(name[..<first.lowerBound]) + from.1 + name[first.upperBound..<last.lowerBound] + result
    }
}
