/// What differs between two arrays of objects.
enum ArrayChange {
    /// The objects that are in the first array alone, and those that are in the second alone.
    ///
    /// Most changes are of a few objects at one place, so what both begin or end with is passed over.
    static func objects<Model: AnyObject>(from old: [Model], to new: [Model]) -> (left: [Model], came: [Model]) {
        var start = 0
        let shorter = min(old.count, new.count)
        while start < shorter, old[start] === new[start] { start += 1 }
        var end = 0
        while end < shorter - start, old[old.count - 1 - end] === new[new.count - 1 - end] { end += 1 }
        let left = old[start..<(old.count - end)]
        let came = new[start..<(new.count - end)]
        return (missing(left, from: new), missing(came, from: old))
    }

    /// Those of some objects that an array lacks.
    private static func missing<Model: AnyObject>(_ objects: ArraySlice<Model>, from array: [Model]) -> [Model] {
        guard objects.count > 8 else { return objects.filter { object in !array.contains { $0 === object } } }
        let known = Set(array.map { ObjectIdentifier($0) })
        return objects.filter { !known.contains(ObjectIdentifier($0)) }
    }
}
