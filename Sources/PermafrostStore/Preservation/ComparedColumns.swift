import PermafrostModel

/// The columns to compare for one entity's rows in two stores, with the allowed differences.
package struct ComparedColumns {
    /// A leaf attribute that both models have, with its column in each store.
    package struct Pair {
        package var path: String
        package var before: (attribute: Attribute, column: String)
        package var after: (attribute: Attribute, column: String)
        package var isElement: Bool
        /// The values that a migration may write to rows where the old value was nil. Empty unless the property changed
        /// from optional to required.
        package var replacements: [DefaultCell]
        /// The old values, in addition to NULL, that the migration may replace. Nil if the test doesn't expect the
        /// property to be filled.
        package var fillable: [DefaultCell]?
    }

    /// A leaf attribute whose values aren't compared with old values, because only the new model has the attribute or
    /// because the test expects its values to change.
    package struct AddedAttribute {
        package var path: String
        package var attribute: Attribute
        package var column: String
        package var isElement: Bool
        /// The allowed values, or nil for any value. A required property must have a value in both cases.
        package var allowed: [DefaultCell]?
    }

    /// A leaf attribute that only the old model has, because a case was removed from an enum. A row with a value for
    /// the attribute is reported as changed.
    package struct RemovedAttribute {
        package var path: String
        package var attribute: Attribute
        package var column: String
    }

    /// The name of the old entity.
    package let source: String
    /// The name of the new entity.
    package let name: String
    package private(set) var pairs: [Pair] = []
    package private(set) var new: [AddedAttribute] = []
    package private(set) var gone: [RemovedAttribute] = []
    /// The unexpected differences between the models, such as a removed property.
    package private(set) var problems: [DataDiff.Difference] = []

    private let old: StoreLayout
    private let current: StoreLayout
    private let expectations: Expectations
    private let defaults: DeclaredDefaults

    package init(
        _ name: String, from source: String, continuity: ModelContinuity, old: StoreLayout, current: StoreLayout,
        expectations: Expectations, defaults: DeclaredDefaults
    ) {
        self.source = source
        self.name = name
        self.old = old
        self.current = current
        self.expectations = expectations
        self.defaults = defaults
        for property in continuity.after.properties(of: name) {
            guard case .attribute(let attribute) = property, !attribute.isTransient, attribute.derivation == nil else {
                continue
            }
            add(attribute, continuity)
        }
        let kept = Set(continuity.propertySource.filter { $0.key.entity == name }.values)
        for property in continuity.before.properties(of: source) {
            guard case .attribute(let attribute) = property, !attribute.isTransient, attribute.derivation == nil else {
                continue
            }
            let place = ModelContinuity.Place(entity: source, property: attribute.name)
            if !kept.contains(place), !expectations.removed.contains(place.path) {
                problem(.removal, place.path, attribute.summary, nil)
            }
        }
    }

    private mutating func add(_ attribute: Attribute, _ continuity: ModelContinuity) {
        let place = ModelContinuity.Place(entity: name, property: attribute.name)
        guard let from = continuity.propertySource[place] else {
            let cells = expectations.added.contains(place.path) ? nil : defaults.cells(of: place)
            addNew(attribute, [attribute.name], cells)
            return
        }
        if expectations.declares([place.path, from.path], in: expectations.changed) {
            addNew(attribute, [attribute.name], nil)
        } else if let previous = continuity.before.attribute(at: from) {
            pair(previous, [previous.name], attribute, [attribute.name])
        } else {
            problem(.retyping, place.path, "a relationship", attribute.summary)
        }
    }

    private mutating func addNew(
        _ attribute: Attribute, _ path: [String], _ cells: [[String]: [DefaultCell]]?
    ) {
        guard attribute.type != .composite else {
            for element in attribute.elements { addNew(element, path + [element.name], cells) }
            return
        }
        guard let column = current.column(of: name, at: path) else { return }
        new.append(
            AddedAttribute(
                path: text(path), attribute: attribute, column: column, isElement: path.count > 1,
                allowed: cells.map { $0[path] ?? [.value(.null)] }))
    }

    private mutating func pair(
        _ previous: Attribute, _ previousPath: [String], _ attribute: Attribute, _ path: [String]
    ) {
        switch (previous.type == .composite, attribute.type == .composite) {
        case (true, true): pairElements(previous, previousPath, attribute, path)
        case (false, false) where previous.type.family == attribute.type.family:
            guard let left = old.column(of: source, at: previousPath), let right = current.column(of: name, at: path)
            else { return }
            let becomesRequired = previous.isOptional && !attribute.isOptional
            let place = ModelContinuity.Place(entity: name, property: path[0])
            let isFilled = expectations.declares([place.path, "\(source).\(previousPath[0])"], in: expectations.filled)
            let cells = becomesRequired || isFilled ? defaults.cells(of: place)[path] ?? [] : []
            pairs.append(
                Pair(
                    path: text(path), before: (previous, left), after: (attribute, right), isElement: path.count > 1,
                    replacements: becomesRequired ? cells : [], fillable: isFilled ? cells : nil))
        default:
            problem(.retyping, text(path), previous.summary, attribute.summary)
        }
    }

    private mutating func pairElements(
        _ previous: Attribute, _ previousPath: [String], _ attribute: Attribute, _ path: [String]
    ) {
        var matched: Set<String> = []
        for element in attribute.elements {
            let elementPath = path + [element.name]
            let match = previous.elements.first { old in
                // For an enum, the element for the raw value has the property's old or new name.
                old.name == element.name || old.name == previous.name && element.name == attribute.name
            }
            let isDeclared = expectations.declares([text(elementPath)], in: expectations.changed)
            if let match {
                matched.insert(match.name)
                if isDeclared {
                    addNew(element, elementPath, nil)
                } else {
                    pair(match, previousPath + [match.name], element, elementPath)
                }
            } else {
                let added = expectations.added.contains(text(elementPath))
                var cells = defaults.cells(of: ModelContinuity.Place(entity: name, property: path[0]))
                for leaf in cells.keys where leaf.starts(with: elementPath) { cells[leaf]?.append(.value(.null)) }
                addNew(element, elementPath, added ? nil : cells)
            }
        }
        for element in previous.elements where !matched.contains(element.name) {
            let elementPath = ([source] + previousPath + [element.name]).joined(separator: ".")
            guard !expectations.removed.contains(elementPath) else { continue }
            if previous.isEnumeration, let column = old.column(of: source, at: previousPath + [element.name]) {
                gone.append(RemovedAttribute(path: elementPath, attribute: element, column: column))
            } else {
                problem(.removal, elementPath, element.summary, nil)
            }
        }
    }

    private func text(_ path: [String]) -> String { ([name] + path).joined(separator: ".") }

    private mutating func problem(
        _ kind: DataDiff.Difference.Kind, _ path: String, _ before: String?, _ after: String?
    ) {
        problems.append(.init(kind: kind, path: path, row: nil, before: before, after: after))
    }
}
