import PermafrostModel
import SwiftSyntax

/// A writer of the next version of a schema: the shipped version in its original form, the new version, the plan, and
/// everything that refers to them.
///
/// Types nested in the version's type are copied into the next version. A class outside of it stays in place and
/// belongs to the next version, and the shipped version gets a frozen copy. This type doesn't write to disk or verify
/// the result. The caller reads the sources again with these changes.
package struct NextVersionWriter {
    private let request: NextVersionRequest
    /// The sources on disk.
    private let disk: SourceSet
    private let renamed: RenamedProperties
    /// The sources with the property names that shipped.
    private let sources: SourceSet
    private let shippedSources: SourceSet
    private let current: VersionPieces
    private let shipped: VersionPieces
    private let older: [VersionPieces]
    /// Other names for types in the shipped sources: typealiases and qualified names.
    private let typeNames: TypeNames
    /// The classes of older versions that the next version copies.
    private let carried: [CarriedClass]
    /// The plan; nil to create one.
    private let plan: VersionPieces?
    /// New models that no version lists yet.
    private let listed: [String]
    /// Typealiases of the version.
    private let aliases: Set<String>
    private let tests: SourcePaths
    private let targets: TargetListReader.NewFileTargets

    private var edits: [String: SwiftFile.TextEdits] = [:]
    private var changes: [String: [NextVersionDraft.File.Change]] = [:]
    private var added: [NextVersionDraft.File] = []

    /// Returns the files with the next version.
    ///
    /// - Throws: ``NextVersionDraft/Problem``, or `UnreadableFile`.
    package static func draft(_ request: NextVersionRequest) throws -> NextVersionDraft {
        var writer = try NextVersionWriter(request, files: DirectorySources(directory: request.directory))
        return try writer.draft()
    }

    init(_ request: NextVersionRequest, files: some SourceFiles) throws {
        self.request = request
        let disk = try SourceSet(files)
        self.disk = disk
        let renamed = try RenamedProperties(request, in: disk)
        self.renamed = renamed
        sources =
            try renamed.texts.isEmpty
            ? disk : SourceSet(InMemorySources.OverlaidSources(files, overlay: renamed.texts), like: disk)
        targets = try TargetListReader.NewFileTargets(files)
        shippedSources = try request.shippedSources.map { try SourceSet(InMemorySources($0), like: disk) } ?? disk
        // Parse all versions in parallel, because all of them are needed.
        _ = try disk.files(Set((request.older + [request.current]).map(\.location.file)).sorted())
        current = try VersionPieces(of: request.current.type, at: request.current.location, in: sources)
        shipped = try VersionPieces(of: request.shipped.type, at: request.shipped.location, in: shippedSources)
        let sources = sources
        typeNames = try TypeNames(in: shippedSources)
        older = try request.older.map { try VersionPieces(of: $0.type, at: $0.location, in: sources) }
        carried = try CarriedClass.all(request, older: older, in: sources, shippedSources: shippedSources)
        plan = try request.plan.map { try VersionPieces(of: $0.type, at: $0.location, in: sources) }
        aliases = try VersionReferences.aliases(of: current, in: sources)
        listed = try UnlistedModels(request, current: current, aliases: aliases, in: sources).names
        tests = SourcePaths(includesTests: false)
    }

    private mutating func draft() throws -> NextVersionDraft {
        let frozen = try FrozenClass.all(request, aliases: aliases, plan: plan, in: shippedSources)
        let values = try CarriedValueTypes(
            of: frozen, in: shipped, besides: versionNames, typeNames, in: shippedSources, today: sources)
        let names = Set(frozen.map(\.name))
        try addFrozen(frozen, values)
        try addVersion(frozen: names)
        restoreCarried()
        try pin(names, values.changed)
        try addToPlan()
        let references = try references()
        return NextVersionDraft(
            files: try files(), added: listed, testReferences: references.testPlaces,
            otherReferences: references.otherPlaces, computedList: current.computedList(of: "models"))
    }

    /// The qualified name of the next version's type.
    private var newType: String {
        (current.type.split(separator: ".").dropLast().map(String.init) + [request.name]).joined(separator: ".")
    }

    /// The first components of the names that code uses for the versions and the plan.
    private var versionNames: Set<String> {
        let types = (older + [current] + [plan].compactMap(\.self)).map(\.type)
        return Set(types.flatMap { $0.split(separator: ".").map(String.init) }).union(aliases)
    }

    // MARK: The shipped version

    private mutating func addFrozen(_ classes: [FrozenClass], _ values: CarriedValueTypes) throws {
        guard !classes.isEmpty || !values.all.isEmpty, let main = current.all.first else { return }
        let names = Dictionary(aliases.map { ($0, current.type) }) { first, _ in first }
        let attributes = Self.availability(of: main)
        let path = Self.folder(of: main.file.path) + current.name + "+Frozen.swift"
        let isOwnFile = targets.takes(path, like: main.file.path)
        let frozen = try FrozenSources(
            classes, values.all, of: current.type, for: isOwnFile ? path : main.file.path, replacing: names, typeNames,
            attributes: attributes, in: shippedSources)
        let comment = [
            "// Frozen by permafrost new-version: the models of \(current.name) as they shipped.",
            "// Users have stores with these models. permafrost check fails if a stored property changes.",
        ]
        let opening = attributes + ["extension \(current.type) {"]
        let change: NextVersionDraft.File.Change =
            classes.isEmpty ? .frozenValues(values.all.map(\.name)) : .frozen(classes.map(\.name))
        guard isOwnFile else {
            append(
                comment.joined(separator: "\n") + "\n" + frozen.text(opening: opening), to: main.file,
                importing: frozen.imports)
            changes[main.file.path, default: []].append(change)
            return
        }
        let lines = comment + FileImport.lines(frozen.imports) + [""]
        try add(lines.joined(separator: "\n") + "\n" + frozen.text(opening: opening), at: path, like: main.file, change)
    }

    /// Appends declarations to a file, and adds the imports that they need.
    private mutating func append(_ text: String, to file: SwiftFile, importing imports: Set<FileImport>) {
        edits[file.path, default: SwiftFile.TextEdits()].append(text, to: file, importing: imports)
    }

    /// Returns the `@available` attributes of a version, which its extensions need as well.
    private static func availability(of piece: VersionPieces.Piece) -> [String] {
        let attributes = piece.node.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
        return attributes.compactMap { $0.as(AttributeSyntax.self) }
            .filter { $0.attributeName.trimmedDescription == "available" }.map { piece.file.text($0) }
    }

    /// Returns the folder of a path with a trailing `/`; empty for the project's folder.
    private static func folder(of path: String) -> String { String(path.dropLast(fileName(path).count)) }

    private static func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    // MARK: The next version

    /// Copies the version's declarations to the next version, and reverts the shipped version.
    private mutating func addVersion(frozen: Set<String>) throws {
        try checkForDuplicates()
        var unpaired = shipped.all
        var newFiles: [(path: String, file: SwiftFile, texts: [String])] = []
        for piece in current.all {
            let text = try NextVersionText(request, of: current, carried: carried, listed: listed).text(of: piece)
            let pair = unpaired.firstIndex { $0.file.path == piece.file.path && $0.node.kind == piece.node.kind }
            guard let pair else {
                // The edit added this declaration, so it belongs to the next version.
                edits[piece.file.path, default: SwiftFile.TextEdits()].replace(piece.range, with: text)
                continue
            }
            let before = unpaired.remove(at: pair)
            let shippedText = try listing(frozen, in: before)
            let isRestored = before.file.text(before.range) != piece.file.text(piece.range)
            if isRestored { changes[piece.file.path, default: []].append(.restored) }
            if let path = newPath(of: piece) {
                if shippedText != piece.file.text(piece.range) {
                    edits[piece.file.path, default: SwiftFile.TextEdits()].replace(piece.range, with: shippedText)
                }
                if let index = newFiles.firstIndex(where: { $0.path == path }) {
                    newFiles[index].texts.append(text)
                } else {
                    newFiles.append((path, piece.file, [text]))
                }
            } else {
                let lineEnd = piece.file.lineEnd
                let indent = piece.file.indentation(at: piece.range.lowerBound)
                let end = piece.node.endWithComment
                let comment = piece.file.text(piece.range.upperBound..<end)
                let both = shippedText + comment + lineEnd + lineEnd + indent + text
                edits[piece.file.path, default: SwiftFile.TextEdits()].replace(piece.range.lowerBound..<end, with: both)
                changes[piece.file.path, default: []].append(.version(entities))
            }
        }
        for new in newFiles {
            let imports = new.file.imports.map(\.text)
            let body = new.texts.joined(separator: "\n\n")
            let text = (imports.isEmpty ? "" : imports.joined(separator: "\n") + "\n\n") + body + "\n"
            try add(
                new.file.header(for: Self.fileName(new.path)) + text, at: new.path, like: new.file, .version(entities))
        }
    }

    /// Returns a declaration of the version as it shipped, with references to the frozen classes. A reference to a
    /// class that moves to the next version must not use an alias or the module's name.
    private func listing(_ frozen: Set<String>, in piece: VersionPieces.Piece) throws -> String {
        let names = FrozenSources.Names(replaced: typeNames.aliases(of: frozen), types: frozen, typeNames: typeNames)
        return try names.text(of: Syntax(piece.node), in: piece.file)
    }

    /// Reverts classes that were edited in older versions.
    private mutating func restoreCarried() {
        for restoration in carried.compactMap(\.restoration) {
            edits[restoration.path, default: SwiftFile.TextEdits()].replace(restoration.range, with: restoration.text)
            if !changes[restoration.path, default: []].contains(.restored) {
                changes[restoration.path, default: []].append(.restored)
            }
        }
    }

    /// Throws if a list contains a class twice, because the next version's list would be ambiguous.
    private func checkForDuplicates() throws {
        guard let (piece, array) = current.array(of: "models") else { return }
        var seen: Set<String> = []
        for element in array.elements {
            let name = element.expression.trimmedDescription
            guard seen.insert(name).inserted else {
                throw NextVersionDraft.Problem.listedTwice(name, piece.file.location(element.bounds.lowerBound))
            }
        }
    }

    private var entities: [String] { (Set(request.current.classes.keys).union(listed)).sorted() }

    /// Returns the path of the next version's file; nil if the next version is written to the existing version's file,
    /// either because that file has other declarations or because a new file wouldn't belong to a target.
    private func newPath(of piece: VersionPieces.Piece) -> String? {
        guard let path = ownPath(of: piece), targets.takes(path, like: piece.file.path) else { return nil }
        return path
    }

    private func ownPath(of piece: VersionPieces.Piece) -> String? {
        let path = piece.file.path
        if path.contains(current.name) {
            let next = path.replacing(current.name, with: request.name)
            // A module can't have two files with the same name, even in different folders.
            let name = Self.fileName(next)
            let isTaken = sources.paths.contains { Self.fileName($0) == name && $0 != next }
            return isTaken ? Self.folder(of: next) + request.name + "+" + name : next
        }
        let ranges = current.all.filter { $0.file.path == path }.map(\.range)
        let isItsOwn = piece.file.tree.statements.allSatisfy { item in
            item.item.is(ImportDeclSyntax.self) || ranges.contains { item.isInside($0) }
        }
        return isItsOwn ? Self.folder(of: path) + request.name + ".swift" : nil
    }

    // MARK: References to the version

    /// Makes older versions and the plan refer to the frozen classes instead of the classes that move to the next
    /// version.
    ///
    /// - Parameter values: the value types that changed. Older versions keep them as they shipped.
    private mutating func pin(_ classes: Set<String>, _ values: Set<String>) throws {
        let all = classes.union(values)
        let named = typeNames.aliases(of: all)
        // The newest version refers to a carried class by a name that will refer to the next version.
        for pieces in older + [plan].compactMap(\.self) + (carried.isEmpty ? [] : [current]) {
            let frozen = pieces.type == current.type ? [] : all
            let own = pieces.type == plan?.type ? [] : pieces.nestedNames
            for piece in pieces.all {
                for token in piece.node.tokens(viewMode: .sourceAccurate) where token.isTypeReference {
                    let qualified = try typeNames.qualified(token, among: frozen)
                    let name = qualified?.name ?? named[token.text] ?? token.text
                    let isPinned = aliases.contains(name) && pieces.type != current.type ? current.type : nil
                    let owner = own.contains(name) ? nil : carried.first { $0.name == name }?.owner
                    let ofOwner = owner.map { $0.type + "." + name }
                    let isFrozen = frozen.contains(name) && (!own.contains(name) || qualified != nil)
                    guard let text = isPinned ?? ofOwner ?? (isFrozen ? current.type + "." + name : nil) else {
                        continue
                    }
                    edits[piece.file.path, default: SwiftFile.TextEdits()].replace(
                        qualified?.range ?? token.bounds, with: text)
                    if !changes[piece.file.path, default: []].contains(.pinned) {
                        changes[piece.file.path, default: []].append(.pinned)
                    }
                }
            }
        }
    }

    /// Adds the next version to the plan, or creates a plan.
    private mutating func addToPlan() throws {
        guard let plan, let location = request.plan?.location else { return try addPlan() }
        let edit = try PlanEdit(
            plan, location: location, old: current.type, aliases: aliases, new: newType, kind: request.stage)
        for edit in edit.edits { edits[edit.path, default: SwiftFile.TextEdits()].replace(edit.range, with: edit.text) }
        if let path = edit.edits.first?.path { changes[path, default: []].append(.plan(stage: edit.stage)) }
    }

    /// Creates a plan in the newest version's file if the versions share a file, otherwise in a file next to it.
    private mutating func addPlan() throws {
        guard let main = current.all.first else { return }
        let versions = older.map(\.type) + [current.type, newType]
        let plan = PlanText(
            versions: versions, kind: request.stage, like: main, attributes: Self.availability(of: main))
        let change = NextVersionDraft.File.Change.newPlan(versions: versions)
        let path = Self.folder(of: main.file.path) + plan.name + ".swift"
        if newPath(of: main) == nil || !targets.takes(path, like: main.file.path) {
            append(plan.text + "\n", to: main.file, importing: [FileImport(module: "SwiftData")])
            changes[main.file.path, default: []].append(change)
        } else {
            try add("import SwiftData\n\n" + plan.text + "\n", at: path, like: main.file, change)
        }
    }

    private mutating func references() throws -> VersionReferences {
        let all = [current] + [plan].compactMap(\.self) + older
        // Update references to a class of an older version that the next version copies.
        for (owner, classes) in Dictionary(grouping: carried, by: \.owner.type) {
            guard let pieces = older.first(where: { $0.type == owner }) else { continue }
            let references = try VersionReferences(
                to: pieces, new: request.name, carried: Set(classes.map(\.name)), isNewest: false, in: sources,
                isInVersions: { offset, path in all.contains { $0.contains(offset, of: path) } },
                isTest: { [tests] in !tests.holdsSource($0) })
            note(references)
        }
        let carried = current.nestedNames
        let references = try VersionReferences(
            to: current, new: request.name, carried: carried, in: sources,
            isInVersions: { offset, path in all.contains { $0.contains(offset, of: path) } },
            isTest: { [tests] in !tests.holdsSource($0) })
        note(references)
        return references
    }

    private mutating func note(_ references: VersionReferences) {
        for edit in references.edits {
            edits[edit.path, default: SwiftFile.TextEdits()].replace(edit.range, with: edit.text)
        }
        for (path, places) in Dictionary(grouping: references.places, by: \.file) {
            changes[path, default: []].append(.references(places))
        }
    }

    // MARK: Files

    private mutating func add(
        _ text: String, at path: String, like file: SwiftFile, _ change: NextVersionDraft.File.Change
    ) throws {
        guard !sources.paths.contains(path) else { throw NextVersionDraft.Problem.exists(path: path) }
        added.append(.init(path: path, text: file.inLines(text), oldText: nil, changes: [change]))
    }

    private func files() throws -> [NextVersionDraft.File] {
        let paths = Set(edits.keys).union(renamed.texts.keys).sorted()
        let edited = try paths.compactMap { path -> NextVersionDraft.File? in
            let file = try sources.file(path)
            if let place = file.conflict { throw NextVersionDraft.Problem.conflict(place) }
            let text = edits[path, default: SwiftFile.TextEdits()].applied(to: file)
            let oldText = try disk.file(path).text
            guard text != oldText else { return nil }
            return .init(
                path: path, text: text, oldText: oldText, changes: (changes[path] ?? []) + (renamed.changes[path] ?? [])
            )
        }
        return added + edited
    }
}
