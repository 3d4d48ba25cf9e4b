/// The objects of one table that are in memory, by `Z_PK`. It holds none of them.
///
/// Keys are handed out in order, so that neighbours are looked for together: they lie in pages.
struct ObjectRegistry {
    private static let pageSize = 64

    private final class Page {
        var entries = [Unmanaged<_ModelStorage>?](repeating: nil, count: ObjectRegistry.pageSize)
        var count = 0
    }

    private var pages: [Int64: Page] = [:]

    /// The storage of the row's object.
    subscript(key: Int64) -> Unmanaged<_ModelStorage>? {
        get {
            let (page, place) = Self.place(of: key)
            return pages[page]?.entries[place]
        }
        set {
            let (number, place) = Self.place(of: key)
            guard let page = pages[number] else {
                guard newValue != nil else { return }
                let page = Page()
                page.entries[place] = newValue
                page.count = 1
                pages[number] = page
                return
            }
            page.count += (newValue == nil ? 0 : 1) - (page.entries[place] == nil ? 0 : 1)
            page.entries[place] = newValue
            if page.count == 0 { pages[number] = nil }
        }
    }

    /// All of them.
    var values: [Unmanaged<_ModelStorage>] { pages.values.flatMap { $0.entries.compactMap { $0 } } }

    private static func place(of key: Int64) -> (page: Int64, place: Int) {
        (key >> 6, Int(key & 63))
    }
}
