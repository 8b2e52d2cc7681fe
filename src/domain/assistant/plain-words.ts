import { isTypoOf } from './vocabulary.ts'

/** Words that add no condition to a question about contacts; `parseConditions` takes out those that do. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  (
    'a about again all already also altogether am among an and any anybody anyone anything are around as at available be been because but by ' +
    'can could count currently did do does done else entire ever every everybody everyone exactly find first for from full get getting gimme give go going got gotten ' +
    'had has have having he her here hey hi his how i if in is it its just keep know lately let like list live lived lives living located look ' +
    'many may me more most much must my name named names need next now number of off ok old older on only or our ours out overall own owns owned owner owners please pull quick quickly ' +
    'recently right same see shall she should show so some somebody someone still such tell than thanks that the their them then there these they this those to today total ' +
    'too under until up us want was we week were what when which who whom whose will with would year years yet you your ' +
    'contact contacts person persons people client clients customer customers lead leads prospect prospects mover movers homeowner homeowners buyer buyers seller sellers ' +
    'one ones book database workspace organization everyones area areas zip zips code codes city cities neighborhood town based near ' +
    'home homes house houses place places property properties condo condos price priced value values valued worth estimated cost costs dollars ' +
    'age aged ages young younger ' +
    'above below over between least higher lower greater less better high highest low lowest score scores scored scoring rated points rating ' +
    'signal signals event events active detected live category market ' +
    'top best hot hottest strongest likely likeliest move moving soon warm ' +
    'good longtime send sent want see letters note card postcard postcards long time moved ago trouble troubles problem problems issue issues closing closings mail mails mailing visit both either with without call calls calling text texting email emailing e-mail message write letter phone phones ring talk approach speak reach contacting tomorrow morning afternoon now ' +
    'file record records saved stage tag tags group month ' +
    "because would also like love know knowing im i'm id i'd onto into hear hearing among amongst across tagged marked seem seems anymore ever itself themselves each " +
    'remaining currently scorers scorer folder file on record of ever so far appear appears happen happens particular specific specifically maybe wondering ' +
    "mine half crowd coming come through going facing undergoing plate agenda mystery parked rates low that dollar-wise flippers flipper right bad bit lol here's about bunch spot " +
    'mortgage mortgages equity hit affected damaged impacted get gets got list stuff things thing ones again back newly recently just was were does did r u ur ' +
    'field fields been there still any plus another nearby actual current currently within entire kind sort type ' +
    'percent percentage share average total how house homes owner dont does do ive weve got still even really actually basically maybe probably ' +
    'see view display bring gimme search looking trying help figure check run report breakdown rank ranked ranking sorted order ordered ' +
    'hold held given gave put saying turn turned over next past during lot lots bunch few several couple handful kinda sorta somewhere ' +
    'nobody noone none else anywhere everywhere out of in to on at rn asap folks folk peeps ppl guys gals household households family families neighbors'
  ).split(' '),
)
/** Further words that the recognizing patterns use. */
const KNOWN_WORDS: readonly string[] = [
  ...PLAIN_WORDS,
  ...(
    'without missing birthday birthdays address addresses number numbers overdue tasks credits credit remaining expensive cheapest ' +
    "longest oldest youngest purchased bought before after since haven't talked spoken contacted called listed verified unscored enriched " +
    'unverified duplicates average median anniversary anniversaries purchase mortgage mortgages equity bedrooms owners tagged imported added yesterday newest ' +
    'hurricane flooded wildfire married divorced engaged pregnant retired retiring inherited probate foreclosure bankruptcy graduated relocating relocated underwater ' +
    'january february march april august september october november december monday tuesday wednesday thursday friday saturday sunday spring summer winter ' +
    'overdue invoice billing subscription opted unsubscribed verified enrich landlord absentee renters renting condos townhouse employer company notes source ' +
    'divorce debt death downsizing diapers diplomas diamonds destinations disaster million thousand changed'
  ).split(' '),
].filter((word) => word.length >= 5)
const KNOWN = new Set(KNOWN_WORDS)
/** In words; longer questions are checked no further. */
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
    if (KNOWN.has(word) || PLAIN_WORDS.has(word) || remainingCount-- <= 0) return word
    return KNOWN_WORDS.find((known) => isTypoOf(word, known) && word !== `${known}s`) ?? word
  })
}
