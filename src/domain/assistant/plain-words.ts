import { isTypoOf } from './vocabulary.ts'

/** Words that add no condition to a question about contacts; `parseConditions` takes out those that do. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  (
    'a about again all already also altogether am among an and any anybody anyone anything are around as at ' +
    'available be been because but by can could count currently did do does done else entire ever every ' +
    'everybody everyone exactly find first for from full get getting gimme give go going got gotten had has have ' +
    'having he her here hey hi his how i if in is it its just keep know lately let like list live lived lives ' +
    'living located look many may me more most much must my name named names need next now number of off ok old ' +
    'older on only or our ours out overall own owns owned owner owners please pull quick quickly recently right ' +
    'same see shall she should show so some somebody someone still such tell than thanks that the their them ' +
    'then there these they this those to today total too under until up us want was we week were what when which ' +
    'who whom whose will with would year years yet you your contact contacts person persons people client ' +
    'clients customer customers lead leads prospect prospects mover movers homeowner homeowners buyer buyers ' +
    'seller sellers one ones book database workspace organization everyones area areas zip zips code codes city ' +
    'cities neighborhood town based near home homes house houses place places property properties condo condos ' +
    'price priced value values valued worth estimated cost costs dollars age aged ages young younger above below ' +
    'over between least higher lower greater less better high highest low lowest score scores scored scoring ' +
    'rated points rating signal signals event events active detected category market top best hot hottest ' +
    'strongest likely likeliest move moving soon warm good longtime send sent letters note card postcard ' +
    'postcards long time moved ago trouble troubles problem problems issue issues closing closings mail mails ' +
    'mailing visit both either without call calls calling text texting email emailing e-mail message write ' +
    'letter phone phones ring talk approach speak reach contacting tomorrow morning afternoon file record ' +
    "records saved stage tag tags group month love knowing im i'm id i'd onto into hear hearing amongst across " +
    'tagged marked seem seems anymore itself themselves each remaining scorers scorer folder far appear appears ' +
    'happen happens particular specific specifically maybe wondering mine half crowd coming come through facing ' +
    "undergoing plate agenda mystery parked rates dollar-wise flippers flipper bad bit lol here's bunch spot " +
    'mortgage mortgages equity hit affected damaged impacted gets stuff things thing back newly r u ur field ' +
    'fields plus another nearby actual current within kind sort type percent percentage share average dont ive ' +
    'weve even really actually basically probably view display bring search looking trying help figure check run ' +
    'report breakdown rank ranked ranking sorted order ordered hold held given gave put saying turn turned past ' +
    'during lot lots few several couple handful kinda sorta somewhere nobody noone none anywhere everywhere rn ' +
    'asap folks folk peeps ppl guys gals household households family families neighbors'
  ).split(' '),
)
/** Words that typos are corrected to: plain ones, and further ones in the patterns for questions. */
const KNOWN_WORDS: readonly string[] = [
  ...PLAIN_WORDS,
  ...(
    'missing birthday birthdays address addresses numbers overdue tasks credits credit expensive cheapest ' +
    "longest oldest youngest purchased bought before after since haven't talked spoken contacted called listed " +
    'verified unscored enriched unverified duplicates median anniversary anniversaries purchase bedrooms ' +
    'imported added yesterday newest hurricane flooded wildfire married divorced engaged pregnant retired ' +
    'retiring inherited probate foreclosure bankruptcy graduated relocating relocated underwater january ' +
    'february march april august september october november december monday tuesday wednesday thursday friday ' +
    'saturday sunday spring summer winter invoice billing subscription opted unsubscribed enrich landlord ' +
    'absentee renters renting townhouse employer company notes source divorce debt death downsizing diapers ' +
    'diplomas diamonds destinations disaster million thousand changed'
  ).split(' '),
].filter((word) => word.length >= 5)
const KNOWN = new Set(KNOWN_WORDS)
/** Unknown words that are checked for typos; later ones stay as they are. */
const MAX_CORRECTED = 40

/** The words of a normalized question that are not plain, without figures. */
export function leftoverWords(text: string): string[] {
  return (text.match(/[\p{L}\d][\p{L}\d'-]*/gu) ?? [])
    .map((word) => word.replace(/'s$|['-]+$/, ''))
    .filter((word) => !PLAIN_WORDS.has(word) && !/^\d{1,3}$/.test(word))
}

/** A normalized question with typos in the words of questions corrected. */
export function correctTypos(text: string): string {
  let remainingCount = MAX_CORRECTED
  return text.replace(/(?<![\w@.'-]|\b(?:in|from|near|around) )[a-z]{5,}(?![\w@'-])/g, (word) => {
    if (KNOWN.has(word) || remainingCount-- <= 0) return word
    return KNOWN_WORDS.find((known) => isTypoOf(word, known) && word !== `${known}s`) ?? word
  })
}
