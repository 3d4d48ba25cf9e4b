/// An assignment of a graph's nodes to the diagram's columns. An edge's first node is preferably to the left of its
/// second node. The number of columns is limited to keep the diagram readable.
struct LayerAssignment {
    /// The column of each node; nil for a node without edges to other nodes.
    private(set) var columns: [Int?]
    private(set) var count: Int

    init(nodeCount: Int, edges: [(first: Int, second: Int)]) {
        let lines = edges.filter { $0.first != $0.second }
        var successors = [[Int]](repeating: [], count: nodeCount)
        var isLinked = [Bool](repeating: false, count: nodeCount)
        for (first, second) in lines {
            successors[first].append(second)
            (isLinked[first], isLinked[second]) = (true, true)
        }
        let depth = Self.depths(successors, without: Self.backward(successors))
        columns = depth.enumerated().map { isLinked[$0] ? $1 : nil }
        count = (columns.compactMap { $0 }.max() ?? -1) + 1
        let linked = columns.count { $0 != nil }
        let limit = max(4, Int((Double(linked) * 0.5).squareRoot().rounded()))
        if count > limit {
            let all = count
            columns = columns.map { $0.map { $0 * limit / all } }
            count = limit
        }
        spread(over: limit, lines, linked: linked)
    }

    /// Moves nodes to other columns to shorten lines and to keep the columns' heights similar. Avoids lines within a
    /// column, because they bulge out of the column.
    private mutating func spread(over limit: Int, _ lines: [(first: Int, second: Int)], linked: Int) {
        var neighbours = [[(other: Int, isOwner: Bool)]](repeating: [], count: columns.count)
        for (first, second) in lines {
            neighbours[first].append((second, true))
            neighbours[second].append((first, false))
        }
        var heights = [Int](repeating: 0, count: limit)
        for case let column? in columns { heights[column] += 1 }
        let room = max(3, (linked + limit - 1) / max(1, limit) + 1)
        for _ in 0..<12 {
            var hasMoved = false
            for node in columns.indices {
                guard let current = columns[node] else { continue }
                func cost(_ column: Int) -> Int {
                    let length = neighbours[node].reduce(0) { sum, line in
                        guard let other = columns[line.other] else { return sum }
                        let distance = line.isOwner ? other - column : column - other
                        return sum + (distance == 0 ? 35 : distance > 0 ? distance * 10 : -distance * 10 + 4)
                    }
                    return length + max(0, heights[column] + (column == current ? 0 : 1) - room) * 8
                }
                var (best, least) = (current, cost(current))
                for column in 0..<limit where cost(column) < least { (best, least) = (column, cost(column)) }
                guard best != current else { continue }
                heights[current] -= 1
                heights[best] += 1
                columns[node] = best
                hasMoved = true
            }
            guard hasMoved else { break }
        }
        // Remove empty columns.
        let used = Set(columns.compactMap { $0 }).sorted()
        let places = Dictionary(used.enumerated().map { ($1, $0) }) { first, _ in first }
        columns = columns.map { $0.flatMap { places[$0] } }
        count = used.count
    }

    /// Returns the lines that close a cycle in a depth-first search. Each line is an array with the indices of its
    /// first and second node.
    private static func backward(_ successors: [[Int]]) -> Set<[Int]> {
        var found: Set<[Int]> = []
        // 0: not visited, 1: on the current path, 2: finished.
        var state = [Int](repeating: 0, count: successors.count)
        for root in successors.indices where state[root] == 0 {
            var way = [(node: root, next: 0)]
            state[root] = 1
            while let (node, next) = way.last {
                guard next < successors[node].count else {
                    state[node] = 2
                    way.removeLast()
                    continue
                }
                way[way.count - 1].next += 1
                let target = successors[node][next]
                if state[target] == 1 {
                    found.insert([node, target])
                } else if state[target] == 0 {
                    state[target] = 1
                    way.append((target, 0))
                }
            }
        }
        return found
    }

    /// Returns the number of lines in the longest path to each node. Paths don't include the lines in `backward`.
    private static func depths(_ successors: [[Int]], without backward: Set<[Int]>) -> [Int] {
        var depth = [Int](repeating: 0, count: successors.count)
        var open = [Int](repeating: 0, count: successors.count)
        for (node, targets) in successors.enumerated() {
            for target in targets where !backward.contains([node, target]) { open[target] += 1 }
        }
        var ready = open.indices.filter { open[$0] == 0 }
        var next = 0
        while next < ready.count {
            let node = ready[next]
            next += 1
            for target in successors[node] where !backward.contains([node, target]) {
                depth[target] = max(depth[target], depth[node] + 1)
                open[target] -= 1
                if open[target] == 0 { ready.append(target) }
            }
        }
        return depth
    }
}
