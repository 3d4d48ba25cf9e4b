import Foundation
import SwiftData

/// An array of structs and a dictionary of integers, with a composite of settings.
enum PlayerSchemaV9: VersionedSchema {
    static let versionIdentifier = Schema.Version(9, 0, 0)
    static var models: [any PersistentModel.Type] {
        [
            Playlist.self, PlaylistFile.self, Tag.self, AppStateModel.self, GlobalSettings.self, SchemaMarker.self,
        ]
    }

    struct FilterState: Codable {
        var selectedTags: [String] = []
        var filterMode: FilterMode = .every
        var serviceFilter: ServiceFilter?
    }

    struct SavedSearch: Codable {
        var id: UUID
        var tags: [String]
        var mode: FilterMode
        var resumeSortOrder: Int?
    }

    enum FilterMode: String, Codable { case every, some }
    enum ServiceFilter: String, Codable { case local }

    @Model final class Playlist {
        var id: UUID = UUID()
        var name: String = ""
        var folderBookmark: Data = Data()
        var folderPath: String = ""
        var mediaType: PlayerMediaType = PlayerMediaType.video
        var sortOrder: Int = 0
        var currentFileID: UUID?
        var playbackState: PlayerPlaybackState = PlayerPlaybackState.stopped
        var createdAt: Date = Date()
        var preferences: PlayerPreferences = PlayerPreferences()
        var filterState: FilterState = FilterState()
        var savedSearches: [SavedSearch] = []
        var unfilteredResumeSortOrder: Int?
        var tagFrequency: [String: Int] = [:]
        @Relationship(deleteRule: .cascade, inverse: \PlaylistFile.playlist) var files: [PlaylistFile] = []

        init() {}
    }

    @Model final class PlaylistFile {
        var playlist: Playlist?
        @Relationship(inverse: \Tag.files) var tags: [Tag] = []

        init() {}
    }

    @Model final class Tag {
        @Attribute(.unique) var normalizedName: String = ""
        var name: String = ""
        @Relationship var files: [PlaylistFile] = []

        init() {}
    }

    @Model final class AppStateModel {
        var lastManagedVideoPlaylistId: UUID?
        var lastManagedImagePlaylistId: UUID?
        var audioChannelPlaylistId: UUID?
        var managerScopeRaw: String?
        var windowFrame: Data?

        init() {}
    }

    @Model final class GlobalSettings {
        var defaultSlideshowInterval: TimeInterval = 5
        var defaultFilePositionPersistence: Bool = false
        var defaultImageFitMode: PlayerImageFitMode = PlayerImageFitMode.fit

        init() {}
    }

    @Model final class SchemaMarker {
        var generation: Int = 0

        init() {}
    }
}

/// The saved searches are models, and only the dictionary is left.
enum PlayerSchemaV10: VersionedSchema {
    static let versionIdentifier = Schema.Version(10, 0, 0)
    static var models: [any PersistentModel.Type] {
        [Playlist.self, PlaylistFile.self, TagFilter.self, SavedSearch.self]
    }

    @Model final class Playlist {
        var id: UUID = UUID()
        var name: String = ""
        var folderBookmark: Data = Data()
        var folderPath: String = ""
        var mediaType: PlayerMediaType = PlayerMediaType.video
        var sortOrder: Int = 0
        var currentFileID: UUID?
        var playbackState: PlayerPlaybackState = PlayerPlaybackState.stopped
        var createdAt: Date = Date()
        var preferences: PlayerPreferences = PlayerPreferences()
        var serviceFilterRaw: String?
        var unfilteredResumeSortOrder: Int?
        var tagFrequency: [String: Int] = [:]
        @Relationship(deleteRule: .cascade, inverse: \TagFilter.playlist) var currentFilter: TagFilter?
        @Relationship(deleteRule: .cascade, inverse: \SavedSearch.playlist) var savedSearches: [SavedSearch] = []
        @Relationship(deleteRule: .cascade, inverse: \PlaylistFile.playlist) var files: [PlaylistFile] = []

        init() {}
    }

    @Model final class PlaylistFile {
        var playlist: Playlist?

        init() {}
    }

    @Model final class TagFilter {
        var mustHaveAll: [String] = []
        var mustHaveAny: [String] = []
        var mustNotHaveAll: [String] = []
        var mustNotHaveAny: [String] = []
        var playlist: Playlist?
        @Relationship(inverse: \SavedSearch.filter) var savedSearch: SavedSearch?

        init() {}
    }

    @Model final class SavedSearch {
        var name: String = ""
        var listOrder: Int = 0
        var resumeSortOrder: Int?
        @Relationship(deleteRule: .cascade) var filter: TagFilter?
        var playlist: Playlist?

        init() {}
    }
}

struct PlayerPreferences: Codable {
    var volume: Float = 1
    var slideshowEnabled: Bool = false
    var slideshowInterval: TimeInterval?
    var imageFitMode: PlayerImageFitMode?
    var filePositionPersistence: Bool?
    var viewMode: PlayerViewMode = .list
    var galleryMinItemWidth: Double?
}

enum PlayerMediaType: String, Codable { case video, image }
enum PlayerPlaybackState: String, Codable { case stopped, playing }
enum PlayerImageFitMode: String, Codable { case fit, fill }
enum PlayerViewMode: String, Codable { case list, grid }
