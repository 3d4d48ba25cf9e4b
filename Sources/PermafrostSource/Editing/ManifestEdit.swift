import PermafrostModel
import SwiftSyntax

/// An edit that adds dependencies to a package's manifest and to its targets. The manifest is parsed, never run. The
/// added code has the manifest's indentation, line endings and trailing commas.
package struct ManifestEdit {
    /// A dependency of a target, as Swift code.
    package struct TargetDependency: Sendable, Hashable {
        package let target: String
        /// The dependency, such as `.product(name: "PermafrostTesting", package: "permafrost")`.
        package let code: String

        package init(target: String, code: String) {
            self.target = target
            self.code = code
        }
    }

    /// A reason why a manifest can't be edited.
    package enum Obstacle: Error, Sendable, Hashable {
        /// The manifest doesn't have exactly one `let package = Package(…)` at its top level, or the package has no
        /// argument before `targets`.
        case noPackage
        /// The manifest has a syntax error or a conflict marker.
        case syntax
        /// An argument of the package, such as `dependencies`, isn't an array literal, or a later statement assigns it.
        case computed(argument: String)
        /// The dependencies of the target with this name aren't an array literal.
        case computedTarget(String)
        /// The list of targets has no target with this name.
        case noTarget(String)
        /// The manifest isn't encoded in UTF-8, or starts with a byte order mark.
        case encoding
        /// The manifest can't be parsed, for the given reason.
        case unreadable(String)
    }

    /// The name that the manifest's targets use for Permafrost's package, as in `.product(name:package:)`. Nil if the
    /// manifest has no such dependency.
    package let declaredName: String?
    private let file: SwiftFile
    /// The call that creates the package, or nil if there isn't exactly one at the top level.
    private let call: FunctionCallExprSyntax?
    private let isWellFormed: Bool
    private let visitor: DependencyVisitor

    /// Parses a manifest.
    ///
    /// - Parameters:
    ///   - names: the possible names of Permafrost's package, in lower case.
    ///   - productPrefix: the prefix of its product names. A package with such a product is used regardless of its
    ///     name.
    /// - Throws: ``Obstacle/encoding`` or ``Obstacle/unreadable(_:)``.
    package init(_ bytes: [UInt8], names: Set<String>, productPrefix: String) throws(Obstacle) {
        guard String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes), !bytes.starts(with: [0xEF, 0xBB, 0xBF])
        else { throw .encoding }
        do { file = try SwiftFile(path: "Package.swift", bytes: bytes) } catch {
            throw .unreadable((error as? UnreadableFile)?.reason ?? "\(error)")
        }
        let visitor = DependencyVisitor(viewMode: .sourceAccurate)
        visitor.walk(file.tree)
        self.visitor = visitor
        declaredName =
            visitor.products.first { $0.product.hasPrefix(productPrefix) }?.package
            ?? visitor.packages.first { names.contains($0.lowercased()) }
            ?? names.first { name in visitor.computedPackages.contains { $0.lowercased().contains(name) } }
        let calls = file.tree.statements.flatMap { statement in
            statement.item.as(VariableDeclSyntax.self)?.bindings.compactMap { binding in
                binding.initializer?.value.as(FunctionCallExprSyntax.self).flatMap { $0.isPackage ? $0 : nil }
            } ?? []
        }
        call = calls.count == 1 && visitor.packageCount == 1 ? calls.first : nil
        isWellFormed = !file.tree.hasError && file.conflict == nil
    }

    /// Returns the manifest with the given code added.
    ///
    /// - Parameters:
    ///   - dependency: the package dependency; nil to add none.
    ///   - products: the dependencies to add to targets.
    /// - Throws: the reason why the manifest isn't edited.
    package func text(adding dependency: String?, _ products: [TargetDependency]) throws(Obstacle) -> String {
        guard isWellFormed else { throw .syntax }
        guard let call else { throw .noPackage }
        for argument in ["dependencies", "targets"] where visitor.assigned.contains(argument) {
            throw .computed(argument: argument)
        }
        guard let targets = call.argument("targets")?.as(ArrayExprSyntax.self) else {
            throw .computed(argument: "targets")
        }
        var edits = SwiftFile.TextEdits()
        if let dependency {
            if let list = call.argument("dependencies") {
                guard let array = list.as(ArrayExprSyntax.self) else { throw .computed(argument: "dependencies") }
                append([dependency], to: array, &edits)
            } else {
                try insertDependencies([dependency], before: targets, in: call, &edits)
            }
        }
        var names: [String] = []
        for product in products where !names.contains(product.target) { names.append(product.target) }
        for name in names {
            let code = products.filter { $0.target == name }.map(\.code)
            let target = targets.elements.lazy.compactMap { $0.expression.as(FunctionCallExprSyntax.self) }
                .first { $0.argument("name")?.stringValue == name }
            guard let target else { throw .noTarget(name) }
            if let list = target.argument("dependencies") {
                guard let array = list.as(ArrayExprSyntax.self) else { throw .computedTarget(name) }
                append(code, to: array, &edits)
            } else {
                guard let index = target.arguments.firstIndex(where: { $0.label?.text == "name" }) else {
                    throw .noTarget(name)
                }
                insert(code, after: index, in: target, like: nil, &edits)
            }
        }
        return edits.applied(to: file)
    }

    // MARK: Lists

    /// Adds elements to the end of an array literal.
    private func append(_ code: [String], to array: ArrayExprSyntax, _ edits: inout SwiftFile.TextEdits) {
        guard let last = array.elements.last else {
            let start = array.leftSquare.bounds.upperBound
            guard array.hasLines else { return edits.insert(code.joined(separator: ", "), at: start) }
            let indent = file.lineEnd + file.indentation(at: start) + unit
            return edits.insert(code.map { indent + $0 + "," }.joined(), at: start)
        }
        let isOnOwnLine = last.leadingTrivia.contains(where: \.isNewline) || array.leftSquare.endsLine
        let separator = isOnOwnLine ? file.lineEnd + file.indentation(at: last.bounds.lowerBound) : " "
        add(
            code.map { separator + $0 }, after: last.bounds.upperBound,
            at: isOnOwnLine ? last.endWithComment : last.bounds.upperBound, hasComma: last.trailingComma != nil, &edits)
    }

    /// Inserts elements after the last element of a list, with the commas that they need.
    private func add(
        _ texts: [String], after end: Int, at place: Int, hasComma: Bool, _ edits: inout SwiftFile.TextEdits
    ) {
        guard !hasComma else { return edits.insert(texts.map { $0 + "," }.joined(), at: place) }
        edits.insert(",", at: end)
        edits.insert(texts.joined(separator: ","), at: place)
    }

    /// Inserts the package's `dependencies` argument before `targets`. Throws ``Obstacle/noPackage`` if `targets` is
    /// the first argument.
    private func insertDependencies(
        _ code: [String], before targets: ArrayExprSyntax, in call: FunctionCallExprSyntax,
        _ edits: inout SwiftFile.TextEdits
    ) throws(Obstacle) {
        let arguments = call.arguments
        guard let index = arguments.firstIndex(where: { $0.label?.text == "targets" }), index > arguments.startIndex
        else { throw .noPackage }
        insert(code, after: arguments.index(before: index), in: call, like: targets, &edits)
    }

    /// Inserts the argument `dependencies` after another argument of a call.
    ///
    /// - Parameter similar: an existing list, or nil. The new list gets a trailing comma if that list has one, and its
    ///   elements are on separate lines if the call's arguments are. If nil, the elements are on separate lines only if
    ///   one line would be too long.
    private func insert(
        _ code: [String], after index: LabeledExprListSyntax.Index, in call: FunctionCallExprSyntax,
        like similar: ArrayExprSyntax?, _ edits: inout SwiftFile.TextEdits
    ) {
        let previous = call.arguments[index]
        let following = call.arguments.index(after: index)
        let next = following < call.arguments.endIndex ? call.arguments[following] : nil
        let neighbor = next ?? previous
        let isOnOwnLine =
            neighbor.leadingTrivia.contains(where: \.isNewline)
            || next == nil && call.leftParen?.endsLine == true
        let indent = isOnOwnLine ? file.indentation(at: neighbor.bounds.lowerBound) : ""
        var text = "dependencies: [\(code.joined(separator: ", "))]"
        if isOnOwnLine, similar != nil || indent.count + text.count > Self.lineLength {
            let start = file.lineEnd + indent
            let comma = similar?.elements.last?.trailingComma == nil ? "" : ","
            text =
                "dependencies: [" + code.map { start + unit + $0 }.joined(separator: ",") + comma + start + "]"
        }
        let separator = isOnOwnLine ? file.lineEnd + indent : " "
        add(
            [separator + text], after: previous.bounds.upperBound,
            at: isOnOwnLine ? previous.endWithComment : previous.bounds.upperBound,
            hasComma: previous.trailingComma != nil, &edits)
    }

    /// The maximum length of a line with an added list. A longer list is split into lines.
    private static let lineLength = 120

    /// The whitespace of one indentation level, as in the package's arguments.
    private var unit: String {
        guard let call else { return "    " }
        let base = file.indentation(at: call.bounds.lowerBound)
        for argument in call.arguments where argument.leadingTrivia.contains(where: \.isNewline) {
            let indent = file.indentation(at: argument.bounds.lowerBound)
            if indent.hasPrefix(base), indent.count > base.count { return String(indent.dropFirst(base.count)) }
        }
        return "    "
    }
}

/// A visitor that finds the parts of a manifest that determine its dependencies.
private final class DependencyVisitor: SyntaxVisitor {
    /// The names of the packages in `.package(…)` calls. The default for a name is the last component of the package's
    /// URL or path.
    private(set) var packages: [String] = []
    /// The URLs and paths in `.package(…)` calls that aren't literals, as written.
    private(set) var computedPackages: [String] = []
    /// The products and plugins that targets use, with the names of their packages.
    private(set) var products: [(product: String, package: String)] = []
    private(set) var packageCount = 0
    /// The names of the members that statements assign, such as `dependencies` in `package.dependencies = []`.
    private(set) var assigned: Set<String> = []

    override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if call.isPackage { packageCount += 1 }
        switch call.memberName {
        case "package":
            if let name = call.argument("name")?.stringValue {
                packages.append(name)
            } else if let place = call.argument("url") ?? call.argument("path") {
                if let literal = place.stringValue {
                    packages.append(Self.name(ofPackageAt: literal))
                } else {
                    computedPackages.append(place.trimmedDescription)
                }
            }
        case "product", "plugin":
            if let product = call.argument("name")?.stringValue, let package = call.argument("package")?.stringValue {
                products.append((product, package))
            }
        default: break
        }
        return .visitChildren
    }

    override func visit(_ sequence: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let elements = Array(sequence.elements)
        if elements.count > 1, elements[1].is(AssignmentExprSyntax.self),
            let member = elements[0].as(MemberAccessExprSyntax.self)
        {
            assigned.insert(member.declName.baseName.text)
        }
        return .visitChildren
    }

    /// Returns the name that SwiftPM derives from a package's URL or path.
    private static func name(ofPackageAt place: String) -> String {
        let last = place.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? place
        return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }
}

extension FunctionCallExprSyntax {
    /// Whether the call creates the package.
    fileprivate var isPackage: Bool { calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "Package" }
}

extension ArrayExprSyntax {
    /// Whether the brackets of an array are on different lines.
    fileprivate var hasLines: Bool {
        leftSquare.endsLine || rightSquare.leadingTrivia.contains(where: \.isNewline)
    }
}

extension TokenSyntax {
    /// Whether a line break follows the token.
    fileprivate var endsLine: Bool {
        trailingTrivia.contains(where: \.isNewline)
            || nextToken(viewMode: .sourceAccurate)?.leadingTrivia.contains(where: \.isNewline) == true
    }
}
