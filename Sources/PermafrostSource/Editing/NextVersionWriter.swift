import PermafrostModel
import SwiftSyntax

/// A writer for a schema's next version. It restores the shipped version, writes the next version, and updates the
/// plan, the aliases, and the containers that refer to the newest version.
///
/// Types that are nested in the version's type are copied into the next version. A class outside that type stays in
/// place and belongs to the next version, and the shipped version gets a frozen copy of the class. The writer doesn't
/// write to disk or verify the result. The caller verifies it by reading the sources again with these changes.
package struct NextVersionWriter {
    private let request: NextVersionRequest
    private let disk: SourceSet
    private let renamed: RenamedProperties
    /// The sources on disk, with the changes in ``renamed`` applied.
    private let sources: SourceSet
    private let shippedSources: SourceSet
    private let current: VersionPieces
    private let shipped: VersionPieces
    private let older: [VersionPieces]
    /// Other names for types in the shipped sources: typealiases and qualified names.
    private var typeNames: TypeNames
    /// The classes of older versions that the next version copies.
    private let carried: [CarriedClass]
    /// The plan, or nil to create one.
    private let plan: VersionPieces?
    /// The new models that no version lists yet.
    private let listed: [String]
    /// The names of the typealiases for the newest version.
    private let aliases: Set<String>
    private let tests: SourcePaths
    private let targets: NewFileTargets

    private var edits: [String: TextEdits] = [:]
    private var changes: [String: [DraftChange]] = [:]
    private var added: [DraftFile] = []

    /// Returns the files that declare the next version.
    ///
    /// - Throws: ``NextVersionProblem`` if the next version can't be written, or `UnreadableFile` if a file can't
    ///   be read or parsed.
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
            ? disk : SourceSet(OverlaidSources(files, overlay: renamed.texts), like: disk)
        targets = try NewFileTargets(files)
        shippedSources = try request.shippedSources.map { try SourceSet(InMemorySources($0), like: disk) } ?? disk
        // All versions are needed, so parse them in parallel.
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
        try assertFree()
        let frozen = try FrozenClass.all(request, aliases: aliases, plan: plan, in: shippedSources)
        let owners = Set(frozen.map(\.enclosingTypes)).filter {
            !$0.isEmpty && !aliases.contains($0.joined(separator: "."))
        }
        typeNames.namespaces = owners.sorted { $0.count > $1.count }
        let values = try CarriedValueTypes(
            of: frozen, in: shipped, besides: versionNames, typeNames, in: shippedSources, today: sources)
        let names = Set(frozen.map(\.name))
        try addFrozen(frozen, values)
        try addVersion(frozen: names)
        let kept = try KeptExtensions(
            of: current, aliases: typeNames.aliases, plan: plan, in: sources, tests: tests)
        for copy in kept.copies { edits[copy.path, default: TextEdits()].insert(copy.text, at: copy.offset) }
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

    /// The names that value types can't have, because versions and plans use them: each component of their qualified
    /// names, and the typealiases for the newest version.
    private var versionNames: Set<String> {
        let types = (older + [current] + [plan].compactMap(\.self)).map(\.type)
        return Set(types.flatMap { $0.split(separator: ".").map(String.init) }).union(aliases)
    }

    // MARK: The shipped version

    private mutating func addFrozen(_ classes: [FrozenClass], _ values: CarriedValueTypes) throws {
        guard !classes.isEmpty || !values.all.isEmpty, let main = current.all.first else { return }
        let names = Dictionary(aliases.map { ($0, current.type) }) { first, _ in first }
        let attributes = main.availability
        let path = NextVersionPlace.folder(of: main.file.path) + current.name + "+Frozen.swift"
        let isOwnFile = targets.takes(path, like: main.file.path)
        let frozen = try FrozenSources.make(
            classes, values.all, of: current.type, for: isOwnFile ? path : main.file.path, replacing: names, typeNames,
            attributes: attributes, in: shippedSources)
        let comment = [
            "// Frozen by permafrost new-version: the models of \(current.name) as they shipped.",
            "// Users have stores with these models. permafrost check fails if a stored property changes.",
        ]
        let opening = attributes + ["extension \(current.type) {"]
        let change: DraftChange =
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

    /// Appends declarations to a file, and adds the imports that the declarations need.
    private mutating func append(_ text: String, to file: SwiftFile, importing imports: Set<FileImport>) {
        edits[file.path, default: TextEdits()].append(text, to: file, importing: imports)
    }

    // MARK: The next version

    /// Copies the newest version's declarations to the next version, and reverts the originals to the shipped source.
    private mutating func addVersion(frozen: Set<String>) throws {
        try checkForDuplicates()
        var unpaired = shipped.all
        var newFiles: [(path: String, file: SwiftFile, texts: [String])] = []
        for piece in current.all {
            let text = try NextVersionText(
                request, of: current, carried: carried, listed: listed, lists: modelLists(frozen)
            ).text(of: piece)
            let pair = unpaired.firstIndex { $0.file.path == piece.file.path && $0.node.kind == piece.node.kind }
            guard let pair else {
                // The declaration was added after the version shipped, so it belongs to the next version.
                edits[piece.file.path, default: TextEdits()].replace(piece.range, with: text)
                continue
            }
            let before = unpaired.remove(at: pair)
            let shippedText = try listing(frozen, in: before)
            let isRestored = before.file.text(before.range) != piece.file.text(piece.range)
            if isRestored { changes[piece.file.path, default: []].append(.restored) }
            if let path = place.newPath(of: piece) {
                if shippedText != piece.file.text(piece.range) {
                    edits[piece.file.path, default: TextEdits()].replace(piece.range, with: shippedText)
                }
                let wrapped = Self.inEnclosingTypes(text, of: piece)
                if let index = newFiles.firstIndex(where: { $0.path == path }) {
                    newFiles[index].texts.append(wrapped)
                } else {
                    newFiles.append((path, piece.file, [wrapped]))
                }
            } else {
                let lineEnd = piece.file.lineEnd
                let indent = piece.file.indentation(at: piece.range.lowerBound)
                let end = piece.node.endWithComment
                let comment = piece.file.text(piece.range.upperBound..<end)
                let both = shippedText + comment + lineEnd + lineEnd + indent + text
                edits[piece.file.path, default: TextEdits()].replace(piece.range.lowerBound..<end, with: both)
                changes[piece.file.path, default: []].append(.version(entities))
            }
        }
        for new in newFiles {
            let imports = new.file.imports.map(\.text)
            let body = new.texts.joined(separator: "\n\n")
            let text = (imports.isEmpty ? "" : imports.joined(separator: "\n") + "\n\n") + body + "\n"
            try add(
                new.file.header(for: NextVersionPlace.fileName(new.path)) + text, at: new.path, like: new.file,
                .version(entities))
        }
    }

    /// Returns one of the version's declarations as it shipped, but with references to the frozen classes. Replaces
    /// aliases and module names in these references, because they would refer to classes that move to the next version.
    private func listing(_ frozen: Set<String>, in piece: VersionPiece) throws -> String {
        let names = ReplacedNames(replaced: typeNames.aliases(of: frozen), types: frozen, typeNames: typeNames)
        var edits = TextEdits()
        // An alias of the live class would have the name of the frozen one.
        for item in piece.node.typeMembers?.members ?? [] {
            guard let alias = item.decl.as(TypeAliasDeclSyntax.self), frozen.contains(alias.name.text) else { continue }
            let start = item.previousToken(viewMode: .sourceAccurate)?.endPositionBeforeTrailingTrivia.utf8Offset
            edits.replace((start ?? item.bounds.lowerBound)..<item.endWithComment, with: "")
        }
        if let models = VersionPieces.variable("models", in: piece.node) {
            for edit in try modelLists(frozen).pinned(models, of: current.type) {
                edits.replace(edit.range, with: edit.text)
            }
        }
        return try names.text(of: Syntax(piece.node), in: piece.file, edits)
    }

    private func modelLists(_ frozen: Set<String>) -> ModelLists {
        ModelLists(
            request, of: current, aliases: aliases, frozen: frozen, carried: Set(carried.map(\.name)), in: disk)
    }

    /// Returns a declaration's source for a separate file. If the declaration is nested in a type, the source is inside
    /// an extension of that type.
    private static func inEnclosingTypes(_ text: String, of piece: VersionPiece) -> String {
        let path = piece.node.enclosingPath
        guard !path.isEmpty else { return text }
        let indent = piece.file.indentation(at: piece.range.lowerBound)
        return "extension \(path.joined(separator: ".")) {" + piece.file.lineEnd + indent + text + piece.file.lineEnd
            + "}"
    }

    /// Reverts the edited classes of older versions that the next version copies.
    private mutating func restoreCarried() {
        for restoration in carried.compactMap(\.restoration) {
            edits[restoration.path, default: TextEdits()].replace(restoration.range, with: restoration.text)
            if !changes[restoration.path, default: []].contains(.restored) {
                changes[restoration.path, default: []].append(.restored)
            }
        }
    }

    /// Throws an error if the newest version's module has a top-level type with the next version's name. Does nothing
    /// if the version is nested in a type.
    private func assertFree() throws {
        guard !newType.contains(".") else { return }
        let module = SourcePaths.module(of: request.current.location.file)
        let place = try sources.topLevelType(named: newType) { [tests] path in
            tests.holdsSource(path) && SourcePaths.module(of: path) == module
        }
        if let place { throw NextVersionProblem.nameTaken(newType, place) }
    }

    /// Throws an error if the newest version lists a class twice, because the next version's list would be ambiguous.
    private func checkForDuplicates() throws {
        guard let (piece, array) = current.array(of: "models") else { return }
        var seen: Set<String> = []
        for element in array.elements {
            let name = element.expression.trimmedDescription
            guard seen.insert(name).inserted else {
                throw NextVersionProblem.listedTwice(name, piece.file.location(element.bounds.lowerBound))
            }
        }
    }

    private var place: NextVersionPlace {
        NextVersionPlace(current: current, name: request.name, paths: sources.paths, targets: targets)
    }

    private var entities: [String] { (Set(request.current.classes.keys).union(listed)).sorted() }

    // MARK: References to the version

    /// Changes references in older versions and the plan so that they refer to the frozen classes, because the original
    /// classes move to the next version.
    ///
    /// - Parameter values: the names of the value types that changed. References to these types are also changed,
    ///   because older versions need the types as they shipped.
    private mutating func pin(_ classes: Set<String>, _ values: Set<String>) throws {
        let all = classes.union(values)
        let named = typeNames.aliases(of: all)
        let moving = movingAliases
        // The newest version's references to a carried class would refer to the next version.
        for pieces in older + [plan].compactMap(\.self) + (carried.isEmpty ? [] : [current]) {
            let frozen = pieces.type == current.type ? [] : all
            let own = pieces.type == plan?.type ? [] : pieces.nestedNames
            let lists = modelLists(classes)
            for piece in pieces.all {
                if pieces.type != current.type, let models = VersionPieces.variable("models", in: piece.node) {
                    for edit in try lists.pinned(models, of: pieces.type) {
                        edits[piece.file.path, default: TextEdits()].replace(edit.range, with: edit.text)
                        notePinned(piece.file.path)
                    }
                }
                for token in piece.node.tokens(viewMode: .sourceAccurate) where token.isTypeReference {
                    let qualified = try typeNames.qualified(token, among: frozen)
                    // A type in one of the version's classes hides a type with that name.
                    guard qualified != nil || !token.isNestedType(token.plainText, in: Syntax(piece.node)) else {
                        continue
                    }
                    let name = qualified?.name ?? named[token.text] ?? token.text
                    let isOfOther = pieces.type != current.type && !pieces.nestedNames.contains(token.text)
                    let meant = isOfOther ? moving[token.text] : nil
                    let isPinned = aliases.contains(name) && pieces.type != current.type ? current.type : nil
                    let owner = own.contains(name) ? nil : carried.first { $0.name == name }?.owner
                    let ofOwner = owner.map { $0.type + "." + name }
                    let isFrozen = frozen.contains(name) && (!own.contains(name) || qualified != nil)
                    guard let text = isPinned ?? meant ?? ofOwner ?? (isFrozen ? current.type + "." + name : nil) else {
                        continue
                    }
                    edits[piece.file.path, default: TextEdits()].replace(
                        qualified?.range ?? token.bounds, with: text)
                    notePinned(piece.file.path)
                }
            }
        }
    }

    /// The types that typealiases refer to in the newest version, keyed by the alias's name. The aliases move to the next
    /// version, unless their name ends with the version's number.
    private var movingAliases: [String: String] {
        let suffix = VersionSuffix(current.name)
        let nested = Set(current.nestedNames.map { current.type + "." + $0 })
        return typeNames.aliases.filter { name, target in
            nested.contains(target) && (suffix.digits.isEmpty || !name.hasSuffix(suffix.text))
        }
    }

    private mutating func notePinned(_ path: String) {
        if !changes[path, default: []].contains(.pinned) { changes[path, default: []].append(.pinned) }
    }

    /// Adds the next version to the plan, or creates a plan.
    private mutating func addToPlan() throws {
        guard let plan, let location = request.plan?.location else { return try addPlan() }
        let edit = try PlanEdit(
            plan, location: location, old: current.type, aliases: aliases, new: newType,
            missing: request.planIsEmpty ? older.map(\.type) + [current.type] : [],
            unstaged: request.planIsEmpty || !request.planHasStages ? older.map(\.type) + [current.type] : [],
            kind: request.stage)
        for edit in edit.edits { edits[edit.path, default: TextEdits()].replace(edit.range, with: edit.text) }
        if let path = edit.edits.first?.path { changes[path, default: []].append(.plan(stage: edit.stage)) }
    }

    /// Creates a plan in a new file next to the newest version's file. The plan is appended to the newest version's
    /// file instead in two cases: the next version is also in that file, or a new file wouldn't belong to the same
    /// targets.
    private mutating func addPlan() throws {
        guard let main = current.all.first else { return }
        let versions = older.map(\.type) + [current.type, newType]
        let plan = PlanText(
            versions: versions, kind: request.stage ?? .lightweight, like: main, attributes: main.availability)
        let change = DraftChange.newPlan(versions: versions)
        let path = NextVersionPlace.folder(of: main.file.path) + plan.name + ".swift"
        if place.newPath(of: main) == nil || !targets.takes(path, like: main.file.path) {
            append(plan.text + "\n", to: main.file, importing: [FileImport(module: "SwiftData")])
            changes[main.file.path, default: []].append(change)
        } else {
            try add("import SwiftData\n\n" + plan.text + "\n", at: path, like: main.file, change)
        }
    }

    private mutating func references() throws -> VersionReferences {
        let all = [current] + [plan].compactMap(\.self) + older
        let isInVersions = { (offset: Int, path: String) in all.contains { $0.contains(offset, of: path) } }
        let migration = try MigrationCode(
            newest: current.name, older: Set(older.map(\.name)), plan: plan, besides: all, in: sources)
        // Update the references to an older version's class that the next version copies.
        for (owner, classes) in Dictionary(grouping: carried, by: \.owner.type) {
            guard let pieces = older.first(where: { $0.type == owner }) else { continue }
            let references = try VersionReferences(
                to: pieces, new: request.name, carried: Set(classes.map(\.name)), isNewest: false, in: sources,
                isInVersions: isInVersions, isTest: { [tests] in !tests.holdsSource($0) }, besides: migration)
            note(references)
        }
        let carried = current.nestedNames
        let references = try VersionReferences(
            to: current, new: request.name, carried: carried, in: sources,
            isInVersions: isInVersions, isTest: { [tests] in !tests.holdsSource($0) }, besides: migration)
        note(references)
        return references
    }

    private mutating func note(_ references: VersionReferences) {
        for edit in references.edits {
            edits[edit.path, default: TextEdits()].replace(edit.range, with: edit.text)
        }
        for (path, places) in Dictionary(grouping: references.places, by: \.file) {
            changes[path, default: []].append(.references(places))
        }
    }

    // MARK: Files

    private mutating func add(
        _ text: String, at path: String, like file: SwiftFile, _ change: DraftChange
    ) throws {
        guard !sources.paths.contains(path) else { throw NextVersionProblem.exists(path: path) }
        added.append(.init(path: path, text: file.inLines(text), oldText: nil, changes: [change]))
    }

    private func files() throws -> [DraftFile] {
        let paths = Set(edits.keys).union(renamed.texts.keys).sorted()
        let edited = try paths.compactMap { path -> DraftFile? in
            let file = try sources.file(path)
            if let place = file.conflict { throw NextVersionProblem.conflict(place) }
            let text = edits[path, default: TextEdits()].applied(to: file)
            let oldText = try disk.file(path).text
            guard text != oldText else { return nil }
            return .init(
                path: path, text: text, oldText: oldText, changes: (changes[path] ?? []) + (renamed.changes[path] ?? [])
            )
        }
        return added + edited
    }
}
