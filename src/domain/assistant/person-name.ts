import { isGivenName } from '../identity/given-names.ts'
import { fold } from '../identity/name.ts'
import { plainQuestion } from './draft-question.ts'
import {
  bareWords,
  CAPITALIZED_PATTERN,
  isFrameWord,
  NAME_WORD_PATTERN,
  withoutPossessive,
} from './name-question.ts'

/** Given names that are also everyday words or places; they need a last name in capitals. */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  (
    'will mark may grace hope art bill pat rich dean sue rose dawn joy faith frank guy ray chase case page young ' +
    'long price an ali in min van sage june april august summer autumn virginia dallas austin houston georgia ' +
    'carolina madison jackson lincoln charlotte florence paris london sierra dakota aurora phoenix savannah ' +
    'orlando santa san marina eden holly ivy penny buddy king prince major lane miles reed rusty sunny star sky ' +
    'ocean river jewel ruby amber crystal pearl ginger olive sandy stormy misty melody harmony destiny trinity ' +
    'chance cash ace duke earl baron bishop pope judge sheriff mason hunter carter cooper parker skip chip cliff ' +
    'dale glen heath wade clay ford grant lance max merit dash ash kit bo al ed do so my me he she we you i a no ' +
    'on or to us as at be by go if is it of up am and the are has had was can for not all any new old top hot ' +
    'day week year see son ben sum mean love dear jet don dee lee le de la el'
  ).split(' '),
)
/** Words before places. */
const IN_PLACE_PATTERN = /^(?:in|from|near|around|at|of|outside)$/i
const MAX_LAST_NAMES = 2
/** Quoted sentences, which may name saints and streets. */
export const QUOTED_PATTERN = /["“][^"”]{12,200}["”]/g

/** The person that a question names by a given name, with the last name if it follows; null without one. */
export function personIn(question: string): string | null {
  const words = bareWords(plainQuestion(question))
  for (const [index, word] of words.entries()) {
    const baseWord = withoutPossessive(word)
    if (baseWord.length < 3 || !NAME_WORD_PATTERN.test(baseWord) || !isGivenName(baseWord)) continue
    const next = words[index + 1] ?? ''
    const isCapitalized = CAPITALIZED_PATTERN.test(baseWord)
    const isFullName =
      isCapitalized && CAPITALIZED_PATTERN.test(next) && !isFrameWord(fold(withoutPossessive(next)))
    if (IN_PLACE_PATTERN.test(words[index - 1] ?? '')) continue
    if (AMBIGUOUS.has(fold(baseWord)) && !isFullName) continue
    return [baseWord, ...(baseWord === word ? lastNames(words.slice(index + 1), isCapitalized) : [])].join(
      ' ',
    )
  }
  return null
}

function lastNames(words: readonly string[], isCapitalized: boolean): string[] {
  const names: string[] = []
  for (const word of words.slice(0, MAX_LAST_NAMES)) {
    const baseWord = withoutPossessive(word)
    const isName =
      NAME_WORD_PATTERN.test(baseWord) &&
      baseWord.length > 1 &&
      (isCapitalized
        ? CAPITALIZED_PATTERN.test(baseWord)
        : names.length === 0 && !isFrameWord(baseWord) && baseWord.length > 3)
    if (!isName) break
    names.push(baseWord)
    if (baseWord !== word) break
  }
  return names
}
