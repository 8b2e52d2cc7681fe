import { CHILDREN, KIN, YOU, YOUR } from './term.ts'

/** Words that mean much the same to the guard; each also counts as its kind. */
const KINDS: Readonly<Record<string, string>> = {
  kin: `${KIN}|husbands|wives|spouses|mothers|fathers|moms|dads|siblings|relative|relatives|widow|widower|couple|couples`,
  child: `${CHILDREN}|baby|babies|toddler|toddlers|teen|teens|teenagers|newborn|infant|infants|family|families|grandkids|grandson|granddaughter`,
  you: `${YOU}|${YOUR}|youre|yours|yourself|youve|youll`,
  home: 'home|homes|house|houses|condo|condos|apartment|apartments|townhouse|townhome|property|properties|place|cottage|bungalow|ranch|duplex|unit',
  room: 'bedroom|bedrooms|bath|baths|kitchen|roof|garage|yard|patio|porch|deck|basement|closet|closets|floor|floors|garden|pool|fireplace|lot|acre|acres|driveway|furnace|windows',
  area: 'neighborhood|neighborhoods|street|block|community|area|town|city|county|subdivision|building|complex',
  faith:
    'church|bible|believing|mass|rabbi|pastor|kosher|eruv|torah|quran|baptist|methodist|lutheran|evangelical|atheist|atheists|buddhist|sikh|hindus|jews|jew|godly|churches|temple|mosque|synagogue|parish|chapel|christian|christians|catholic|catholics|jewish|muslim|muslims|mormon|hindu|faith|religious|god|believer|believers|congregation|worship|pray|prayer',
  origin:
    'american|mexico|india|china|korea|africa|polish|italian|irish|greek|koreans|russians|italians|whites|blacks|minorities|minority|ethnic|accent|accents|born|abroad|native|race|racial|colored|hispanics|foreigner|immigrant|somali|arabs|filipino|cuban|haitian|americans|chinese|indian|indians|korean|mexican|mexicans|asian|asians|black|white|latino|latinos|hispanic|hispanics|russian|vietnamese|immigrant|immigrants|foreign|foreigners|refugees|arab|african|european|english|spanish|nationality|citizen|citizens',
  money:
    'mortgage|installment|installments|servicer|irs|refinance|refinanced|income|afford|cash|budget|pension|arrearage|reinstate|forbearance|loan|loans|lender|bank|taxes|bills|debt|debts|payment|payments|creditors|credit|owe|owed|arrears|balance|lien|liens|judgment|equity|foreclosure|bankruptcy|collections',
  court:
    'court|courthouse|docket|attorney|attorneys|lawyer|lawyers|judge|filing|filed|probate|decree|trustee|sheriff|auction|notice|record|records|estate',
  ill: 'ill|cane|walker|chemo|stroke|fall|injury|psychiatric|mental|cancer|blind|deaf|disabilities|handicap|rehab|knees|hip|memory|frail|arthritis|oxygen|ms|illness|sick|surgery|diagnosis|hospital|doctor|doctors|health|treatment|medical|disabled|disability|wheelchair|impaired|handicapped|recovery|condition|nursing|hospice|care|caregiver|dementia|therapy|stairs',
  age: 'age|eighty|seventy|sixty|ninety|twilight|golden|youthful|grads|millennials|boomers|elders|grandma|grandpa|retiree|retiring|youth|aged|older|elderly|senior|seniors|young|younger|retired|retirement|retirees|retire|mature|sixties|seventies|eighties|grandchildren|grandparents',
  want: 'seek|unsuitable|unfit|suits|reserved|strictly|seeks|seeking|prefer|prefers|preferred|preferable|ideal|perfect|suited|suitable|only|wanted|welcome|must',
  leave: 'gone|passed|passing|lost|losing|loss|left|died|death|died|late|funeral|alone|goodbye|without',
  job: 'job|jobs|layoff|laid|employer|unemployed|paycheck|hours|position|promotion|plant|company|work',
  month:
    'january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday',
}
const KIND_OF = new Map(
  Object.entries(KINDS).flatMap(([kind, words]) =>
    words.split('|').map((word) => [word, `<${kind}>`] as const),
  ),
)
/** Number of letters compared; ROOT brings "retire" and "retiree" together. */
const STEM = 6
const ROOT = 4
const ENDING = /(?<=.{4})(?:ing|ed|es|s)$/

/** Features of a sentence: its words, their roots and kinds, and pairs of neighboring kinds. */
export function featuresOf(words: readonly string[]): ReadonlySet<string> {
  const features = new Set<string>()
  let last = '^'
  for (const word of words) {
    const plain = word.replaceAll("'", '')
    const stem = /^\d/.test(plain) ? '#' : plain.replace(ENDING, '').slice(0, STEM)
    const kind = KIND_OF.get(plain) ?? stem
    features.add(stem)
    features.add(kind)
    features.add(`${plain.slice(0, ROOT)}~`)
    features.add(`${last} ${kind}`)
    last = kind
  }
  return features
}

/** Weight of one feature: smaller in long sentences, and capped so that a few words never decide. */
export function shareOf(features: ReadonlySet<string>): number {
  return 1 / Math.sqrt(features.size + 10)
}
