import PermafrostModel

/// A project's files. All files are scanned, but only relevant files are parsed.
struct ProjectFiles {
    private let files: any SourceFiles
    /// The sorted paths of all source files.
    let paths: [String]
    private var summaries: [FileSummary] = []
    private var parsed: [ParsedFile?] = []
    /// The issues about files that couldn't be read.
    private(set) var issues: [SourceIssue] = []
    private var filesDeclaring: [UInt64: [Int]] = [:]
    private var filesExtending: [UInt64: [Int]] = [:]
    private var searchedAliases: Set<String> = []
    private var readsContainers = false
    /// The indices of the parsed files whose code was read.
    private var readCode: Set<Int> = []
    /// The versions and plans that several modules declare with the same name.
    var twins = TwinTypes()
    private let search: CodeSearch?
    private let readsCode: Bool

    /// Creates a value for the files at the given sorted paths. Doesn't read the files.
    ///
    /// - Parameters:
    ///   - readsCode: whether to also find code that affects stores, in the functions of relevant files.
    ///   - search: the search for code in files that aren't parsed.
    init(files: any SourceFiles, paths: [String], readsCode: Bool = false, search: CodeSearch? = nil) {
        self.files = files
        self.paths = paths
        self.readsCode = readsCode
        self.search = search
        parsed = Array(repeating: nil, count: paths.count)
    }

    // MARK: Scanning

    /// Scans every file. Parses each file with a keyword that declares models, schemas or plans.
    mutating func scan() {
        let files = files
        let paths = paths
        let readsCode = readsCode
        let scans = Concurrently.map(count: paths.count) { index in
            Self.firstScan(of: paths[index], files, readsCode: readsCode)
        }
        summaries = scans.map(\.summary)
        for (index, scan) in scans.enumerated() {
            keep(scan, at: index)
            if readsCode, scan.parsed != nil, scan.summary.holdsCode { readCode.insert(index) }
        }
        for (index, summary) in summaries.enumerated() {
            for hash in Set(summary.declared) { filesDeclaring[hash, default: []].append(index) }
            for hash in Set(summary.extended) { filesExtending[hash, default: []].append(index) }
        }
    }

    /// Returns the scan of a file from the cache. If the cache doesn't contain it, scans the file and adds the result.
    /// If the file has a keyword that declares models, schemas or plans, the scan includes the parsed file.
    static func firstScan(of path: String, _ files: some SourceFiles, readsCode: Bool) -> FileScan {
        if let known = files.knownScan(of: path, .first(readsCode: readsCode)) { return known }
        var scan = FileScan()
        do {
            try files.withBytes(of: path) { bytes in
                scan.summary = ByteScanner.scan(bytes)
                if !scan.summary.seeds.isDisjoint(with: [.model, .schema, .plan, .freeze, .export, .macro]) {
                    let readsCode = readsCode && scan.summary.holdsCode
                    parse(path, bytes, readsContainers: false, readsCode: readsCode, &scan)
                } else if scan.summary.isForeignEncoding {
                    scan.problem = .unreadableFile("not UTF-8 text")
                }
            }
        } catch {
            scan.problem = .unreadableFile((error as? UnreadableFile)?.reason ?? "\(error)")
        }
        files.keep(scan, of: path, .first(readsCode: readsCode))
        return scan
    }

    private static func parse(
        _ path: String, _ bytes: UnsafeBufferPointer<UInt8>, readsContainers: Bool, readsCode: Bool,
        _ scan: inout FileScan
    ) {
        guard bytes.isUTF8, !bytes.contains(0) else {
            scan.problem = .unreadableFile("not UTF-8 text")
            return
        }
        scan.parsed = FileParser.parse(
            path: path, bytes: bytes, readsContainers: readsContainers, readsCode: readsCode)
    }

    private mutating func keep(_ scan: FileScan, at index: Int) {
        parsed[index] = scan.parsed ?? parsed[index]
        if let problem = scan.problem {
            let issue = SourceIssue(problem, at: SourceLocation(file: paths[index], line: 1, column: 1))
            if !issues.contains(issue) { issues.append(issue) }
            // The file can't be parsed, so don't try again.
            if parsed[index] == nil { parsed[index] = ParsedFile(path: paths[index]) }
        }
    }

    /// The paths of the files that start a program.
    var programEntries: [String] {
        zip(paths, summaries).filter { path, summary in
            summary.seeds.contains(.main) || path == "main.swift" || path.hasSuffix("/main.swift")
        }.map(\.0)
    }

    /// The paths of the files with code that opens or migrates Core Data stores.
    var coreDataPaths: [String] { zip(paths, summaries).filter { $1.seeds.contains(.coreData) }.map(\.0) }

    /// Returns the paths of the files that may declare a type with the given name.
    func paths(declaring name: String) -> [String] { (filesDeclaring[NameHash.of(name)] ?? []).map { paths[$0] } }

    // MARK: Parsing more

    /// Parses the files that create containers, and finds the calls that list models.
    ///
    /// - Returns: whether a file has a keyword that creates a container.
    mutating func parseContainers() -> Bool {
        readsContainers = true
        let wanted = summaries.indices.filter { summaries[$0].seeds.contains(.container) }
        parse(wanted)
        return !wanted.isEmpty
    }

    /// Parses the files with code that concerns stores or hooks, unless they're already parsed. These are the files
    /// that:
    /// - create containers, copy stores, delete batches of rows, or load Core Data stores
    /// - declare or extend a name that hooks use
    /// - declare a type named `UIApplication` or `NSApplication`, if hooks use this name
    ///
    /// - Parameter names: the functions and variables that hooks use, as chains of names.
    /// - Returns: whether there was at least one such file.
    mutating func parseCode(usedByHooks names: [[String]]) -> Bool {
        var called = Set(names.compactMap { $0.first.map(NameHash.of) })
        // An extension may declare a method that a hook calls on its parameter.
        if names.contains(where: { $0.count == 2 && $0[0].first?.isLowercase == true }) {
            called.insert(NameHash.of("ModelContext"))
        }
        // A type of the project may have the name of a type that is known to belong to the main actor.
        let known = called.intersection(MainActorEvaluator.applications.map(NameHash.of))
        // Functions of a type whose file is parsed for its declarations.
        let owners = Set(names.filter { $0.last?.first?.isLowercase == true }.compactMap { $0.first.map(NameHash.of) })
        files.didSearch(for: called)
        let wanted = summaries.indices.filter { index in
            let summary = summaries[index]
            guard parsed[index] == nil else {
                return !readCode.contains(index) && !owners.isDisjoint(with: summary.declared + summary.extended)
            }
            return !summary.seeds.isDisjoint(with: [.container, .copy, .batchDelete, .coreData])
                || !called.isDisjoint(with: summary.declared + summary.extended)
                || !known.isDisjoint(with: summary.declared)
        }
        parse(wanted, withCode: true)
        return !wanted.isEmpty
    }

    private mutating func parse(_ indices: [Int], withCode: Bool = false) {
        let files = files
        let paths = paths
        let readsContainers = readsContainers
        let codeFiles = readsCode ? Set(indices.filter { withCode || summaries[$0].holdsCode }) : []
        readCode.formUnion(codeFiles)
        let scans = Concurrently.map(count: indices.count) { position -> FileScan in
            let path = paths[indices[position]]
            let readsCode = codeFiles.contains(indices[position])
            let kind = FileScan.Kind.parsed(readsContainers: readsContainers, readsCode: readsCode)
            if let known = files.knownScan(of: path, kind) { return known }
            var scan = FileScan()
            do {
                try files.withBytes(of: path) {
                    Self.parse(path, $0, readsContainers: readsContainers, readsCode: readsCode, &scan)
                }
            } catch {
                scan.problem = .unreadableFile((error as? UnreadableFile)?.reason ?? "\(error)")
            }
            files.keep(scan, of: path, kind)
            return scan
        }
        for (index, scan) in zip(indices, scans) { keep(scan, at: index) }
    }

    /// Returns the declarations in the relevant files. Parses more files until each name that the declarations use is
    /// either declared in a parsed file or isn't declared in any file.
    ///
    /// - Parameters:
    ///   - models: the names of the requested model classes.
    ///   - view: the files that are visible; nil for all files.
    mutating func table(models: [String], in view: TargetView? = nil) -> DeclarationTable {
        while true {
            let table = DeclarationTable(
                files: parsed.compactMap(\.self).filter { view?.files.contains($0.path) ?? true },
                modules: view?.modules ?? [:], others: view?.others ?? [], twins: twins, search: search)
            let search = SchemaSearch(table: table)
            var wanted: Set<Int> = []
            let words = search.aliases.subtracting(searchedAliases)
            if !words.isEmpty {
                searchedAliases.formUnion(words)
                wanted.formUnion(filesMentioning(words))
            }
            let roots = search.schemas + search.plans + search.planConstants.compactMap(\.node) + search.undeclared
            let constants = search.planConstants.filter { $0.node == nil }.map(\.name)
            let demand = NameClosure(table: table, roots: roots, constants: constants, models: models)
            let names = Set(demand.names.flatMap(NameHash.ofForms))
            let extended = Set(demand.extended.map(NameHash.of))
            files.didSearch(for: names.union(extended))
            for name in names { wanted.formUnion(filesDeclaring[name] ?? []) }
            for name in extended { wanted.formUnion(filesExtending[name] ?? []) }
            let open = wanted.filter { parsed[$0] == nil }.sorted()
            guard !open.isEmpty else { return table }
            parse(open)
        }
    }

    /// Returns the number of expressions such as `Trip.self` in each file, keyed by path and then by type name. Omits
    /// arguments of `delete(model:)`, and files without such expressions. Returns nil if a file can't be read.
    func typeUses(of names: Set<String>) -> [String: [String: Int]]? {
        let files = files
        let paths = paths
        let found = Concurrently.map(count: paths.count) { index in
            try? files.withBytes(of: paths[index]) { bytes in
                names.reduce(into: [String: Int]()) { counts, name in
                    let count = ByteScanner.typeUses(Array("\(name).self".utf8), in: bytes)
                    if count > 0 { counts[name] = count }
                }
            }
        }
        guard !found.contains(nil) else { return nil }
        return Dictionary(zip(paths, found.map { $0 ?? [:] })) { first, _ in first }.filter { !$0.value.isEmpty }
    }

    private func filesMentioning(_ words: Set<String>) -> [Int] {
        let files = files
        let paths = paths
        let hashes = Set(words.map(NameHash.of))
        let unparsed = parsed.indices.filter { parsed[$0] == nil }
        let mentions = Concurrently.map(count: unparsed.count) { position in
            (try? files.withBytes(of: paths[unparsed[position]]) { ByteScanner.mentions(hashes, in: $0) }) ?? false
        }
        return zip(unparsed, mentions).filter(\.1).map(\.0)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the bytes are valid UTF-8.
    fileprivate var isUTF8: Bool {
        guard contains(where: { $0 >= 0x80 }) else { return true }
        var bytes = makeIterator()
        var decoder = UTF8()
        while true {
            switch decoder.decode(&bytes) {
            case .scalarValue: continue
            case .emptyInput: return true
            case .error: return false
            }
        }
    }
}
