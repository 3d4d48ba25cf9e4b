import Foundation
import SwiftData

/// Declarations written from the model of the cocktail stores: enums of every kind, nested structs, indexes, and a
/// to-many relationship without an inverse.
enum CocktailStore {
    @Model final class Cocktail {
        #Index<Cocktail>([\.cocktailName], [\.collectionName], [\.cocktailName, \.collectionName])

        var id = UUID()
        @Attribute(.unique) var cocktailName: String
        var collectionName: String
        var glasswareType: Glassware
        var ice: Ice?
        var author: Author?
        @Relationship(deleteRule: .cascade) var spec: [Ingredient]
        var garnish: [Garnish]
        var buildOrder: Build?
        var compiledTags: Tags
        var variation: Variation?
        var variationName: String?
        var collection: Collection?
        var historicSpec: HistoricSpec?
        var titleCocktail: Bool?
        var favorite: Bool
        var isCustomCocktail: Bool
        var notes: String?

        init(name: String) {
            cocktailName = name
            collectionName = "Tests"
            glasswareType = .coupe
            spec = []
            garnish = []
            compiledTags = Tags()
            favorite = false
            isCustomCocktail = true
        }
    }

    @Model final class Garnish {
        @Attribute(.unique) var name: String
        @Relationship(inverse: \Cocktail.garnish) var cocktails: [Cocktail]? = []
        init(name: String) { self.name = name }
    }

    @Model final class Ingredient {
        var id: UUID
        var ingredientBase: IngredientBase
        var value: Double
        var unit: Unit
        init(_ base: IngredientBase, value: Double, unit: Unit) {
            id = UUID()
            ingredientBase = base
            self.value = value
            self.unit = unit
        }
    }

    @Model final class IngredientBase {
        var id: UUID
        @Attribute(.unique) var name: String
        var info: String?
        var umbrellaCategory: String
        var baseCategory: String
        var specialtyCategory: String
        var isCustom: Bool
        var tags: Tags?
        var prep: Preparation?
        init(name: String) {
            id = UUID()
            self.name = name
            (umbrellaCategory, baseCategory, specialtyCategory) = ("", "", "")
            isCustom = true
        }
    }

    struct Author: Codable {
        var id: UUID
        var person: String?
        var place: String?
        var year: String?
    }

    struct Build: Codable {
        var instructions: [Instruction]
    }

    struct Instruction: Codable, Equatable {
        var id: UUID
        var step: Int
        var method: String
    }

    struct Preparation: Codable {
        var id: UUID
        var prepIngredientName: String
        var prepRecipe: [Instruction]
    }

    struct Tags: Codable {
        var flavors: [Word]?
        var profiles: [Word]?
        var styles: [Word]?
        var booze: [Kind]?
        var nA: [Kind]?
    }

    /// A replacement for an enum that has a raw value for each of many words.
    enum Word: RawRepresentable, Codable, Equatable {
        case word(String)

        init(rawValue: String) { self = .word(rawValue) }
        var rawValue: String {
            switch self {
            case .word(let word): word
            }
        }
    }

    struct Kind: Codable, Equatable {
        var name: String
        var ingredientType: IngredientType
    }

    // swift-format-ignore: OneCasePerLine
    enum IngredientType: Codable, Equatable {
        case agaves(String), amari(String), bitters(String), brandies(String), fortifiedWines(String), fruit(String)
        case gins(String), herbs(String), juices(String), liqueurs(String), otherAlcohol(String), otherNonAlc(String)
        case rums(String), seasoning(String), soda(String), syrups(String), vodkas(String), whiskies(String)
        case wines(String)
    }

    enum HistoricSpec: Codable {
        case algonquin, alaska, betweenTheSheets, bloodAndSand, bramble, bobbyBurns, chocolateCocktail, elDiablo
        case fogCutter, ginFizz, gimlet, silverFizz, hotToddy, mexicanFiringSquad, modernCocktail
    }

    // swift-format-ignore: OneCasePerLine
    enum Collection: Int, Codable { case first = 1, second, third, fourth, fifth, sixth }

    // swift-format-ignore: OneCasePerLine
    enum Ice: String, Codable {
        case columnIce = "Column ice", crackedKoldDraft = "Cracked Kold Draft", koldDraftIce = "Kold Draft ice"
        case largeCube = "Large cube", pebbleIce = "Pebble ice"
    }

    // swift-format-ignore: OneCasePerLine
    enum Unit: String, Codable {
        case none = "", barSpoon = "bar-spoon", dash, drop, gentlyMuddled = "gently muddled", muddled
        case nitroMuddled = "nitro muddled", oz, pinch, sliceOf = "slice of", splashOf = "splash of", spray, tbsp
        case tsp, whole
    }

    // swift-format-ignore: OneCasePerLine
    enum Glassware: String, Codable {
        case birdShapedTikiGlass = "Bird Shaped Tiki Glass", blueBlazerMugs = "Blue Blazer Mugs"
        case chilled8OzFizzGlass = "Chilled 8 oz. Fizz Glass"
        case cinnamonSugarRimmedCocktailGlass = "Cinnamon Sugar Rimmed Cocktail Glass", collins = "Collins"
        case copperMuleCup = "Copper Mule Cup", coupe = "Coupe", coupeWithASaltedRim = "Coupe with a salted rim"
        case doubleOldFashioned = "Double Old Fashioned"
        case doubleOldFashionedHalfAsparagusSaltRim = "Double Old Fashioned (half asparagus salt rim)"
        case doubleOldFashionedHalfCelerySaltRim = "Double Old Fashioned (half celery salt rim)"
        case doubleOldFashionedHalfSaltRim = "Double Old Fashioned (half salt rim)"
        case doubleOldFashionedHalfSmokedSaltRim = "Double Old Fashioned (half smoked salt rim)", flute = "Flute"
        case frozenSingleOldFashioned = "Frozen Single Old Fashioned", hurricaneGlass = "Hurricane Glass"
        case irishCoffeeGlass180ml = "Irish Coffee Glass (180ml)", julepCup = "Julep Cup"
        case largeWineGlass = "Large Wine Glass", martini = "Martini", milkshakeGlass = "Milkshake Glass"
        case nickAndNora = "Nick and Nora", ornateTeaCup = "Ornate Tea Cup"
        case snifterFlipGlass = "Snifter (Flip Glass)", stemmed = "Stemmed"
        case stemmedWithAHalfSugarRim = "Stemmed with a half sugar rim", tikiMug = "Tiki Mug"
        case toddyGlass = "Toddy Glass"
    }

    // swift-format-ignore: OneCasePerLine
    enum Variation: String, Codable {
        case airMail = "Air Mail", alaskaCocktail = "Alaska Cocktail", alexanderCocktail = "Alexander Cocktail"
        case algonquin = "Algonquin", amarettoSour = "Amaretto Sour", americano = "Americano"
        case appleJackCocktail = "Apple Jack Cocktail", bamboo = "Bamboo", beesKnees = "Bees Knees"
        case betweenTheSheets = "Between the Sheets", bijou = "Bijou", bloodSand = "Blood & Sand"
        case bloodyMary = "Bloody Mary", bobbyBurns = "Bobby Burns", boulevardier = "Boulevardier"
        case bramble = "Bramble", brandyCrusta = "Brandy Crusta", brooklyn = "Brooklyn", brownDerby = "Brown Derby"
        case cableCar = "Cable Car", chocolateCocktail = "Chocolate Cocktail", cloverClub = "Clover Club"
        case corpseReviverNo2 = "Corpse Reviver No.2", daiquiri = "Daiquiri", eastSide = "East Side"
        case elDiablo = "El Diablo", elPresidente = "El Presidente", elksOwnCocktail = "Elk's Own Cocktail"
        case espressoMartini = "Espresso Martini", fairAndWarmer = "Fair and Warmer", fancyFree = "Fancy Free"
        case fogCutter = "Fog Cutter", french75 = "French 75", gimlet = "Gimlet", ginFizz = "Gin Fizz"
        case grasshopper = "Grasshopper", greenpoint = "Greenpoint", hankyPanky = "Hanky Panky"
        case harveyWallbanger = "Harvey Wallbanger", hemingwayDaiquiri = "Hemingway Daiquiri"
        case hollandHouse = "Holland House", homeOnTheRange = "Home on the Range"
        case honeymoonCocktail = "Honeymoon Cocktail", hotToddy = "Hot Toddy", hotelNacional = "Hotel Nacional"
        case hurricane = "Hurricane", irishCoffee = "Irish Coffee", japaneseCocktail = "Japanese Cocktail"
        case jungleBird = "Jungle Bird", kentuckyMaid = "Kentucky Maid", kirRoyale = "Kir Royale"
        case laLouisiane = "La Louisiane", lastWord = "Last Word", lemonDrop = "Lemon Drop", maiTai = "Mai Tai"
        case majorBailey = "Major Bailey", manhattan = "Manhattan", margarita = "Margarita", martinez = "Martinez"
        case martini = "Martini", mexicanFiringSquad = "Mexican Firing Squad", mintJulep = "Mint Julep"
        case modernCocktail = "Modern Cocktail", mojito = "Mojito", morningGloryFizz = "Morning Glory Fizz"
        case newYorkSour = "New York Sour", oaxacaOldFashioned = "Oaxaca Old Fashioned", oldCuban = "Old Cuban"
        case oldFashioned = "Old Fashioned", oldPal = "Old Pal", painKiller = "Pain Killer"
        case peguClubCocktail = "Pegu Club Cocktail", penicillin = "Penicillin", pimsCup = "Pims Cup"
        case piscoSour = "Pisco Sour", pinaColada = "Piña Colada", princeEdward = "Prince Edward"
        case queensParkSwizzle = "Queens Park Swizzle", rememberTheMaine = "Remember the Maine"
        case rustyNail = "Rusty Nail", saturn = "Saturn", sazerac = "Sazerac", scofflaw = "Scofflaw"
        case sherryCobbler = "Sherry Cobbler", sidecar = "Sidecar", silverGinFizz = "Silver Gin Fizz"
        case singaporeSling = "Singapore Sling", sloeGinFizz = "Sloe Gin Fizz", southSide = "South Side"
        case tiPunch = "Ti Punch", tipperary = "Tipperary", tomCollins = "Tom Collins"
        case ultimaPalabra = "Ultima Palabra", vesper = "Vesper", whiskeySour = "Whiskey Sour", zombie = "Zombie"
    }
}
