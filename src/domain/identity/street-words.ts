import { wordSet } from '../word-lists.ts'

/** Street types that are rarely part of a city name (USPS Publication 28, appendix C1, with common misspellings). */
const STREET_TYPES = wordSet(`
  alley aly anex arcade arc avenue ave av aven avn boulevard blvd boul boulv bypass byp causeway cswy circle
  cir circ cirs close court ct courts cts crescent cres crossing xing xng cutoff drive dr drv driveway drs
  esplanade expressway expy extension ext freeway fwy highway hwy highwy hiway lane ln lanes loop mews
  motorway mtwy overpass parkway pkwy parkwy pky pass path pathway pike place pl plaza plz promenade road rd
  rds route row run skyway speedway square sq sqr sqs street st str strt streets sts terrace ter terr
  throughway trwy trace trce trail trl trails turnpike tpke tnpk viaduct via walk way ways wy
`)

/** Words that end both street and city names; the following words decide. */
const LAND_TYPES = wordSet(`
  bay bayou beach bend bluff bluffs bluf bottom branch bridge brg brook burg camp canyon cape center centre
  ctr cliff cliffs club common commons corner corners cor cove cv creek crk crest curve dale dam divide
  estate estates est falls farm farms ferry field fields fld flat flats ford forest forge fork forks garden
  gardens gdn gdns gateway gtwy glen gln green greens grove grv harbor hbr haven heights hts hill hills hl
  hls hollow holw inlet island islands isle junction jct key keys knoll knolls lake lakes lk landing lndg
  lodge manor meadow meadows mdw mill mills mission mountain mtn orchard oval park parks pine pines plain
  plains point points pt pts prairie ranch rapids rest ridge rdg river rock shoal shore shores spring
  springs spg spgs spur station sta stream summit sumit union valley vly view vw village vlg ville vista vis
  well wells wood woods
`)

const DIRECTIONS = wordSet(`
  n s e w ne nw se sw no so north south east west northeast northwest southeast southwest
`)

/** Unit designators with an identifier ("Apt 4"). */
const UNIT_WORDS = wordSet(`
  apartment apartments apt apts appt unit units suite suites ste building bldg bld floor flr fl lot room rm
  rms space spc slip pier trailer trlr hangar hngr dept department stop box pob pmb mailstop
`)

/** Unit designators that are complete alone ("Rear"). */
const UNITS_WITHOUT_NUMBER = wordSet('basement bsmt frnt lobby lbby lowr penthouse ph rear uppr')

/** Words before a road number ("Highway 50", "County Road 12A"). */
const ROAD_WORDS = wordSet('highway hwy route rte rt cr sr fm us interstate road rd loop rr hc')

/** Normalizes a word for the lists. */
export function streetWord(word: string): string {
  return word.toLowerCase().replace(/[.,]/g, '')
}

export const isStreetType = (word: string): boolean => STREET_TYPES.has(streetWord(word))
export const isLandType = (word: string): boolean => LAND_TYPES.has(streetWord(word))
export const isDirection = (word: string): boolean => DIRECTIONS.has(streetWord(word))
export const isRoadWord = (word: string): boolean => ROAD_WORDS.has(streetWord(word))
export const isUnitWord = (word: string): boolean => UNIT_WORDS.has(streetWord(word))
export const isUnitWithoutNumber = (word: string): boolean => UNITS_WITHOUT_NUMBER.has(streetWord(word))
