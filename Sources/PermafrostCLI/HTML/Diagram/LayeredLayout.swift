/// The layout of a graph's boxes and lines. Boxes are arranged in columns, and ordered so that few lines cross. Each
/// box is placed close to its neighbors. The same graph always gets the same layout.
struct LayeredLayout {
    struct Box {
        var x = 0.0
        var y = 0.0
        var width: Double
        var height: Double
    }

    /// A cell in a column: a box, or a line that passes through the column.
    private struct Cell {
        /// The index of the cell's box; nil for a line that passes through the column.
        let box: Int?
        let height: Double
        /// The indices of the cells that this cell is connected to in the adjacent columns.
        var left: [Int] = []
        var right: [Int] = []
        var y = 0.0
    }

    private(set) var boxes: [Box]
    /// The points of each edge, from its first to its second box.
    private(set) var lines: [[(x: Double, y: Double)]] = []
    private(set) var width = 0.0
    private(set) var height = 0.0

    private var cells: [Cell] = []
    private var columns: [[Int]] = []
    /// The indices of each edge's cells, from left to right: the cells of its two boxes, and the cells that it passes
    /// through between them. Empty if both boxes are in the same column, or if the edge connects a box to itself.
    private var ways: [[Int]] = []
    private let edges: [(first: Int, second: Int)]

    private static let gap = 24.0
    private static let lane = 14.0
    private static let margin = 10.0

    init(sizes: [(width: Double, height: Double)], edges: [(first: Int, second: Int)]) {
        self.edges = edges
        boxes = sizes.map { Box(width: $0.width, height: $0.height) }
        let layers = LayerAssignment(nodeCount: sizes.count, edges: edges)
        widen(layers)
        makeCells(layers)
        order()
        for pass in 0..<12 { align(forward: pass % 2 == 0, isFirst: pass == 0) }
        place(layers)
        drawLines(layers)
    }

    /// Increases the boxes' heights to make room for their lines.
    private mutating func widen(_ layers: LayerAssignment) {
        var counts = [(left: Int, right: Int)](repeating: (0, 0), count: boxes.count)
        for (first, second) in edges {
            guard let from = layers.columns[first] ?? (first == second ? 0 : nil),
                let to = layers.columns[second] ?? (first == second ? 0 : nil)
            else { continue }
            if from == to {
                counts[first].right += 1
                counts[second].right += 1
            } else {
                counts[from < to ? first : second].right += 1
                counts[from < to ? second : first].left += 1
            }
        }
        for index in boxes.indices {
            let lines = max(counts[index].left, counts[index].right)
            boxes[index].height = max(boxes[index].height, Double(lines + 1) * Self.lane)
        }
    }

    private mutating func makeCells(_ layers: LayerAssignment) {
        columns = [[Int]](repeating: [], count: layers.count)
        var cellOfBox: [Int: Int] = [:]
        for (box, column) in layers.columns.enumerated() {
            guard let column else { continue }
            cellOfBox[box] = cells.count
            columns[column].append(cells.count)
            cells.append(Cell(box: box, height: boxes[box].height))
        }
        for (first, second) in edges {
            guard let from = layers.columns[first], let to = layers.columns[second], from != to,
                let start = cellOfBox[from < to ? first : second], let end = cellOfBox[from < to ? second : first]
            else {
                ways.append([])
                continue
            }
            var way = [start]
            for column in (min(from, to) + 1)..<max(from, to) {
                columns[column].append(cells.count)
                way.append(cells.count)
                cells.append(Cell(box: nil, height: 6))
            }
            way.append(end)
            for (left, right) in zip(way, way.dropFirst()) {
                cells[left].right.append(right)
                cells[right].left.append(left)
            }
            ways.append(way)
        }
    }

    // MARK: Order

    /// Orders each column's cells by the average position of the cells that they are connected to. Repeats this several
    /// times, and keeps the order with the fewest crossings.
    private mutating func order() {
        var best = columns
        var fewest = crossings()
        for pass in 0..<16 where fewest > 0 {
            var position = [Int](repeating: 0, count: cells.count)
            for column in columns { for (index, cell) in column.enumerated() { position[cell] = index } }
            let isForward = pass % 2 == 0
            for column in isForward ? Array(columns.indices.dropFirst()) : columns.indices.dropLast().reversed() {
                let keys = columns[column].map { cell -> Double in
                    let near = isForward ? cells[cell].left : cells[cell].right
                    let all = near.isEmpty ? (isForward ? cells[cell].right : cells[cell].left) : near
                    guard !all.isEmpty else { return Double(position[cell]) }
                    return Double(all.reduce(0) { $0 + position[$1] }) / Double(all.count)
                }
                let sorted = zip(columns[column], keys).enumerated().sorted {
                    ($0.element.1, $0.offset) < ($1.element.1, $1.offset)
                }
                columns[column] = sorted.map(\.element.0)
                for (index, cell) in columns[column].enumerated() { position[cell] = index }
            }
            let count = crossings()
            if count < fewest { (fewest, best) = (count, columns) }
        }
        columns = best
    }

    private func crossings() -> Int {
        var position = [Int](repeating: 0, count: cells.count)
        for column in columns { for (index, cell) in column.enumerated() { position[cell] = index } }
        return columns.reduce(0) { sum, column in
            let ends = column.flatMap { cell in cells[cell].right.map { position[$0] }.sorted() }
            // Insert into a sorted list to count the pairs that are out of order.
            var sorted: [Int] = []
            var count = 0
            for end in ends {
                var (low, high) = (0, sorted.count)
                while low < high {
                    let middle = (low + high) / 2
                    if sorted[middle] <= end { low = middle + 1 } else { high = middle }
                }
                count += sorted.count - low
                sorted.insert(end, at: low)
            }
            return sum + count
        }
    }

    // MARK: Coordinates

    /// Moves each column's cells toward the cells that they are connected to. Keeps the cells' order and minimum
    /// spacing.
    private mutating func align(forward: Bool, isFirst: Bool) {
        for column in forward ? Array(columns.indices) : columns.indices.reversed() {
            let members = columns[column]
            var offsets: [Double] = []
            var wanted: [Double] = []
            var offset = 0.0
            for (index, cell) in members.enumerated() {
                let own = cells[cell]
                let near = isFirst ? own.left : own.left + own.right
                let middle =
                    near.isEmpty
                    ? (isFirst ? offset + own.height / 2 : own.y + own.height / 2)
                    : near.reduce(0) { $0 + cells[$1].y + cells[$1].height / 2 } / Double(near.count)
                offsets.append(offset)
                wanted.append(middle - own.height / 2 - offset)
                let isBox =
                    own.box != nil || members.indices.contains(index + 1) && cells[members[index + 1]].box != nil
                offset += own.height + (isBox ? Self.gap : Self.gap / 2)
            }
            for (index, value) in Self.increasing(wanted).enumerated() {
                cells[members[index]].y = value + offsets[index]
            }
        }
    }

    /// Returns the nondecreasing sequence that is closest to the given values.
    private static func increasing(_ values: [Double]) -> [Double] {
        var blocks: [(sum: Double, count: Int)] = []
        for value in values {
            blocks.append((value, 1))
            while blocks.count > 1, let last = blocks.last,
                blocks[blocks.count - 2].sum / Double(blocks[blocks.count - 2].count) > last.sum / Double(last.count)
            {
                blocks.removeLast()
                blocks[blocks.count - 1].sum += last.sum
                blocks[blocks.count - 1].count += last.count
            }
        }
        return blocks.flatMap { [Double](repeating: $0.sum / Double($0.count), count: $0.count) }
    }

    private var lefts: [Double] = []
    private var rights: [Double] = []

    private mutating func place(_ layers: LayerAssignment) {
        let top = columns.joined().map { cells[$0].y }.min() ?? 0
        var x = Self.margin
        for column in columns.indices {
            let members = columns[column].compactMap { cells[$0].box }
            let wide = members.map { boxes[$0].width }.max() ?? 0
            lefts.append(x)
            rights.append(x + wide)
            for cell in columns[column] {
                cells[cell].y += Self.margin - top
                guard let box = cells[cell].box else { continue }
                boxes[box].x = x
                boxes[box].y = cells[cell].y
                boxes[box].width = wide
                height = max(height, boxes[box].y + boxes[box].height)
            }
            let crossing = column + 1 < columns.count ? columns[column].reduce(0) { $0 + cells[$1].right.count } : 0
            x += wide + 76 + min(44, Double(crossing) * 2)
        }
        // Lines within the last column bulge out of it.
        width = max(width, (rights.last ?? 0) + (edges.contains { isWithin($0, layers) } ? 46 : Self.margin))
        placeLonely(layers)
        height += Self.margin
    }

    private func isWithin(_ edge: (first: Int, second: Int), _ layers: LayerAssignment) -> Bool {
        layers.columns[edge.first] == layers.columns[edge.second]
    }

    /// Places the boxes without lines to other boxes in rows, below all connected boxes.
    private mutating func placeLonely(_ layers: LayerAssignment) {
        let lonely = boxes.indices.filter { layers.columns[$0] == nil }
        guard !lonely.isEmpty else { return }
        let room = max(width, min(1080, lonely.reduce(0) { $0 + boxes[$1].width + 56 }))
        var (x, y, low) = (Self.margin, height + (height > 0 ? 34 : Self.margin), 0.0)
        for box in lonely {
            let hasLoop = edges.contains { $0.first == box }
            let wide = boxes[box].width + (hasLoop ? 46 : 0)
            if x > Self.margin, x + wide > room {
                (x, y, low) = (Self.margin, y + low + Self.gap, 0)
            }
            (boxes[box].x, boxes[box].y) = (x, y)
            low = max(low, boxes[box].height)
            x += wide + Self.gap
            width = max(width, x - Self.gap + Self.margin)
        }
        height = y + low
    }

    // MARK: Lines

    private mutating func drawLines(_ layers: LayerAssignment) {
        var ports: [Int: [(edge: Int, isFirst: Bool, toward: Double)]] = [:]
        // Number the sides of the boxes: box `i` has the left side `2 * i` and the right side `2 * i + 1`.
        func middle(_ box: Int) -> Double { boxes[box].y + boxes[box].height / 2 }
        for (index, edge) in edges.enumerated() {
            let way = ways[index]
            if way.isEmpty {
                ports[edge.first * 2 + 1, default: []].append((index, true, middle(edge.second)))
                ports[edge.second * 2 + 1, default: []].append((index, false, middle(edge.first)))
                continue
            }
            let isForward = cells[way[0]].box == edge.first
            let (start, end) = isForward ? (edge.first, edge.second) : (edge.second, edge.first)
            let (next, last) = (cells[way[1]], cells[way[way.count - 2]])
            ports[start * 2 + 1, default: []].append((index, isForward, next.y + next.height / 2))
            ports[end * 2, default: []].append((index, !isForward, last.y + last.height / 2))
        }
        var ends = [(first: (x: Double, y: Double), second: (x: Double, y: Double))](
            repeating: ((0, 0), (0, 0)), count: edges.count)
        for (side, list) in ports {
            let box = boxes[side / 2]
            let x = side % 2 == 0 ? box.x : box.x + box.width
            let sorted = list.sorted {
                ($0.toward, $0.edge, $0.isFirst ? 0 : 1) < ($1.toward, $1.edge, $1.isFirst ? 0 : 1)
            }
            for (index, port) in sorted.enumerated() {
                let y = box.y + box.height * Double(index + 1) / Double(list.count + 1)
                if port.isFirst { ends[port.edge].first = (x, y) } else { ends[port.edge].second = (x, y) }
            }
        }
        for (index, edge) in edges.enumerated() {
            let (first, second) = ends[index]
            let isForward = ways[index].first.map { cells[$0].box == edge.first } ?? true
            var points: [(x: Double, y: Double)] = []
            for cell in ways[index].dropFirst().dropLast() {
                guard let column = columns.firstIndex(where: { $0.contains(cell) }) else { continue }
                let y = cells[cell].y + cells[cell].height / 2
                points += [(lefts[column], y), (rights[column], y)]
            }
            lines.append([first] + (isForward ? points : points.reversed()) + [second])
        }
    }
}
