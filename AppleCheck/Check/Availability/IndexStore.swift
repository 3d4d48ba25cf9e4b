import CIndexStore
import Foundation

/// A reader for the compiler's index of the symbols that files use.
final class IndexStore {
    /// A use of a symbol.
    struct Use {
        /// The symbol's identifier, which is unique among all modules (USR).
        let symbol: String
        /// The symbol's name without its context.
        let name: String
        let line, column: Int
        /// Whether the symbol's name is in the source, as opposed to an implicit use that the compiler adds.
        let isReference: Bool
    }

    private let library: IndexLibrary
    private let store: UnsafeMutableRawPointer

    /// Opens the index store of a compilation.
    init(_ path: String, library: IndexLibrary) throws {
        self.library = library
        var error: UnsafeMutableRawPointer?
        guard let store = library.createStore(path, &error) else { throw library.failure("open \(path)", error) }
        self.store = store
    }

    deinit { library.disposeStore(store) }

    /// Returns the uses in each file, keyed by the file's path. Throws ``CheckFailure`` if the index can't be read.
    func uses() throws -> [String: [Use]] {
        let names = Box<[String]>([])
        _ = library.units(store, 1, names.context) { context, name in
            Box<[String]>.at(context).value.append(text(name))
            return true
        }
        var uses: [String: [Use]] = [:]
        for name in names.value {
            var error: UnsafeMutableRawPointer?
            guard let unit = library.createUnit(store, name, &error) else {
                throw library.failure("read \(name)", error)
            }
            defer { library.disposeUnit(unit) }
            uses[text(library.mainFile(unit)), default: []] += try records(of: unit).flatMap(self.uses(inRecord:))
        }
        return uses
    }

    private func records(of unit: UnsafeMutableRawPointer) -> [String] {
        let records = Box<(library: IndexLibrary, names: [String])>((library, []))
        _ = library.dependencies(unit, records.context) { context, dependency in
            let records = Box<(library: IndexLibrary, names: [String])>.at(context)
            if records.value.library.kind(dependency) == 2 {
                records.value.names.append(text(records.value.library.dependencyName(dependency)))
            }
            return true
        }
        return records.value.names
    }

    private func uses(inRecord name: String) throws -> [Use] {
        var error: UnsafeMutableRawPointer?
        guard let record = library.createRecord(store, name, &error) else {
            throw library.failure("read \(name)", error)
        }
        defer { library.disposeRecord(record) }
        let uses = Box<(library: IndexLibrary, uses: [Use])>((library, []))
        _ = library.occurrences(record, uses.context) { context, occurrence in
            let uses = Box<(library: IndexLibrary, uses: [Use])>.at(context)
            let library = uses.value.library
            guard let symbol = library.symbol(occurrence) else { return true }
            var line: UInt32 = 0
            var column: UInt32 = 0
            library.place(occurrence, &line, &column)
            uses.value.uses.append(
                Use(
                    symbol: text(library.identifier(symbol)), name: text(library.name(symbol)),
                    line: Int(line), column: Int(column),
                    isReference: library.roles(occurrence) & 0b1_0000_0100 == 0b100))
            return true
        }
        return uses.value.uses
    }

    /// A value that a C function's context points to.
    private final class Box<Value> {
        var value: Value

        init(_ value: Value) { self.value = value }

        var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

        static func at(_ context: UnsafeMutableRawPointer?) -> Box {
            guard let context else { preconditionFailure("the index library didn't pass the context") }
            return Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
        }
    }
}

private func text(_ string: IndexString) -> String {
    guard let data = string.data else { return "" }
    return String(decoding: UnsafeRawBufferPointer(start: data, count: string.length), as: UTF8.self)
}

/// The toolchain's library for index stores, with the functions that the check needs.
final class IndexLibrary: @unchecked Sendable {
    let createStore: IndexStoreCreate
    let disposeStore, disposeUnit, disposeRecord: IndexDispose
    let errorText: IndexErrorText
    let units: IndexUnits
    let createUnit, createRecord: IndexReaderCreate
    let mainFile, dependencyName, identifier, name: IndexText
    let dependencies, occurrences: IndexElements
    let kind: IndexKind
    let symbol: IndexSymbol
    let roles: IndexRoles
    let place: IndexPlace

    /// Loads a toolchain's library.
    init(_ toolchain: Toolchain) throws {
        let path = toolchain.root + "/lib/libIndexStore.so"
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw CheckFailure("can't load \(path): \(String(cString: dlerror()))")
        }
        func function<Function>(_ name: String, as type: Function.Type) throws -> Function {
            guard let address = dlsym(library, "indexstore_" + name) else {
                throw CheckFailure("\(path) has no function indexstore_\(name): its interface has changed")
            }
            return unsafeBitCast(address, to: type)
        }
        createStore = try function("store_create", as: IndexStoreCreate.self)
        disposeStore = try function("store_dispose", as: IndexDispose.self)
        errorText = try function("error_get_description", as: IndexErrorText.self)
        units = try function("store_units_apply_f", as: IndexUnits.self)
        createUnit = try function("unit_reader_create", as: IndexReaderCreate.self)
        disposeUnit = try function("unit_reader_dispose", as: IndexDispose.self)
        mainFile = try function("unit_reader_get_main_file", as: IndexText.self)
        dependencies = try function("unit_reader_dependencies_apply_f", as: IndexElements.self)
        kind = try function("unit_dependency_get_kind", as: IndexKind.self)
        dependencyName = try function("unit_dependency_get_name", as: IndexText.self)
        createRecord = try function("record_reader_create", as: IndexReaderCreate.self)
        disposeRecord = try function("record_reader_dispose", as: IndexDispose.self)
        occurrences = try function("record_reader_occurrences_apply_f", as: IndexElements.self)
        symbol = try function("occurrence_get_symbol", as: IndexSymbol.self)
        roles = try function("occurrence_get_roles", as: IndexRoles.self)
        place = try function("occurrence_get_line_col", as: IndexPlace.self)
        identifier = try function("symbol_get_usr", as: IndexText.self)
        name = try function("symbol_get_name", as: IndexText.self)
    }

    func failure(_ action: String, _ error: UnsafeMutableRawPointer?) -> CheckFailure {
        CheckFailure("can't \(action): \(error.flatMap(errorText).map { String(cString: $0) } ?? "unknown error")")
    }
}
