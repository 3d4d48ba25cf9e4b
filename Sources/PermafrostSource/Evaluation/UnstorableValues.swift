import PermafrostModel

/// The parts of a property's type that Apple's framework rejects.
///
/// The framework decomposes enums and structs into members, rejects members that it has no column for, and encodes each
/// value by name. The rules are based on developers' reports and aren't verified.
struct UnstorableValues {
    private let resolver: TypeResolver
    private var table: DeclarationTable { resolver.table }

    init(resolver: TypeResolver) {
        self.resolver = resolver
    }

    private struct Walk {
        /// The types that enclose the current part, as indexes of their nodes.
        var open: Set<Int> = []
        /// The limit for the number of visited parts. The number can grow exponentially: it doubles with each
        /// declaration if an enum has two associated values of a second enum, which has two associated values of a
        /// third enum, and so on.
        var bound = SizeBound()
        /// The rejected parts, with their paths and types.
        var rejected: [(path: [String], type: String, reason: UnstorableValue, location: SourceLocation)] =
            []
        /// Whether a struct has a stored property without a coding key.
        var hasUnkeyedMember = false
        /// Whether a struct has coding keys that can't be read.
        var hasUnreadKeys = false

        mutating func report(
            _ path: [String], _ type: String, _ reason: UnstorableValue, _ location: SourceLocation
        ) {
            rejected.append((path, type, reason, location))
        }
    }

    /// A part of a property's value, such as a struct's member.
    private struct Part {
        var path: [String]
        var location: SourceLocation
        /// Whether the part is inside a struct or enum.
        var isInside = true
        /// Whether the enclosing types encode the part unchanged. If false, the part's type doesn't have to be
        /// `Codable`.
        var isEncoded: Bool
    }

    /// The result of searching a property's type for rejected parts.
    struct Found {
        /// The issues about the rejected parts, each with the location of the part's declaration or of the code that
        /// causes the rejection.
        var issues: [SourceIssue] = []
        /// Whether a struct has a stored property without a coding key, which Permafrost assumes to have a column.
        var hasUnkeyedMember = false
        /// Whether a struct has coding keys that can't be read. Permafrost assumes that all its properties have a key
        /// (`HashRule.unreadKeys`).
        var hasUnreadKeys = false
    }

    /// Returns the rejected parts of a property that is stored field by field.
    func found(in property: String, _ type: ResolvedType, of model: String, at location: SourceLocation) -> Found {
        var walk = Walk()
        visit(type, Part(path: [model, property], location: location, isInside: false, isEncoded: true), &walk)
        return Found(
            issues: walk.rejected.map { rejected in
                SourceIssue(
                    .unstorable(
                        model: model, property: property, path: rejected.path.joined(separator: "."),
                        type: rejected.type, rejected.reason),
                    severity: .warning, at: rejected.location)
            }, hasUnkeyedMember: walk.hasUnkeyedMember, hasUnreadKeys: walk.hasUnreadKeys)
    }

    private func visit(_ type: ResolvedType, _ part: Part, _ walk: inout Walk) {
        guard walk.bound.take(1) else { return }
        let inner = type.unwrapped.type
        switch inner {
        case .node(let node): visit(node, part, &walk)
        case .set where part.isInside:
            walk.report(part.path, inner.text(in: table), .unexpected("Builtin.BridgeObject"), part.location)
        case .opaque(let name): visit(foreign: name, part, &walk)
        case .scalar, .optional, .array, .set, .dictionary, .tuple, .ambiguous, .circular, .generic: return
        }
    }

    private func visit(_ node: Int, _ part: Part, _ walk: inout Walk) {
        guard let declared = resolver.lookup.activeDeclaration(of: node), walk.open.insert(node).inserted else {
            return
        }
        defer { walk.open.remove(node) }
        let declaration = table.type(declared)
        let isClass = declaration.kind == .classType || declaration.kind == .actor
        if isClass, part.isInside, !resolver.isModel(node) {
            walk.report(part.path, table.nodes[node].path, .classInside(table.nodes[node].name), part.location)
        }
        if declaration.kind == .protocolType, part.isInside, !part.isEncoded {
            walk.report(part.path, table.nodes[node].path, .maybeClass, part.location)
        }
        guard part.path.count < 16 else { return }
        switch declaration.kind {
        case .structure:
            let coding = TypeCoding(of: node, resolver: resolver)
            // A struct with a raw value is read and written through the raw value, with code that isn't known.
            if part.isEncoded, !resolver.holdsRawRepresentable(.node(node)) { judge(coding, of: node, part, &walk) }
            visitMembers(of: declaration, declared, coding, part, &walk)
        case .enumeration where resolver.rawValues(of: node).type == nil:
            if part.isEncoded, !resolver.rawValues(of: node).isOwn {
                judge(TypeCoding(of: node, resolver: resolver), of: node, part, &walk)
            }
            visitCases(of: declaration, declared, part, &walk)
        case .enumeration, .classType, .actor, .protocolType, .extensionOf: return
        }
    }

    private func visitMembers(
        of declaration: ParsedType, _ declared: DeclarationPart, _ coding: TypeCoding, _ part: Part,
        _ walk: inout Walk
    ) {
        let scope = LookupScope(file: declared.file, type: declared.type)
        if case .unknown = coding.keys { walk.hasUnreadKeys = true }
        for member in resolver.storedValues(of: declaration, declared) {
            let isEncoded = coding.encodes(member.name)
            if !coding.hasKey(member.name) { walk.hasUnkeyedMember = true }
            let inner = Part(
                path: part.path + [member.name], location: table.files[declared.file].location(member.offset),
                isEncoded: part.isEncoded && isEncoded)
            visitWrappers(of: member, scope, inner, &walk)
            if let type = resolver.declaredType(of: member, in: scope) {
                visit(type, in: declaration, inner, &walk)
            } else if !isEncoded {
                walk.report(inner.path, "", .unreadType, inner.location)
            }
        }
    }

    /// Visits the type of a member or an associated value. If it is a generic parameter, it may be a class, so the part
    /// is reported unless it is encoded.
    private func visit(_ type: ResolvedType, in declaration: ParsedType, _ part: Part, _ walk: inout Walk) {
        guard case .opaque(let name) = type.unwrapped.type, declaration.generics.contains(name) else {
            return visit(type, part, &walk)
        }
        if !part.isEncoded { walk.report(part.path, name, .maybeClass, part.location) }
    }

    /// Reports the property wrappers of a member if they are classes, because the struct stores the wrapper and not the
    /// wrapped value.
    private func visitWrappers(
        of member: ParsedValue, _ scope: LookupScope, _ part: Part, _ walk: inout Walk
    ) {
        for attribute in member.attributes where resolver.lookup.isActive(attribute.conditions, in: scope.file) {
            guard case .node(let node) = resolver.resolve(.name(attribute.name), from: scope),
                resolver.kind(of: node) == .classType
            else { continue }
            walk.report(part.path, table.nodes[node].path, .classInside(table.nodes[node].name), part.location)
        }
    }

    private func visitCases(
        of declaration: ParsedType, _ declared: DeclarationPart, _ part: Part, _ walk: inout Walk
    ) {
        let scope = LookupScope(file: declared.file, type: declared.type)
        for enumCase in declaration.cases where resolver.lookup.isActive(enumCase.conditions, in: declared.file) {
            for value in enumCase.associated {
                visit(
                    resolver.resolve(value.type, from: scope), in: declaration,
                    Part(
                        path: part.path + [enumCase.name] + (value.label.map { [$0] } ?? []),
                        location: table.files[declared.file].location(enumCase.offset), isEncoded: part.isEncoded),
                    &walk)
            }
        }
    }

    /// Visits a type that the project doesn't declare.
    private func visit(foreign name: String, _ part: Part, _ walk: inout Walk) {
        let names = name.prefix { $0 != "<" }.split(separator: ".").map(String.init)
        let isOfFramework = names.count == 1 || names.count == 2 && FrameworkModules.names.contains(names[0])
        let plain = isOfFramework ? names.last ?? name : name
        if let reason = UnstorableValues.FrameworkTypes.rejected[plain] {
            if reason != .unkeyed || part.isEncoded { walk.report(part.path, name, reason, part.location) }
        } else if part.isInside, UnstorableValues.FrameworkTypes.classes.contains(plain) {
            walk.report(part.path, name, .classInside(plain), part.location)
        } else if part.isInside, !part.isEncoded, !UnstorableValues.FrameworkTypes.values.contains(plain),
            AttributeMapping.isForeign(name)
        {
            walk.report(part.path, name, .maybeClass, part.location)
        }
    }

    // MARK: Own code

    /// Reports a type whose own code doesn't encode its values by name, at the call that requests the container.
    private func judge(_ coding: TypeCoding, of node: Int, _ part: Part, _ walk: inout Walk) {
        for own in [coding.encoder, coding.decoder].compactMap({ $0 }) {
            guard let (code, offset) = container(of: own.coder, in: node, depth: 0) else { continue }
            walk.report(
                part.path, table.nodes[node].path, .ownCode(code), table.files[own.file].location(offset))
            return
        }
    }

    /// Returns the unkeyed or single-value container that a type's own code requests, or an unknown container, with the
    /// call's offset. Returns nil if the code requests a keyed container or no container.
    private func container(
        of coder: ParsedCoder, in node: Int, depth: Int
    ) -> (UnstorableValue.OwnCode, offset: Int32)? {
        var containers = coder.containers
        var unfollowed = coder.unfollowed
        for delegate in coder.delegates {
            if let kind = container(ofMember: delegate.member, in: node, depth: depth) {
                containers.append(.init(kind: kind, offset: delegate.offset))
            } else {
                unfollowed = unfollowed ?? delegate.offset
            }
        }
        let plain = containers.filter { $0.kind != .keyed }
        guard let other = plain.first(where: { $0.kind == .unkeyed }) ?? plain.first else {
            return unfollowed.map { (.unknown, $0) }
        }
        if let keyed = containers.first(where: { $0.kind == .keyed }) {
            // If a decoder asks for a keyed container first, it gets a keyed container.
            if coder.direction == .decoding, keyed.offset < other.offset { return nil }
            return (.unknown, other.offset)
        }
        return (other.kind == .unkeyed ? .unkeyed : .singleValue, other.offset)
    }

    /// Returns the container that a member encodes itself in, or nil if the container isn't known.
    private func container(
        ofMember name: String, in node: Int, depth: Int
    ) -> CoderContainer.Kind? {
        guard depth < 8, let declared = resolver.lookup.activeDeclaration(of: node),
            let member = resolver.storedValues(of: table.type(declared), declared).first(where: { $0.name == name }),
            let type = resolver.declaredType(
                of: member, in: LookupScope(file: declared.file, type: declared.type))
        else { return nil }
        switch type {
        case .scalar: return .singleValue
        case .array, .set: return .unkeyed
        case .dictionary(.scalar("String"), _), .dictionary(.scalar("Int"), _): return .keyed
        case .node(let inner):
            guard resolver.kind(of: inner) == .structure else { return nil }
            let coding = TypeCoding(of: inner, resolver: resolver)
            guard let encoder = coding.encoder?.coder else { return coding.mayBeGenerated ? nil : .keyed }
            switch container(of: encoder, in: inner, depth: depth + 1)?.0 {
            case .unkeyed: return .unkeyed
            case .singleValue: return .singleValue
            case .unknown: return nil
            case nil: return encoder.containers.isEmpty ? nil : .keyed
            }
        case .optional, .dictionary, .tuple, .opaque, .ambiguous, .circular, .generic: return nil
        }
    }
}

extension UnstorableValues {
    enum FrameworkTypes {
        /// The types that are rejected, with the reason that the framework reports.
        static let rejected: [String: UnstorableValue] = [
            "DateComponents": .unexpected("_CalendarProtocol"), "Measurement": .classInside("NSUnit"),
            "PersistentIdentifier": .classInside("NSManagedObjectID"),
            "CGRect": .unkeyed, "CGPoint": .unkeyed, "CGSize": .unkeyed, "AttributedString": .unkeyed,
        ]

        /// The names of framework classes that structs often contain.
        static let classes: Set<String> = [
            "PassthroughSubject", "CurrentValueSubject", "AnyCancellable", "ObservableObjectPublisher", "NSObject",
            "NSCache", "NSLock", "NSRecursiveLock", "NSCondition", "NSString", "NSMutableString", "NSNumber", "NSDate",
            "NSData", "NSMutableData", "NSArray", "NSMutableArray", "NSDictionary", "NSMutableDictionary", "NSSet",
            "NSMutableSet", "NSAttributedString", "NSMutableAttributedString", "NSURL", "NSUUID", "NSError",
            "NSPredicate", "NSRegularExpression", "NSKeyValueObservation", "NSManagedObject", "NSManagedObjectID",
            "NSManagedObjectContext", "NSPersistentContainer", "NSImage", "NSColor", "NSFont", "UIImage", "UIColor",
            "UIFont", "UIView", "UIViewController", "DateFormatter", "NumberFormatter", "ISO8601DateFormatter",
            "RelativeDateTimeFormatter", "DateComponentsFormatter", "DateIntervalFormatter", "ByteCountFormatter",
            "MeasurementFormatter", "PersonNameComponentsFormatter", "ListFormatter", "JSONEncoder", "JSONDecoder",
            "PropertyListEncoder", "PropertyListDecoder", "FileManager", "FileHandle", "UserDefaults", "Bundle",
            "NotificationCenter", "URLSession", "URLSessionTask", "URLSessionDataTask", "URLCache", "Timer",
            "Progress", "OperationQueue", "Operation", "BlockOperation", "Thread", "ProcessInfo", "UndoManager",
            "DispatchQueue", "DispatchGroup", "DispatchSemaphore", "DispatchWorkItem", "CLLocation",
            "CLLocationManager", "CLGeocoder", "CLPlacemark", "MKMapItem", "MKPlacemark", "ModelContext",
            "ModelContainer", "AVPlayer", "AVAudioPlayer", "Unit", "Dimension",
        ]

        /// The names of framework types that are known to be structs or enums, and therefore aren't reported as
        /// possible classes.
        static let values: Set<String> = [
            "Locale", "TimeZone", "Calendar", "IndexPath", "IndexSet", "CharacterSet", "Range", "ClosedRange",
            "Duration", "Character", "Substring", "StaticString", "Color", "Font", "Image", "Angle", "Logger",
            "AnyHashable", "URLRequest", "URLComponents", "DateInterval", "PersonNameComponents", "SIMD2", "SIMD3",
            "Notification", "Result", "KeyValuePairs", "LocalizedStringKey", "LocalizedStringResource", "UnitPoint",
        ]
    }
}

extension AttributeMapping {
    /// Returns whether a type of another module has stored properties that Permafrost doesn't know.
    fileprivate static func isForeign(_ name: String) -> Bool {
        SwiftType.opaque(name).opened == .opaque(name)
    }
}
