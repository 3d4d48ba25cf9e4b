import SwiftSyntax

extension SwiftFile {
    /// The file's imports, in order.
    var imports: [FileImport] {
        tree.statements.compactMap { item in
            item.item.as(ImportDeclSyntax.self).map(FileImport.init)
                ?? item.item.as(IfConfigDeclSyntax.self).flatMap(FileImport.init)
        }
    }
}

extension TextEdits {
    /// Appends declarations to a file, and adds the imports that the declarations need.
    mutating func append(_ text: String, to file: SwiftFile, importing imports: Set<FileImport>) {
        let known = file.imports
        let modules = Set(known.compactMap(\.module))
        let missing = imports.subtracting(known).filter { !$0.isPlain || !modules.contains($0.module ?? "") }
        if !missing.isEmpty {
            let own = file.tree.statements.compactMap { $0.item.as(ImportDeclSyntax.self) }
            guard let last = own.last else {
                insert(
                    file.inLines(FileImport.lines(missing).joined(separator: "\n") + "\n\n"),
                    at: file.tree.bounds.lowerBound)
                return appendText(text, to: file)
            }
            // If the imports are sorted, keep them sorted.
            for line in missing.sorted() {
                if let next = own.first(where: { FileImport($0) > line }) {
                    insert(file.inLines(line.text + "\n"), at: next.bounds.lowerBound)
                } else {
                    insert(file.inLines("\n" + line.text), at: last.endWithComment)
                }
            }
        }
        appendText(text, to: file)
    }

    private mutating func appendText(_ text: String, to file: SwiftFile) {
        let isEnded = file.bytes.last == UInt8(ascii: "\n")
        insert(file.inLines((isEnded ? "\n" : "\n\n") + text), at: file.bytes.count)
    }
}

extension SwiftFile {
    /// Returns the comment at the beginning of this file, adapted for a file with the given name. Removes the author
    /// and date. Returns an empty string if there is no such comment.
    ///
    /// Documentation comments, and comments directly above a declaration, belong to the declaration and aren't
    /// included.
    func header(for name: String) -> String {
        guard let first = tree.firstToken(viewMode: .sourceAccurate) else { return "" }
        let lines = text(0..<first.positionAfterSkippingLeadingTrivia.utf8Offset).replacing("\r\n", with: "\n")
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
        let isBeforeImport = first.parent?.is(ImportDeclSyntax.self) == true
        let end = isBeforeImport ? lines.endIndex : lines.lastIndex(of: "") ?? 0
        let own = path.split(separator: "/").last.map(String.init) ?? path
        var kept: [String] = []
        for line in lines[..<end] where line.hasPrefix("//") && !line.hasPrefix("///") {
            if line.contains("Created by") { continue }
            let isEmpty = line.allSatisfy { $0 == "/" || $0 == " " }
            if isEmpty, let last = kept.last, last.allSatisfy({ $0 == "/" || $0 == " " }) { continue }
            kept.append(line.replacing(own, with: name))
        }
        return kept.isEmpty ? "" : kept.joined(separator: "\n") + "\n\n"
    }
}

/// A line that imports a module, or an `#if` block of such lines.
struct FileImport: Hashable, Comparable {
    let text: String
    /// The module's name, or nil for an `#if` block.
    let module: String?
    /// Whether this is a plain `import Module`, without attributes, modifiers or a kind.
    var isPlain: Bool { module.map { text == "import \($0)" } ?? false }

    init(_ node: ImportDeclSyntax) {
        // The new file doesn't have to export the module again.
        let attributes = node.attributes.compactMap { $0.as(AttributeSyntax.self) }
            .filter { $0.attributeName.trimmedDescription != "_exported" }.map { $0.trimmedDescription + " " }
        let modifiers = node.modifiers.map { $0.trimmedDescription + " " }
        let kind = node.importKindSpecifier.map { $0.text + " " } ?? ""
        text = attributes.joined() + modifiers.joined() + "import \(kind)\(node.path.trimmedDescription)"
        module = node.path.trimmedDescription
    }

    init?(_ node: IfConfigDeclSyntax) {
        let isOfImports = node.clauses.allSatisfy { clause in
            switch clause.elements {
            case .statements(let items)?: items.allSatisfy { $0.item.is(ImportDeclSyntax.self) }
            case nil: true
            default: false
            }
        }
        guard isOfImports else { return nil }
        text = node.trimmedDescription.replacing("\r\n", with: "\n")
        module = nil
    }

    init(module: String) {
        text = "import \(module)"
        self.module = module
    }

    /// Returns whether an import precedes another one: imports are sorted by module, and `#if` blocks come last.
    static func < (left: FileImport, right: FileImport) -> Bool {
        switch (left.module, right.module) {
        case (let first?, let second?): (first, left.text) < (second, right.text)
        case (nil, nil): left.text < right.text
        case (let first, _): first != nil
        }
    }

    /// Returns the lines of the given imports, sorted by module. Omits a plain `import` if another import of the same
    /// module has attributes, modifiers or a kind.
    static func lines(_ imports: Set<FileImport>) -> [String] {
        let others = Set(imports.filter { !$0.isPlain }.compactMap(\.module))
        return imports.filter { !$0.isPlain || !others.contains($0.module ?? "") }.sorted().map(\.text)
    }
}
