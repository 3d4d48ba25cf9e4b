import SwiftSyntax

/// The targets in a package's manifest. The manifest is parsed, never run.
///
/// A call such as `.testTarget(name: "AppTests")` is read anywhere in the manifest, including in every branch of a
/// condition.
struct PackageManifest {
    /// The targets with Swift code, in order.
    let targets: [PackageTarget]
    /// The plugins, which aren't part of the built product.
    let plugins: [PackageTarget]
    /// The platforms that the manifest lists. Omits all others, because their default minimum versions are too old for
    /// SwiftData.
    let platforms: TargetPlatforms
    /// The reason why ``targets`` may be incomplete, or nil if the manifest lists all of its targets.
    let gap: String?
    /// The values of all string literals. If the manifest computes its targets, any of them may be a target's name.
    let literals: Set<String>
    /// The settings that may set compilation flags: every string literal, because code may compute the settings.
    let flags: Set<BuildFlag>

    /// Parses a manifest. If the manifest exceeds the parser's limits, there are no targets.
    init(parsing text: String) {
        let visitor = TargetVisitor(viewMode: .sourceAccurate)
        do {
            visitor.walk(
                try Array(text.utf8).withUnsafeBufferPointer { bytes throws(BoundedParser.Excess) in
                    try BoundedParser.parse(bytes, of: "Package.swift")
                })
        } catch {
            (targets, plugins, platforms, literals, flags) = ([], [], .unknown, [], [])
            gap = error.message
            return
        }
        targets = visitor.targets
        plugins = visitor.plugins
        platforms = visitor.platforms
        gap = visitor.gap
        literals = visitor.literals
        flags = visitor.flags
    }

    /// The folders, relative to the package, that a target may compile even though the manifest computes its targets.
    var possibleFolders: Set<String> {
        let names = literals.filter { !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("/") }
        let named = names.map { PackageTarget(name: $0, isTest: false) }
        return Set((targets.filter { !$0.isTest } + named).flatMap(\.folders))
    }

    /// Returns whether a target in the manifest uses one of the given build plugins. Returns false if the manifest
    /// exceeds the parser's limits.
    static func uses(plugins names: Set<String>, manifest: String) -> Bool {
        // Most manifests don't have the name, so they don't have to be parsed.
        guard names.contains(where: { manifest.contains($0) }) else { return false }
        let visitor = PluginUseVisitor(names)
        do {
            visitor.walk(
                try Array(manifest.utf8).withUnsafeBufferPointer { bytes throws(BoundedParser.Excess) in
                    try BoundedParser.parse(bytes, of: "Package.swift")
                })
        } catch { return false }
        return visitor.isUsed
    }
}

private final class TargetVisitor: SyntaxVisitor {
    private(set) var targets: [PackageTarget] = []
    private(set) var plugins: [PackageTarget] = []
    private(set) var platforms = TargetPlatforms.unknown
    private(set) var literals: Set<String> = []
    private(set) var flags: Set<BuildFlag> = []
    private var packages = 0
    private var computes = false
    /// The number of targets in the array that the package is created with.
    private var listed = 0
    /// The expressions being visited whose calls such as `.target(name: "Core")` don't declare a target.
    private var enclosing: [SyntaxIdentifier] = []
    /// The name of the variable that contains the package.
    private var variable: String?
    /// The names of variables that code may change, other than by changing one of the ``harmlessMembers``.
    private var used: Set<String> = []

    private static let kinds: Set<String> = ["target", "executableTarget", "testTarget", "macro", "plugin"]
    /// The kinds of targets without Swift sources.
    private static let foreignKinds: Set<String> = ["binaryTarget", "systemLibrary"]

    /// The properties of a package that don't affect its targets.
    private static let harmlessMembers: Set<String> = [
        "name", "dependencies", "products", "swiftLanguageModes", "swiftLanguageVersions", "cLanguageStandard",
        "cxxLanguageStandard", "defaultLocalization",
    ]

    /// The reason why ``targets`` may be incomplete, or nil if the manifest lists all of its targets.
    var gap: String? {
        // Targets elsewhere, and uses of the package such as `package.targets.append(…)`, count as computed.
        let isChanged = targets.count + plugins.count != listed || variable.map(used.contains) ?? false
        return switch packages {
        case 0: "it declares no package"
        case 1: computes || isChanged ? "it computes its targets" : nil
        default: "it declares several packages"
        }
    }

    override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if call.manifestFunction == "Package" {
            packages += 1
            variable =
                call.parent?.parent?.as(PatternBindingSyntax.self)?.pattern.as(IdentifierPatternSyntax.self)?
                .identifier.plainText
            if let list = call.argument("targets") { countTargets(in: list) }
            if let list = call.argument("platforms") { platforms = Self.platforms(list) }
        }
        // A product such as `.plugin(name: …, targets: …)` also has a `targets` argument.
        guard enclosing.isEmpty, let kind = call.memberName, Self.kinds.contains(kind),
            let written = call.argument("name"), call.argument("targets") == nil
        else { return .visitChildren }
        guard let name = written.stringValue else {
            computes = true
            return .visitChildren
        }
        let dependencies = DependencyList(call.argument("dependencies"))
        var target = PackageTarget(
            name: name, isTest: kind == "testTarget",
            path: call.argument("path")?.stringValue?.withoutSlash,
            dependencies: dependencies.names, listsAllDependencies: dependencies.isComplete)
        target.isLibrary = kind == "target"
        target.isExecutable = kind == "executableTarget"
        target.sources = call.argument("sources").flatMap(strings)
        target.exclude = call.argument("exclude").flatMap(strings) ?? []
        if let resources = call.argument("resources") { target.exclude += copies(resources) }
        if let path = call.argument("path"), path.stringValue == nil, !path.is(NilLiteralExprSyntax.self) {
            computes = true
        }
        if kind == "plugin" { plugins.append(target) } else { targets.append(target) }
        // `.target(name:)` in a list of dependencies doesn't declare a target.
        enclosing.append(call.id)
        return .visitChildren
    }

    override func visitPost(_ call: FunctionCallExprSyntax) {
        if enclosing.last == call.id { enclosing.removeLast() }
    }

    /// Returns the platforms in a list such as `[.iOS(.v17), .macOS("14.2")]`. The result is unknown if the list is
    /// computed.
    private static func platforms(_ list: ExprSyntax) -> TargetPlatforms {
        var minimums: [Platform: [Int]] = [:]
        for element in list.as(ArrayExprSyntax.self)?.elements ?? [] {
            guard let call = element.expression.as(FunctionCallExprSyntax.self), let name = call.memberName,
                let argument = call.arguments.first?.expression
            else { return .unknown }
            let platform = Platform(rawValue: name) ?? (name == "macCatalyst" ? .iOS : nil)
            guard let platform else { continue }
            let version = argument.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? argument.stringValue
            if name != "macCatalyst" || minimums[platform] == nil {
                minimums[platform] = TargetPlatforms.numbers(version ?? "")
            }
        }
        return TargetPlatforms(minimums)
    }

    /// Counts the targets in an array literal that contains only calls such as `.target(name: "App")`. For any other
    /// expression, records that the manifest computes its targets.
    private func countTargets(in list: ExprSyntax) {
        let elements = list.as(ArrayExprSyntax.self)?.elements.map {
            $0.expression.as(FunctionCallExprSyntax.self)?.memberName ?? ""
        }
        guard let elements, elements.allSatisfy({ Self.kinds.contains($0) || Self.foreignKinds.contains($0) }) else {
            computes = true
            return
        }
        listed += elements.count { Self.kinds.contains($0) }
    }

    /// Returns the files and folders in a list of resources that SwiftPM doesn't compile, because it copies or embeds
    /// them.
    private func copies(_ list: ExprSyntax) -> [String] {
        if list.is(NilLiteralExprSyntax.self) { return [] }
        guard let elements = list.as(ArrayExprSyntax.self)?.elements else {
            computes = true
            return []
        }
        return elements.compactMap { element in
            let call = element.expression.as(FunctionCallExprSyntax.self)
            guard let kind = call?.memberName, let path = call?.arguments.first?.expression.stringValue else {
                computes = true
                return nil
            }
            return ["copy", "embedInCode"].contains(kind) ? path.withoutSlash : nil
        }
    }

    /// Returns the strings in an array literal, or nil for `nil`. For any other expression, returns nil and records
    /// that the manifest computes its targets.
    private func strings(_ list: ExprSyntax) -> [String]? {
        if list.is(NilLiteralExprSyntax.self) { return nil }
        let elements = list.as(ArrayExprSyntax.self)?.elements.map { $0.expression.stringValue }
        guard let elements, !elements.contains(nil) else {
            computes = true
            return nil
        }
        return elements.compactMap { $0?.withoutSlash }
    }

    // MARK: Code that can change the targets

    override func visit(_ reference: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        let name = reference.baseName.plainText
        let access = reference.parent?.as(MemberAccessExprSyntax.self)
        let isMember = access?.declName.id == reference.id
        let member = isMember ? nil : access?.declName.baseName.text
        if name == "Package" {
            // `Package.Dependency` is a nested type. Any other use except a call can create a package.
            let called = (isMember ? access?.parent : reference.parent)?.as(FunctionCallExprSyntax.self)?
                .manifestFunction
            if called != name, member?.first?.isUppercase != true { computes = true }
        } else if !isMember, !(member.map(Self.harmlessMembers.contains) ?? false) {
            used.insert(name)
        }
        return .skipChildren
    }

    /// A package's type makes it possible to create a package with `.init`, or to extend it.
    override func visit(_ type: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        if type.name.plainText == "Package", type.parent?.is(MemberTypeSyntax.self) != true { computes = true }
        return .visitChildren
    }

    override func visit(_ type: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
        if type.name.plainText == "Package" { computes = true }
        return .visitChildren
    }

    /// A function such as `target(name:)` in an extension replaces SwiftPM's own.
    override func visit(_ function: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { declares(function.name) }

    override func visit(_ variable: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
        declares(variable.identifier)
    }

    private func declares(_ name: TokenSyntax) -> SyntaxVisitorContinueKind {
        if name.plainText == "Package" || Self.kinds.contains(name.plainText) { computes = true }
        return .visitChildren
    }

    override func visit(_ literal: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        if let value = literal.representedLiteralValue {
            literals.insert(value)
            let call = literal.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
            let setting = call?.memberName == "define" ? call?.trimmedDescription : nil
            flags.insert(BuildFlag(setting: value, text: setting ?? literal.trimmedDescription))
        }
        return .visitChildren
    }

    /// A declaration such as `let shared: [Target.Dependency] = [.target(name: "Core")]` lists dependencies and not
    /// targets.
    override func visit(_ binding: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        let type = binding.typeAnnotation?.type.trimmedDescription ?? ""
        if type.contains("Target.Dependency") { enclosing.append(binding.id) }
        return .visitChildren
    }

    override func visitPost(_ binding: PatternBindingSyntax) {
        if enclosing.last == binding.id { enclosing.removeLast() }
    }
}

/// A visitor that finds uses of plugins, such as `.plugin(name: "DriftGate", package: "permafrost")` and `plugins:
/// ["DriftGate"]`.
private final class PluginUseVisitor: SyntaxVisitor {
    private let names: Set<String>
    private(set) var isUsed = false

    init(_ names: Set<String>) {
        self.names = names
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let listed = call.argument("plugins")?.as(ArrayExprSyntax.self)?.elements.map(\.expression.stringValue) ?? []
        // A call with a capability declares a plugin, and one with targets declares a product.
        let isUse = call.memberName == "plugin" && call.argument("capability") == nil && call.argument("targets") == nil
        let used = listed + (isUse ? [call.argument("name")?.stringValue] : [])
        if used.contains(where: { $0.map(names.contains) ?? false }) { isUsed = true }
        return .visitChildren
    }
}

/// The names in a target's list of dependencies.
private struct DependencyList {
    private(set) var names: [String] = []
    private(set) var isComplete = true

    init(_ expression: ExprSyntax?) {
        guard let expression else { return }
        guard let array = expression.as(ArrayExprSyntax.self) else {
            isComplete = false
            return
        }
        for element in array.elements {
            let call = element.expression.as(FunctionCallExprSyntax.self)
            if let name = element.expression.stringValue ?? call?.argument("name")?.stringValue {
                names.append(name)
            } else {
                isComplete = false
            }
        }
    }
}

extension FunctionCallExprSyntax {
    /// The name of the called member, such as `target` in `.target(…)`, or nil for any other call.
    var memberName: String? {
        calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    }

    /// The name of the called type or function, also if it is qualified as in `PackageDescription.Package(…)`. Nil for
    /// a call such as `.init(…)`.
    fileprivate var manifestFunction: String? {
        if let name = calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.plainText { return name }
        let access = calledExpression.as(MemberAccessExprSyntax.self)
        let base = access?.base?.as(DeclReferenceExprSyntax.self)?.baseName.plainText
        return base == "PackageDescription" ? access?.declName.baseName.plainText : nil
    }

    func argument(_ label: String) -> ExprSyntax? {
        arguments.first { $0.label?.text == label }?.expression
    }
}

extension String {
    /// The path without a trailing `/`.
    var withoutSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}

extension ExprSyntax {
    /// The value of a string literal, or nil if it has interpolations or isn't a literal.
    var stringValue: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
}

/// The known targets of a package. The manifest is parsed, never run.
package struct KnownTargets: Sendable {
    /// The targets that the manifest declares with literal names, in order. Branches of the manifest can declare
    /// several targets with the same name.
    package let targets: [PackageTarget]
    /// The reason why ``targets`` may be incomplete, as a clause such as "it computes its targets". Nil if the list is
    /// complete.
    package let gap: String?

    /// Reads the manifest of the package in a folder. Throws ``UnreadableFile`` if the manifest can't be read.
    package init(directory: String) throws {
        let text = try DirectorySources(directory: directory).withBytes(of: "Package.swift") {
            String(decoding: $0, as: UTF8.self)
        }
        let manifest = PackageManifest(parsing: text)
        (targets, gap) = (manifest.targets, manifest.gap)
    }

    /// Returns whether a manifest uses one of the plugins that check the frozen versions when a target is built.
    package static func useDriftGate(manifest: String) -> Bool {
        PackageManifest.uses(plugins: ["DriftGate", "PrebuiltDriftGate"], manifest: manifest)
    }
}
