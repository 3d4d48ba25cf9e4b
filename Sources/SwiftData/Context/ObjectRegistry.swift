/// The objects of one table that are in memory, by `Z_PK`. It holds none of them.
///
/// Keys are handed out in order, so that neighbours are looked for together: they lie in pages.
final class ObjectRegistry {
    private static let pageSize = 64

    private final class Page {
        @exclusivity(unchecked) var entries = [Unmanaged<_ModelStorage>?](
            repeating: nil, count: ObjectRegistry.pageSize)
        @exclusivity(unchecked) var count = 0
    }

    // Nothing here calls out, so that no access can begin while another is under way: none is checked as the program runs.
    @exclusivity(unchecked) private var pages: [Int64: Page] = [:]
    /// The page that was looked for last.
    @exclusivity(unchecked) private var last: (number: Int64, page: Page)?

    /// The storage of the row's object.
    subscript(key: Int64) -> Unmanaged<_ModelStorage>? {
        get { page(key >> 6)?.entries[Int(key & 63)] }
        set {
            let (number, place) = (key >> 6, Int(key & 63))
            guard let page = page(number) ?? (newValue == nil ? nil : makePage(number)) else { return }
            page.count += (newValue == nil ? 0 : 1) - (page.entries[place] == nil ? 0 : 1)
            page.entries[place] = newValue
            if page.count == 0 {
                pages[number] = nil
                last = nil
            }
        }
    }

    /// All of them.
    var values: [Unmanaged<_ModelStorage>] { pages.values.flatMap { $0.entries.compactMap { $0 } } }

    private func page(_ number: Int64) -> Page? {
        if let last, last.number == number { return last.page }
        guard let page = pages[number] else { return nil }
        last = (number, page)
        return page
    }

    private func makePage(_ number: Int64) -> Page {
        let page = Page()
        pages[number] = page
        last = (number, page)
        return page
    }
}
