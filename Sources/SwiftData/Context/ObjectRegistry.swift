/// The objects of one table that are in memory, keyed by `Z_PK`. The registry doesn't own them.
///
/// Keys are assigned in order, so objects with neighboring keys are often looked up together. They share a page.
final class ObjectRegistry {
    /// The objects with 64 consecutive keys. Pages are manually allocated, so that a lookup doesn't count references.
    private struct Page {
        var count = 0
        var entries = InlineArray<64, Unmanaged<_ModelStorage>?>(repeating: nil)
    }

    // The code in this class never calls other code. Accesses can't overlap, so they don't need checks at run time.
    @exclusivity(unchecked) private var pages: [Int64: UnsafeMutablePointer<Page>] = [:]
    /// The page that was used last.
    @exclusivity(unchecked) private var last: UnsafeMutablePointer<Page>?
    @exclusivity(unchecked) private var lastNumber: Int64 = 0

    deinit {
        for page in pages.values { page.deallocate() }
    }

    /// The storage of the object with the given key, or nil if the object isn't in memory.
    subscript(key: Int64) -> Unmanaged<_ModelStorage>? {
        get { page(key >> 6)?.pointee.entries[Int(key & 63)] }
        set {
            let (number, place) = (key >> 6, Int(key & 63))
            guard let page = page(number) ?? (newValue == nil ? nil : makePage(number)) else { return }
            page.pointee.count += (newValue == nil ? 0 : 1) - (page.pointee.entries[place] == nil ? 0 : 1)
            page.pointee.entries[place] = newValue
            if page.pointee.count == 0 { removePage(number) }
        }
    }

    /// Removes an object. Does nothing if a different object is registered for the key, which may have taken over the
    /// row.
    func remove(_ storage: _ModelStorage, at key: Int64) {
        let (number, place) = (key >> 6, Int(key & 63))
        guard let page = page(number),
            page.pointee.entries[place]?.toOpaque() == Unmanaged.passUnretained(storage).toOpaque()
        else { return }
        page.pointee.entries[place] = nil
        page.pointee.count -= 1
        if page.pointee.count == 0 { removePage(number) }
    }

    /// The storages of all registered objects, in no particular order.
    var values: [Unmanaged<_ModelStorage>] {
        pages.values.flatMap { page in page.pointee.entries.indices.compactMap { page.pointee.entries[$0] } }
    }

    private func page(_ number: Int64) -> UnsafeMutablePointer<Page>? {
        if let last, lastNumber == number { return last }
        guard let page = pages[number] else { return nil }
        (last, lastNumber) = (page, number)
        return page
    }

    private func makePage(_ number: Int64) -> UnsafeMutablePointer<Page> {
        let page = UnsafeMutablePointer<Page>.allocate(capacity: 1)
        page.initialize(to: Page())
        pages[number] = page
        (last, lastNumber) = (page, number)
        return page
    }

    private func removePage(_ number: Int64) {
        pages.removeValue(forKey: number)?.deallocate()
        last = nil
    }
}
