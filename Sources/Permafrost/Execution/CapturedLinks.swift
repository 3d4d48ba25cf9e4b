import Foundation
import PermafrostStore
import SwiftData

/// A transfer of links from the old version to the new one. The links are read from the rows that own them, or from the
/// rows of a join model.
struct CapturedLinks<Old: PersistentModel, New: PersistentModel, Target: PersistentModel> {
    let operation: String
    let source: LinkSource<Old>
    let property: PropertyName
    let write: (New, [Target]) throws -> Void

    /// Returns the steps that capture and write the links in one run of a stage.
    func steps(_ stage: StageContext) -> RowSteps {
        let cells = CapturedCells(file: stage.state.spill)
        let keys = PrimaryKeyEncoder()
        var finder: RowFinder<Target>?
        var missing = 0
        return RowSteps(
            capture: RowStep(Old.self, operation: operation, property: property, needsKey: true) { row, rowKey in
                let targets = try source.targets(row).map { try keys.key(of: $0.persistentModelID) }
                guard !targets.isEmpty else { return false }
                var owner = rowKey
                if let other = source.owner {
                    guard let identifier = other(row) else { return false }
                    owner = try keys.key(of: identifier)
                }
                let known = source.owner == nil ? [] : try cells.cell(of: owner).map(LinkList.init)?.keys ?? []
                try cells.set(LinkList(keys: known + targets).cell, of: owner)
                return false
            },
            perform: RowStep(New.self, operation: operation, property: property, needsKey: true) { row, key in
                guard let cell = try cells.take(key), let context = row.modelContext else { return false }
                let links = LinkList(cell).keys.sorted()
                let rows = try finder ?? RowFinder<Target>(context: context, like: row.persistentModelID)
                finder = rows
                let targets = try links.compactMap { try rows.row(of: $0) }
                missing += links.count - targets.count
                guard !targets.isEmpty else { return false }
                try write(row, targets)
                return true
            } finish: { stage in
                let lost = try cells.lostCount() + (stage.state.mayHaveDeleted ? 0 : missing)
                guard lost == 0 else { throw MigrationError(.stage(.valueLost(count: lost))) }
            },
            captured: (cells, New.self))
    }

    /// Returns a step that moves the links row by row, without capturing them first. Use it if the new version still
    /// has the old relationship. The step throws an error with `.stage(.valueLost)` if a linked row isn't a `Target`.
    ///
    /// - Throws: ``MigrationError`` with `.plan(.invalid)` if the old relationship can't be emptied.
    func stepsWithin(_ stage: StageContext) throws -> RowSteps {
        guard let clear = source.clear else {
            throw MigrationError(
                .plan(.invalid(["\(source.name) is required, so its links can't be moved."])), property: source.name)
        }
        return RowSteps(
            perform: RowStep(New.self, operation: operation, property: property, needsKey: false) { row, _ in
                guard let old = row as? Old else { return false }
                let targets = source.targets(old)
                guard !targets.isEmpty else { return false }
                let rows = targets.compactMap { $0 as? Target }
                guard rows.count == targets.count else {
                    throw MigrationError(.stage(.valueLost(count: targets.count - rows.count)))
                }
                try write(row, rows)
                clear(old)
                return true
            })
    }
}

/// The keys of linked rows, stored in one cell: one key as an integer, or several keys as a blob with eight bytes for
/// each.
private struct LinkList {
    let keys: [Int64]

    init(keys: [Int64]) { self.keys = keys }

    init(_ cell: SQLiteValue) {
        switch cell {
        case .integer(let key): keys = [key]
        case .blob(let bytes):
            keys = bytes.withUnsafeBytes { buffer in
                stride(from: 0, to: buffer.count, by: 8).map {
                    buffer.loadUnaligned(fromByteOffset: $0, as: Int64.self)
                }
            }
        default: keys = []
        }
    }

    var cell: SQLiteValue {
        keys.count == 1 ? .integer(keys[0]) : .blob(keys.withUnsafeBytes { [UInt8]($0) })
    }
}
