import PermafrostModel

/// A reader for the SwiftData schemas, migration plans and containers that a project's Swift sources declare, and for the
/// project's Core Data models. The project isn't built.
///
/// Every file is scanned for keywords such as `VersionedSchema`. A file is parsed if it has a relevant keyword, or if
/// it declares a name that the models, schemas or plans use. The same sources always give the same result.
///
/// Macros aren't expanded, so the reader doesn't find models that macros generate.
package struct SourceReader: Sendable {
    private let request: SourceRequest
    private let files: any SourceFiles
    /// Whether code that isn't parsed is searched. At a commit it isn't, because the result of reading the commit would
    /// depend on every file.
    private let searchesCode: Bool

    /// Creates a reader for the sources in the request's folder and overlay.
    package init(request: SourceRequest) {
        let folder = DirectorySources(directory: request.directory)
        self.init(request: request, files: OverlaidSources(folder, overlay: request.overlay), searchesCode: true)
    }

    /// Creates a reader for the given files, whose paths are relative to the project. The request's folder and overlay
    /// are ignored.
    package init(request: SourceRequest, files: any SourceFiles, searchesCode: Bool = false) {
        self.request = request
        self.files = files
        self.searchesCode = searchesCode
    }

    /// Reads the project's declarations.
    ///
    /// - Throws: ``UnreadableFile`` if the project's folder can't be read. All other problems are reported as issues in
    ///   the result.
    package func read() throws -> ProjectDeclarations {
        let listing = try files.listing()
        let lists = TargetListReader(files, listing: listing.paths, index: index(of: listing))
        let targets = membership(lists, request)
        let search = searchesCode ? CodeSearch(files, paths: targets.paths) : nil
        var project = ProjectFiles(
            files: files, paths: targets.paths, readsCode: request.readsCode, search: search)
        project.scan()
        var table = project.table(models: request.models)
        let parts = SchemaSearch(table: table).schemas.flatMap { table.nodes[$0].parts }
        let versioned = parts.map { table.files[$0.file].path }
        // An app that can't see another app's versions has models without a version.
        let isVersioned = !versioned.isEmpty && !targets.hasApp(withoutAnyOf: Set(versioned))
        if !isVersioned, request.models.isEmpty, project.parseContainers() {
            table = project.table(models: request.models)
        }
        // The functions that hooks call may call functions in other files.
        for _ in 0..<4 where request.readsCode {
            guard project.parseCode(usedByHooks: table.namesInHooks) else { break }
            table = project.table(models: request.models)
        }
        project.twins = twins(in: table, targets, lists)
        if !project.twins.isEmpty { table = project.table(models: request.models) }
        let containers = ContainerTargets(
            targets, EntitlementsReader(files, listing: listing.paths, targets: targets.lists),
            entries: project.programEntries)
        var result = declarations(of: table, &project, targets, containers)
        result.combineCopies()
        result.targets = targets.facts
        result.targets.uncompiled = UncompiledDeclarations(targets).among(result.schemas)
        if request.readsCode {
            for index in result.containers.indices {
                let file = result.containers[index].location.file
                result.containers[index].entitlements = containers.entitlements(of: file)
            }
            for index in result.coreDataStores.indices {
                let file = result.coreDataStores[index].location.file
                result.coreDataStores[index].entitlements = containers.entitlements(of: file)
            }
        }
        if request.readsCode, request.target == nil, request.models.isEmpty, listing.unreadableFolders.isEmpty {
            result.unlistedModels = UnlistedModelSearch(table: table, declarations: result, targets: targets).models {
                project.typeUses(of: $0)
            }
        }
        CoreDataModelReader(request: request, files, listed: listing.paths, isOnDisk: searchesCode)
            .read(into: &result, code: project.coreDataPaths) { [project] name in
                project.paths(declaring: name).map { ($0, targets.knownModule(of: $0)) }
            }
        result.issues += unreadMembers(lists, listing)
        result.issues += listing.unreadableFolders.sorted { CodeUnitOrder.isBefore($0.key, $1.key) }.map { folder in
            SourceIssue(.unreadableFile(folder.value), at: SourceLocation(file: folder.key, line: 1, column: 1))
        }
        return result
    }

    /// Returns the versions and plans that several modules declare with the same name. The names don't depend on the
    /// selected target, because fixtures record them.
    private func twins(in table: DeclarationTable, _ targets: TargetMembership, _ lists: TargetListReader) -> TwinTypes
    {
        guard targets.isChosen else { return TwinTypes(in: table, module: targets.module(of:)) }
        var request = request
        request.target = nil
        let everyTarget = membership(lists, request)
        var project = ProjectFiles(files: files, paths: everyTarget.paths)
        project.scan()
        return TwinTypes(in: project.table(models: []), module: everyTarget.module(of:))
    }

    /// Returns the Swift files that a target may compile, including tests. A manifest imports `PackageDescription`. A
    /// file with the name of a manifest may also be a source, for example of a class `Package`. One that can't be read
    /// counts as a manifest, and the reader of targets reports it.
    private func index(of listing: SourceListing) -> FileIndex {
        let isManifest = { (path: String) in
            (try? files.withBytes(of: path) { String(decoding: $0, as: UTF8.self).contains("PackageDescription") })
                ?? true
        }
        let targets = Set(listing.links.values)
        let paths = listing.paths.filter { path in
            SourcePaths(includesTests: true).holdsSource(path, isManifest: isManifest)
                || listing.linked.contains(path) && (path.hasSuffix(".swift") || targets.contains(path))
        }
        return FileIndex(
            paths, links: listing.links, unread: Set(listing.outsideLinks).union(listing.skippedFolders))
    }

    /// Returns the issues about files and folders that an app's target compiles, but that aren't read.
    private func unreadMembers(_ reader: TargetListReader, _ listing: SourceListing) -> [SourceIssue] {
        let known = Set(reader.index.paths)
        let outside = Set(listing.outsideLinks)
        var issues: [SourceIssue] = []
        for list in reader.lists {
            for target in list.targets where target.kind != .test {
                for path in target.files.subtracting(known).sortedByCodeUnit() {
                    let reason: String
                    if outside.contains(path) {
                        reason = "it is a symbolic link to a place outside of the project"
                    } else {
                        guard exists(path) else { continue }
                        reason = "its folder is hidden, or usually contains the sources of other projects"
                    }
                    issues.append(
                        SourceIssue(
                            .unreadMember(target: target.name, reason: reason), severity: .warning,
                            at: SourceLocation(file: path, line: 1, column: 1)))
                }
            }
        }
        return issues.unique
    }

    /// Returns whether there is a file or folder at a path that isn't listed.
    private func exists(_ path: String) -> Bool {
        do { return try files.withBytes(of: path) { _ in true } } catch {
            return (error as? UnreadableFile)?.reason == DirectorySources.notRegular
        }
    }

    private func membership(_ reader: TargetListReader, _ request: SourceRequest) -> TargetMembership {
        var lists = reader.lists
        if !reader.index.unread.isEmpty || lists.contains(where: { !$0.isManifest }) {
            let known = Set(reader.index.paths)
            for list in lists.indices {
                for target in lists[list].targets.indices { lists[list].targets[target].files.formIntersection(known) }
            }
        }
        return TargetMembership(
            lists, files: sources(in: reader.index.paths, lists), includesTests: request.includesTests,
            wanted: request.target)
    }

    /// Returns the files to read. A folder with the name of a test folder contains tests, unless a target compiles it
    /// together with other files.
    private func sources(in paths: [String], _ lists: [TargetList]) -> [String] {
        guard !request.includesTests else { return paths }
        let targets = lists.flatMap(\.targets)
        let ofApp = targets.filter { $0.kind != .test }
        let tests = Set(targets.filter { $0.kind == .test }.flatMap(\.files)).subtracting(ofApp.flatMap(\.files))
        let compiled = Set(ofApp.filter { !$0.files.allSatisfy(SourcePaths.isInTestFolder) }.flatMap(\.files))
        return paths.filter { SourcePaths.isInTestFolder($0) ? compiled.contains($0) : !tests.contains($0) }
    }

    /// Returns the project's declarations. If relevant files belong to targets, evaluates the declarations in each
    /// ``TargetView`` and merges the results.
    private func declarations(
        of whole: DeclarationTable, _ project: inout ProjectFiles, _ targets: TargetMembership,
        _ containers: ContainerTargets
    ) -> ProjectDeclarations {
        let views = targets.views(of: whole.files.map(\.path))
        var whole = whole
        whole.flags = targets.flags
        if let preferred = request.platform { whole.platforms.preferred = preferred }
        guard !views.isEmpty else { return declarations(of: whole, project, containers) }
        var readings: [TargetMerge.Reading] = []
        for view in views {
            var table = project.table(models: request.models, in: view)
            table.platforms = view.platforms
            table.flags = whole.flags
            table.platforms.preferred = whole.platforms.preferred
            readings.append(TargetMerge.Reading(view: view, declarations: declarations(of: table, project, containers)))
        }
        let all = project
        var result = TargetMerge(readings, preferred: whole.platforms.preferred).declarations {
            declarations(of: whole, all, containers)
        }
        result.fileCount = project.paths.count
        result.parsedFileCount = whole.files.count
        result.sort()
        return result
    }

    private func declarations(
        of table: DeclarationTable, _ project: ProjectFiles, _ targets: ContainerTargets
    ) -> ProjectDeclarations {
        let search = SchemaSearch(table: table)
        let isUnversioned = search.schemas.isEmpty && request.models.isEmpty
        let evaluator = ContainerEvaluator(
            table: table, schemas: search.schemas, plans: search.plans, targets: targets)
        let containers = request.readsCode || isUnversioned ? evaluator.containers() : []
        var result = ProjectDeclarations(
            issues: project.issues, fileCount: project.paths.count, parsedFileCount: table.files.count)
        for file in table.files {
            result.issues += file.syntaxErrors.prefix(1).map {
                SourceIssue(
                    $0.isBeyondBounds ? .beyondBounds($0.message) : .invalidSyntax($0.message),
                    at: file.location($0.offset))
            }
        }
        result.issues += table.otherUnicodeForms
        if !search.schemas.isEmpty && request.models.isEmpty {
            result.schemas = schemas(search.schemas, table)
        } else if !request.models.isEmpty {
            let versions = schemas(search.schemas, table)
            result.schemas =
                versions
                + [
                    UnversionedReader(table: table).declaration(
                        named: request.models, mayLack: request.allowsMissingModels)
                ].compactMap(\.self)
        } else {
            result.schemas = UnversionedReader(table: table).inferredDeclarations(containers)
        }
        result.plans = plans(search, table)
        if request.readsCode {
            result.containers = containers.map(\.declaration)
            result.coreDataFailures = evaluator.coreDataFailures()
            result.coreDataPlaces = table.files.flatMap { file in
                file.coreDataPlaces.map {
                    CoreDataPlace(path: "\($0.folder)/\($0.name)", location: file.location($0.offset))
                }
            }
            result.coreDataStores = table.files.flatMap { file in
                file.coreDataContainers.map { container in
                    let location = file.location(container.offset)
                    return CoreDataStoreDeclaration(
                        model: container.name, configurations: container.configurations,
                        request: .init(databases: container.databases, location: location), location: location)
                }
            }
            result.storeCopies = table.files.flatMap { file in
                file.storeCopies.map {
                    StoreCopyDeclaration(call: $0.call, omission: $0.omission, location: file.location($0.offset))
                }
            }
            result.batchDeletes = BatchDeleteEvaluator(table: table).deletes()
        }
        result.sort()
        return result
    }

    /// Returns the project's migration plans: types that are plans, followed by constants that contain plans. Omits a
    /// constant whose plan one of the types uses.
    private func plans(_ search: SchemaSearch, _ table: DeclarationTable) -> [PlanDeclaration] {
        let readers = table.platforms.all.map { platform in
            (
                platform,
                PlanReader(
                    table: table, configuration: Configuration(of: platform, among: table.platforms),
                    schemas: Set(search.schemas))
            )
        }
        /// Returns the first platform's plan, with the staging of all platforms.
        func combined(_ read: (PlanReader) -> PlanDeclaration?) -> PlanDeclaration? {
            let found = readers.compactMap { platform, reader in
                read(reader).map { (plan: $0, platforms: [platform]) }
            }
            var plan = found.first?.plan
            plan?.combineStaging(with: found)
            return plan
        }
        var plans = search.plans.compactMap { node in
            combined { $0.plan(of: node, isDeclared: search.declaredPlans.contains(node)) }
        }
        for constant in search.planConstants {
            let place = table.value(constant.reference).madePlan.map {
                table.location(constant.reference.scope, $0.offset)
            }
            if let place, readers.contains(where: { $1.values.contains(place) }) { continue }
            guard var plan = combined({ $0.plan(named: constant.name, constant.reference) }) else { continue }
            plan.isNamedByModule = constant.node.map(table.isNamedByModule) ?? constant.name.contains(".")
            plans.append(plan)
        }
        return plans
    }

    private func schemas(_ nodes: [Int], _ table: DeclarationTable) -> [DeclaredVersion] {
        Concurrently.map(count: nodes.count, context: { VersionReader(table: table) }) { index, reader in
            let node = nodes[index]
            let module = table.nodes[node].parts.first.flatMap { table.modules[$0.file] }
            return reader.declaration(name: table.nodes[node].path, module: module) { $0.evaluate(schema: node) }
        }.compactMap(\.self)
    }
}

/// A search for the schemas and migration plans in a declaration table. It finds the declarations for all platforms,
/// because it ignores conditions such as `#if os(iOS)`.
struct SchemaSearch {
    let schemas: [Int]
    let plans: [Int]
    /// The types that conform to `DeclaredMigrationPlan`, as indexes of their nodes.
    let declaredPlans: Set<Int>
    /// The migration plans in global constants and in static constants of other types than plans.
    let planConstants: [PlanConstant]
    /// The types that conform to a schema or plan protocol in an extension, but aren't declared in any parsed file. The
    /// files that may declare them are parsed next. The elements are indexes of nodes in the table.
    let undeclared: [Int]
    /// The names of the project's typealiases for `VersionedSchema`, `SchemaMigrationPlan` and `DeclaredMigrationPlan`,
    /// and of the project's protocols that inherit from these three protocols.
    let aliases: Set<String>

    init(table: DeclarationTable) {
        let lookup = NameLookup(
            table: table, configuration: Configuration(platform: .iOS, flags: []), ignoresConditions: true)
        let schema = Conformance(to: "VersionedSchema", lookup: lookup)
        let plan = Conformance(to: "SchemaMigrationPlan", lookup: lookup)
        let declared = Conformance(to: "DeclaredMigrationPlan", of: "Permafrost", lookup: lookup)
        // A generic type is only a template for schemas or plans.
        func isConcrete(_ node: Int) -> Bool {
            table.nodes[node].parts.allSatisfy { table.type($0).generics.isEmpty }
        }
        schemas = schema.types.filter(isConcrete)
        let declaredTypes = Set(declared.types.filter(isConcrete))
        declaredPlans = declaredTypes
        plans = plan.types.filter { isConcrete($0) && !declaredTypes.contains($0) } + declaredTypes.sorted()
        planConstants = PlanConstant.all(in: table, besides: Set(plans))
        undeclared = schema.undeclaredTypes + plan.undeclaredTypes + declared.undeclaredTypes
        aliases = Set(schema.aliases + plan.aliases + declared.aliases)
    }
}

extension ProjectDeclarations {
    /// Combines versions, and plans, that have the same name because it isn't known which target compiles them. Equal
    /// ones are one version or plan. Versions that differ lose their models, and an issue lists the declarations.
    fileprivate mutating func combineCopies() {
        func places(_ all: [SourceLocation]) -> [SourceLocation]? {
            Set(all.map(\.file)).count > 1 ? all : nil
        }
        for (name, copies) in Dictionary(grouping: schemas.filter { !$0.isUnversioned }, by: \.name) {
            guard let places = places(copies.map(\.location)), let first = copies.first else { continue }
            schemas.removeAll { $0.name == name && $0.location != first.location }
            guard !copies.allSatisfy({ $0.isAlike(first) }),
                let index = schemas.firstIndex(where: { $0.name == name })
            else { continue }
            schemas[index].model = nil
            schemas[index].variants = []
            schemas[index].issues = [SourceIssue(.declaredInSeveralFiles(name, places), at: first.location)]
        }
        for (name, copies) in Dictionary(grouping: plans, by: \.name) {
            guard let places = places(copies.map(\.location)), let first = copies.first else { continue }
            plans.removeAll { $0.name == name && $0.location != first.location }
            guard !copies.allSatisfy({ $0.isAlike(first) }), let index = plans.firstIndex(where: { $0.name == name })
            else { continue }
            plans[index].issues.append(SourceIssue(.declaredInSeveralFiles(name, places), at: first.location))
        }
    }

    /// Sorts the schemas, plans and issues by location.
    fileprivate mutating func sort() {
        schemas.sort { $0.location.isBefore($1.location) }
        plans.sort { $0.location.isBefore($1.location) }
        issues.sort { $0.location.isBefore($1.location) }
    }
}

extension SourceLocation {
    /// Returns whether this location precedes another one, first by file path and then by line and column.
    fileprivate func isBefore(_ other: SourceLocation) -> Bool {
        file == other.file
            ? (line, column) < (other.line, other.column) : CodeUnitOrder.isBefore(file, other.file)
    }
}
