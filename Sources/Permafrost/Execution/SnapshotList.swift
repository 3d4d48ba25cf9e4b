import PermafrostStore
import SwiftData

/// The snapshots that a transform from model to model captured, keyed by the primary keys of their rows.
struct SnapshotList<Snapshot> {
    /// A closure that stores the snapshot of the row with the given key.
    let add: (Snapshot, Int64) throws -> Void
    private let read: (Int64?, Int) throws -> [(key: Int64, snapshot: Snapshot)]

    /// Returns the next batch of snapshots, sorted by the keys of their rows.
    ///
    /// - Parameters:
    ///   - key: the last key of the previous batch; nil for the first batch.
    ///   - limit: the maximum number of snapshots.
    func batch(after key: Int64?, limit: Int) throws -> [(key: Int64, snapshot: Snapshot)] { try read(key, limit) }
}

extension SnapshotList where Snapshot: Codable {
    /// Creates a list that moves to a file when the stage's captured values exceed the memory limits.
    init(spillingTo file: SpillFile) {
        let cells = CapturedCells(file: file)
        let codec = CellCodec<Snapshot>()
        add = { try cells.set(codec.encode($0), of: $1) }
        read = { try cells.cells(after: $0, limit: $1).map { ($0.key, try codec.decode($0.cell)) } }
    }
}

extension SnapshotList {
    /// Returns a list that stays in memory. Adding a snapshot throws a ``MigrationError`` with `.plan(.invalid)` if
    /// ``HeldModel`` finds a model object in the snapshot.
    static func inMemory() -> SnapshotList {
        let content = Content()
        return SnapshotList(
            add: { snapshot, key in
                if let held = HeldModel(in: snapshot) {
                    throw MigrationError(
                        .plan(
                            .invalid([
                                "The snapshot \(Snapshot.self) contains the model object \(held.path), which doesn't "
                                    + "exist after the migration. Copy its values instead."
                            ])))
                }
                content.snapshots.append((key, snapshot))
                content.isSorted = false
            }, read: { content.batch(after: $0, limit: $1) })
    }

    private final class Content {
        var snapshots: [(key: Int64, snapshot: Snapshot)] = []
        var isSorted = true

        func batch(after key: Int64?, limit: Int) -> [(key: Int64, snapshot: Snapshot)] {
            if !isSorted { snapshots.sort { $0.key < $1.key } }
            isSorted = true
            var (low, high) = (0, snapshots.count)
            while let key, low < high {
                let middle = (low + high) / 2
                if snapshots[middle].key <= key { low = middle + 1 } else { high = middle }
            }
            return Array(snapshots[low...].prefix(limit))
        }
    }
}
