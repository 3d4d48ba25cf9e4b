import Foundation
import SwiftData

/// Seven models without a single `@Relationship`, and one `CGFloat`.
enum ScorebookSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] {
        [
            Atbat.self, Game.self, Team.self, Player.self, Lineup.self, Pitcher.self,
            TeamCreationOperationEvidenceRecord.self,
        ]
    }

    @Model final class Atbat {
        var ident: UUID = UUID()
        var result: String = ""
        var maxbase: String = ""
        var outAt: String = ""
        var playRec: String = ""
        var batOrder: Int = 0
        var seq: Int = 0
        var col: Int = 0
        var rbis: Int = 0
        var outs: Int = 0
        var sacFly: Int = 0
        var sacBunt: Int = 0
        var stolenBases: Int = 0
        var earnedRun: Bool = false
        var endOfInning: Bool = false
        var inning: CGFloat = 0
        var game: Game
        var team: Team
        var player: Player

        init(game: Game, team: Team, player: Player) {
            self.game = game
            self.team = team
            self.player = player
        }
    }

    @Model final class Game {
        var ident: UUID = UUID()
        var date: String = ""
        var location: String = ""
        var highLights: String = ""
        var hscore: Int = 0
        var vscore: Int = 0
        var numInnings: Int = 0
        var everyOneHits: Bool = false
        var vteam: Team?
        var hteam: Team?
        var players: [Player] = []
        var atbats: [Atbat] = []
        var lineups: [Lineup] = []
        var pitchers: [Pitcher] = []
        var replaced: [Player] = []
        var incomings: [Player] = []

        init() {}
    }

    @Model final class Team {
        var ident: UUID = UUID()
        var name: String = ""
        var coach: String = ""
        var details: String = ""
        @Attribute(.externalStorage) var logo: Data?
        var players: [Player] = []
        var games: [Game] = []

        init() {}
    }

    @Model final class Player {
        var identifier: UUID = UUID()
        var name: String = ""
        var number: String = ""
        var position: String = ""
        var batDir: String = ""
        var batOrder: Int = 0
        @Attribute(.externalStorage) var photo: Data?
        var team: Team?
        var atbat: [Atbat] = []

        init() {}
    }

    @Model final class Lineup {
        var ident: UUID = UUID()
        var everyoneHits: Bool = false
        var inning: Int = 0
        var game: Game
        var team: Team
        var players: [Player] = []

        init(game: Game, team: Team) {
            self.game = game
            self.team = team
        }
    }

    @Model final class Pitcher {
        var ident: UUID = UUID()
        var startInn: Int = 0
        var sOuts: Int = 0
        var sBats: Int = 0
        var endInn: Int = 0
        var eOuts: Int = 0
        var eBats: Int = 0
        var strikeOuts: Int = 0
        var walks: Int = 0
        var hits: Int = 0
        var runs: Int = 0
        var won: Bool = false
        var player: Player
        var team: Team
        var game: Game

        init(player: Player, team: Team, game: Game) {
            self.player = player
            self.team = team
            self.game = game
        }
    }

    @Model final class TeamCreationOperationEvidenceRecord {
        @Attribute(.unique) var operationIdentity: String = ""
        var requestFingerprint: String = ""
        var phase: String = ""
        var completionProof: String = ""
        var finalDisposition: String = ""
        var retryClassification: String = ""
        var diagnosticCodesStorage: String = ""
        var source: String = ""
        var targetTeamIdentity: UUID = UUID()
        var reviewRequired: Bool = false
        var evidenceSchemaVersion: Int = 0

        init() {}
    }
}
