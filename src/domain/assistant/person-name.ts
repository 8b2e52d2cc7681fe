import { isGivenName } from '../identity/given-names.ts'
import { fold } from '../identity/name.ts'
import { plainQuestion } from './draft-question.ts'
import { isFrameWord } from './name-question.ts'

/** Given names that are also everyday words or places; they need a last name in capitals. */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  (
    'will mark may grace hope art bill pat rich dean sue rose dawn joy faith frank guy ray chase case page young ' +
    'long price an ali in min van sage june april august summer autumn virginia dallas austin houston georgia ' +
    'carolina madison jackson lincoln charlotte florence paris london sierra dakota aurora phoenix savannah orlando ' +
    'santa san marina eden holly ivy penny buddy king prince major major lane miles reed ' +
    'rusty sunny star sky ocean river jewel ruby amber crystal pearl ginger olive sandy stormy misty melody harmony ' +
    'destiny trinity chance cash ace duke earl baron bishop pope judge sheriff mason hunter carter cooper parker ' +
    'skip chip cliff dale glen heath wade clay ford grant lance max merit dash ash kit bo al ed ' +
    'do so my me he she we you i a no on or to us as at be by go if is it of up am and the are has had was can for not ' +
    'all any new old top hot day week year see son ben sum mean love dear star jet don dee lee le de la el'
  ).split(' '),
)
/** Words before places. */
const IN_PLACE_PATTERN = /^(?:in|from|near|around|at|of|outside)$/i
const NAME_WORD_PATTERN = /^\p{L}[\p{L}.'’-]*$/u
const CAPITALIZED_PATTERN = /^\p{Lu}[\p{Ll}'’]/u
const MAX_LAST_NAMES = 2
/** Quoted sentences, which may name saints and streets. */
export const QUOTED_PATTERN = /["“][^"”]{12,200}["”]/g

/** The person that a question names by a given name, with the last name if it follows; null without one. */
export function personIn(question: string): string | null {
  const words = plainQuestion(question)
    .split(/\s+/)
    .map((word) => word.replace(/^[("“]+|[,;:)"”?!.]+$/g, ''))
  for (const [index, word] of words.entries()) {
    const baseWord = word.replace(/['’]s?$/i, '')
    if (baseWord.length < 3 || !NAME_WORD_PATTERN.test(baseWord) || !isGivenName(baseWord)) continue
    const next = words[index + 1] ?? ''
    const isClear = !AMBIGUOUS.has(fold(baseWord)) && !IN_PLACE_PATTERN.test(words[index - 1] ?? '')
    const isFullName =
      CAPITALIZED_PATTERN.test(baseWord) &&
      CAPITALIZED_PATTERN.test(next) &&
      !isFrameWord(fold(next.replace(/['’]s?$/i, '')))
    if (!isClear && !(isFullName && !IN_PLACE_PATTERN.test(words[index - 1] ?? ''))) continue
    return [
      baseWord,
      ...(baseWord === word ? lastNames(words.slice(index + 1), CAPITALIZED_PATTERN.test(baseWord)) : []),
    ].join(' ')
  }
  return null
}

function lastNames(words: readonly string[], isCapitalized: boolean): string[] {
  const names: string[] = []
  for (const word of words.slice(0, MAX_LAST_NAMES)) {
    const bare = word.replace(/['’]s?$/i, '')
    const isName =
      NAME_WORD_PATTERN.test(bare) &&
      bare.length > 1 &&
      (isCapitalized
        ? CAPITALIZED_PATTERN.test(bare)
        : names.length === 0 && !isFrameWord(bare) && bare.length > 3)
    if (!isName) break
    names.push(bare)
    if (bare !== word) break
  }
  return names
}
