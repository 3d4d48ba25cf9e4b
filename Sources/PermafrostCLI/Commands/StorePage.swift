import PermafrostModel
import PermafrostProject
import PermafrostStore

/// The HTML page about a store, with the same facts as the report of `inspect`.
struct StorePage {
    private(set) var page: ReportPage
    /// The error that prevented reading the store; nil if the store was read.
    private(set) var error: (any Error)?

    /// Creates the page about a store. If the store can't be read, the page shows the error.
    ///
    /// - Parameter rows: the maximum number of rows for each entity; nil to omit rows.
    init(path: String, rows limit: RowLimit?, _ context: CommandContext) {
        let progress = ProgressNote("reading the store", output: context.output)
        defer { progress.end() }
        page = ReportPage(title: context.shown(path.absolutePath).lastPathComponent, generator: ReportPage.maker)
        do {
            let reader = try StoreReader(path: path)
            let inspection = try StoreInspection(reader)
            page.notices += inspection.problems.map { problem in
                let isDefect = if case .defect = problem { true } else { false }
                return ReportPage.Notice(
                    inspection.isIncomplete || isDefect ? .error : .warning, StoreProblemMessage(problem).text + ".")
            }
            page.store = chapter(
                inspection, version: version(of: inspection, context),
                try limit.map { try rows(of: inspection, reader, $0) } ?? [])
        } catch {
            page.add(error)
            self.error = error
        }
    }

    /// Returns the version that the store has in the project that contains the working folder. Returns nil if there is
    /// no project with versions. If the project can't be read, adds a notice and returns nil.
    private mutating func version(of inspection: StoreInspection, _ context: CommandContext) -> String? {
        do {
            guard let (_, known) = try context.versions() else { return nil }
            return StoreIdentificationReport.versions(try StoreIdentification(inspection, with: known))
        } catch ProjectError.noSchema {
            return nil
        } catch {
            page.notices.append(
                ReportPage.Notice(.warning, "The project's versions can't be read: \(ErrorMessage(error).text)."))
            return nil
        }
    }

    private func chapter(
        _ inspection: StoreInspection, version: String?, _ rows: [StoreChapter.Rows]
    ) -> StoreChapter {
        let words = InspectReport(inspection: inspection, store: "", rows: nil, isVerbose: true)
        return StoreChapter(
            facts: [("size", words.sizeText)] + (version.map { [("in this project", $0)] } ?? []) + words.summary
                + words.details, origin: words.originText,
            model: inspection.model,
            entities: inspection.model.entities.compactMap { entity in
                inspection.rowCounts[entity.name].map { .init(name: entity.name, text: Counted("row", $0).description) }
            },
            tables: inspection.tables.map { .init(name: $0.name, text: words.rowText(of: $0)) }, rows: rows)
    }

    /// Returns up to `limit` rows of each entity that has rows. The columns are the primary key and the properties.
    private func rows(
        of inspection: StoreInspection, _ reader: StoreReader, _ limit: RowLimit
    ) throws -> [StoreChapter.Rows] {
        let store = try StoreRows(reader, model: inspection.model)
        return try inspection.model.entities.compactMap { entity in
            let shown = try ShownRows(
                of: entity.name, total: inspection.rowCounts[entity.name], limit: limit.count, in: store)
            guard shown.count > 0 else { return nil }
            return StoreChapter.Rows(
                entity: entity.name, table: try shown.table(), summary: shown.countText)
        }
    }
}

extension String {
    fileprivate var lastPathComponent: String { split(separator: "/").last.map(String.init) ?? self }
}
