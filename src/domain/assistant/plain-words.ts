/** Words that add no condition to a question about contacts beyond score, signal, place and verification. */
const PLAIN_WORDS: ReadonlySet<string> = new Set(
  (
    'a all gotten ever just lately find search pull look up give altogether already area zip zips code codes everyone everybody somebody someone home homes house houses their among going through go ' +
    'altogether am an and any anybody anyone are around at be been by count currently do does from getting give got had has have hey hi how i ' +
    'in is it just list live lived lives living located based many me more most my name now number of on or our ours ' +
    'overall please recently right show so tell that the their them there these they this to total up us was we were what ' +
    'which who whos whom whose with yet you your here ' +
    'contact contacts person persons people client clients lead leads prospect prospects mover movers homeowner homeowners ' +
    'owner owners ones one book database workspace organization ' +
    'above below over under between least than higher lower greater less better score scores scored scoring rated ' +
    'points signal signals event events category active detected'
  ).split(' '),
)

/** Tells if a folded question has only such words, and figures. */
export function hasOnlyPlainWords(text: string): boolean {
  return (text.match(/\p{L}[\p{L}'-]*/gu) ?? []).every((word) =>
    PLAIN_WORDS.has(word.replace(/'s$|['-]+$/, '')),
  )
}
