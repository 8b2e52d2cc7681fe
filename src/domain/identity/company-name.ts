import { wordSet } from '../word-lists.ts'
import { isGivenName } from './given-names.ts'
import { isSuffix, nameWord } from './name-words.ts'

/** Words that never occur in a person's name: legal forms, institutions, trades. */
const COMPANY_WORDS = wordSet(`
  llc inc incorporated corp corporation ltd limited llp lllp pllc plc gmbh trust trusts holdings properties
  property realty investments investment investors enterprises enterprise services service solutions
  management mgmt association associations assn assoc foundation partnership partners ministries ministry
  hospital university apartments condominium condominiums condos associates restaurant restaurants insurance
  mortgage construction contractors contracting builders consulting consultants technology technologies tech
  systems industries industrial development dev developers lending rentals roofing plumbing landscaping
  company companies dba homeowners cooperative authority commission committee council department dept
  revocable irrevocable fbo academy advertising agency alliance apparel appliance appliances architects
  assembly associated athletic automotive autobody bakery ballroom bancorp bistro brewery brewing
  broadcasting brokerage bros bureau business cafe café campaign carpentry carpet carpets cathedral catering
  caucus center centers centre charities chiropractic chrysler cinema citizens clinic clinics club cleaners
  cleaning coalition college collision communications communication community computer computers concrete
  conference congregation congress consortium convention corps county creative credit custodian dairy deli
  dental dentistry design designs diner distributing distribution distributors district drywall education
  educational electric electrical electronics elementary employees energy engineering engineers
  entertainment episcopal equipment equities equity estates excavating exchange express exterminating
  exterminators fabrics farms federation fellowship finance financial firefighters fitness floral florist
  flooring freight fund funds funeral furniture garage government graphics grill grocery group gym hardware
  healthcare heating holding hotel hotels housing hvac iglesia imports independents initiative institute
  international iron jewelers jewelry laboratories laboratory labs laundry league leasing library limousine
  liquor liquors logistics lounge lumber lutheran machinery maintenance manufacturing market marketing
  markets materials mechanical media medical metals metropolitan mfg ministerio mortuary motel motors movers
  moving municipal museum mutual national network networks nursery nursing office offices orchestra
  organization outlet packaging painting partnerships paving pediatrics pentecostal pharmaceutical
  pharmaceuticals pharmacy photography physicians pizzeria police political presbyterian preschool printing
  production productions products professionals program project projects psychiatric publishing railroad
  railway ranch recycling rehab rehabilitation remodeling repair republicans democrats research residential
  resort resources restoration retail retirement salon sanitary school schools secretary seminary sheetmetal
  shop shoppe shops siding software specialties sporting sports staffing station storage store stores studio
  studios supplies supply surgeons surgery synagogue tavern taxpayers telecom television theater theatre
  tire tires tours township toyota trade trades trading training transit transport transportation travel
  trucking unions unlimited utilities utility vending ventures veterans veterinary volunteer warehouse
  wellness wholesale winery worker workers workshop attorneys firm residence sorority fraternity cardiology
  dermatology orthodontics pediatric grooming worldwide wrecking yacht youth ymca
`)

/** Company endings that mean something else in the middle of a name. */
const COMPANY_LAST_WORDS = wordSet('co lp lc hoa estate homes capital sons america usa isd hs fsb cpas pac')

/** Company words that are also surnames; they count only with another company word or without a given name. */
const AMBIGUOUS_WORDS = wordSet(`
  church bank temple lodge chapel brothers kitchen pizza union gallery village works federal
`)
const COMPANY_HINTS = wordSet(`
  of the first baptist united methodist catholic state savings high public american home real family health
  & living christ grace
`)

/** Organizations that number their branches. */
const NUMBERED_ORGANIZATIONS = wordSet('local lodge post chapter troop unit pack ward precinct council')
const RELATIVES = wordSet(`
  mom dad mother father wife husband spouse partner friend sister brother son daughter kid kids parents
  assistant neighbor
`)

/** True for the name of a company, trust, estate, church or office. */
export function isCompanyName(text: string): boolean {
  const words = text
    .split(/[\s,/]+/)
    .map(nameWord)
    .filter(Boolean)
  if (words.some((word) => COMPANY_WORDS.has(word)) || /\.(?:com|org|net)\b/i.test(text)) return true
  return words.length > 1 && (hasCompanyForm(words) || isPossessive(text, words) || isFirm(text))
}

/** True if words appear where a person's name doesn't have them. */
function hasCompanyForm(words: readonly string[]): boolean {
  const [first = ''] = words
  const last = words.at(-1) ?? ''
  const isLong = words.length > 2
  if (COMPANY_LAST_WORDS.has(last)) return isLong || !isGivenName(first)
  if (/\b(?:est|heirs) of$|\b(?:rev|liv|fam|family|living|land) tr$/.test(words.join(' '))) return true
  if (words.some((word, index) => NUMBERED_ORGANIZATIONS.has(word) && /^\d+$/.test(words[index + 1] ?? '')))
    return true
  const startsWithSurname = !isGivenName(first) && first.length > 1
  if (startsWithSurname && words.slice(1).some((word) => word === 'of' || word === 'for')) return true
  if (AMBIGUOUS_WORDS.has(last) && startsWithSurname) return true
  return isLong && [AMBIGUOUS_WORDS, COMPANY_HINTS].every((list) => words.some((word) => list.has(word)))
}

/** "Maria's Cafe", but not "Maria's husband". */
function isPossessive(text: string, [, second = '']: readonly string[]): boolean {
  return /^\p{L}{2,}['’]s\s/u.test(text) && !RELATIVES.has(second)
}

/** True for a list of surnames: "Johnson & Johnson", "Stern, Roe, Doe & Hill". Couples have a given name. */
function isFirm(text: string): boolean {
  const names = text.split(/\s*,\s*(?:&|and\s)\s*|\s*&\s*|\s+and\s+|\s*,\s*/i)
  const isPair = names.length === 2 && /&|\sand\s/i.test(text)
  if (!isPair && !(names.length > 3 && /[&]|\sand\s/i.test(text))) return false
  const areSingleWords = names.every((name) => /^\p{L}[\p{L}'’-]*$/u.test(name) && !isSuffix(name))
  return areSingleWords && !(isPair && names.some(isGivenName))
}
