/// The objects of one table that are in memory, keyed by `Z_PK`. The registry doesn't own them.
///
/// Keys are assigned in order, so objects with neighboring keys are often looked up together. They share a page.
final class ObjectRegistry {
    /// The objects with 64 consecutive keys. Pages are manually allocated, so that a lookup doesn't count references.
    private struct Page {
        /// The keys divided by 64.
        let number: Int64
        var count = 0
        var entries = InlineArray<64, _ModelStorage?>(repeating: nil)

        init(number: Int64) { self.number = number }
    }

    // The code in this class never calls other code. Accesses can't overlap, so they don't need checks at run time.
    /// The pages as a hash table, at most half of which is used. A page is at its ``home(of:)`` or, if there are other
    /// pages, in the next free place. A dictionary would take several times as long, which matters to a fetch of one row.
    @exclusivity(unchecked) private var table = ObjectRegistry.emptyTable(bits: 3)
    /// The number of the table's places, as a power of 2.
    @exclusivity(unchecked) private var bits = 3
    @exclusivity(unchecked) private var pageCount = 0
    /// The page that was used last.
    @exclusivity(unchecked) private var last: UnsafeMutablePointer<Page>?

    deinit {
        for page in pages { page.deallocate() }
        table.deallocate()
    }

    /// The storage of the object with the given key, or nil if the object isn't in memory.
    subscript(key: Int64) -> _ModelStorage? { page(key >> 6)?.pointee.entries[Int(key & 63)] }

    /// Adds an object. It replaces the object that was registered for the key.
    func register(_ storage: _ModelStorage, at key: Int64) {
        let place = Int(key & 63)
        let page = page(key >> 6) ?? makePage(key >> 6)
        if let replaced = page.pointee.entries[place] {
            replaced.isRegistered = false
        } else {
            page.pointee.count += 1
        }
        page.pointee.entries[place] = storage
        storage.isRegistered = true
    }

    /// Removes an object. Does nothing if a different object is registered for the key, which may have taken over the
    /// row.
    func remove(_ storage: _ModelStorage, at key: Int64) {
        guard storage.isRegistered, self[key]?.address == storage.address else { return }
        storage.isRegistered = false
        remove(at: key)
    }

    /// Removes the object with the given key. The object's storage isn't changed, because it may be ending.
    func remove(at key: Int64) {
        guard let page = page(key >> 6), page.pointee.entries[Int(key & 63)] != nil else { return }
        page.pointee.entries[Int(key & 63)] = nil
        page.pointee.count -= 1
        if page.pointee.count == 0 { removePage(page) }
    }

    /// The storages of all registered objects, in no particular order.
    var values: [_ModelStorage] {
        pages.flatMap { page in page.pointee.entries.indices.compactMap { page.pointee.entries[$0] } }
    }
}

// MARK: Pages

extension ObjectRegistry {
    private typealias Table = UnsafeMutablePointer<UnsafeMutablePointer<Page>?>

    private static func emptyTable(bits: Int) -> Table {
        let table = Table.allocate(capacity: 1 << bits)
        table.initialize(repeating: nil, count: 1 << bits)
        return table
    }

    private var pages: [UnsafeMutablePointer<Page>] { (0..<1 << bits).compactMap { table[$0] } }

    /// Returns the place that a page has if no other page is there. The multiplication spreads any regular distances
    /// between numbers.
    private func home(of number: Int64) -> Int {
        Int((UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - bits))
    }

    private func next(after place: Int) -> Int { (place + 1) & ((1 << bits) - 1) }

    private func page(_ number: Int64) -> UnsafeMutablePointer<Page>? {
        if let last, last.pointee.number == number { return last }
        var place = home(of: number)
        while let page = table[place] {
            if page.pointee.number == number {
                last = page
                return page
            }
            place = next(after: place)
        }
        return nil
    }

    private func makePage(_ number: Int64) -> UnsafeMutablePointer<Page> {
        if pageCount * 2 >= 1 << bits { grow() }
        let page = UnsafeMutablePointer<Page>.allocate(capacity: 1)
        page.initialize(to: Page(number: number))
        put(page)
        pageCount += 1
        last = page
        return page
    }

    private func put(_ page: UnsafeMutablePointer<Page>) {
        var place = home(of: page.pointee.number)
        while table[place] != nil { place = next(after: place) }
        table[place] = page
    }

    private func grow() {
        let pages = pages
        table.deallocate()
        bits += 1
        table = Self.emptyTable(bits: bits)
        for page in pages { put(page) }
    }

    private func removePage(_ page: UnsafeMutablePointer<Page>) {
        var gap = home(of: page.pointee.number)
        while table[gap] != page { gap = next(after: gap) }
        // Each following page moves into the gap, unless its home is after the gap.
        var place = next(after: gap)
        let mask = (1 << bits) - 1
        while let other = table[place] {
            if (place - home(of: other.pointee.number)) & mask >= (place - gap) & mask {
                table[gap] = other
                gap = place
            }
            place = next(after: place)
        }
        table[gap] = nil
        pageCount -= 1
        last = nil
        page.deallocate()
    }
}
