/// Objects with changes, in the order of the changes. One that leaves is marked by its owner and dropped later, so that many
/// can leave a long list.
struct ChangeList {
    private var entries: [any PersistentModel] = []
    /// How many of the entries still count.
    private(set) var count = 0

    init(_ objects: [any PersistentModel] = []) {
        entries = objects
        count = objects.count
    }

    /// Whether entries are on the list that no longer count.
    var hasLeavers: Bool { count < entries.count }

    mutating func append(_ object: any PersistentModel) {
        entries.append(object)
        count += 1
    }

    /// One of the entries no longer counts.
    mutating func leave() {
        count -= 1
        if count == 0 { entries = [] }
    }

    /// The entries that count.
    func objects(_ counts: (_ModelStorage) -> Bool) -> [any PersistentModel] {
        hasLeavers ? entries.filter { counts($0._modelStorage) } : entries
    }
}
