import { type Sentence, sentencesOf } from './sentences.ts'

/** A run of letters and digits, or one emoji; positions in UTF-16 units. */
export type Token = {
  /** In lower case and without accents. */
  word: string
  /** The word as written and in the forms that phrases may have. */
  forms: readonly string[]
  start: number
  end: number
  /** Text between this token and the one before it. */
  before: string
  /** True if it begins with a capital letter. */
  isCapitalized: boolean
  sentence: number
  /** Number of the stretch of text that a phrase stays within: sentences that run on belong together. */
  stretch: number
}

const TOKEN_PATTERN =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}]*(?:['’‘`][\p{L}\p{N}\p{M}\p{Cf}]+)*|\p{Extended_Pictographic}|[☪✡✝🕉]/gu
const ENDING_PATTERN = /'(?:s|re|ve|d|ll|m)$/
/** Plural nouns and verbs with he or she: "sellers", "sells". */
const PLURAL_PATTERN = /^(?!news$|this$|less$|always$|his$|has$|was$|gas$).*[^su']s$/
const CAPITAL_PATTERN = /^\p{Lu}/u

/** Reads a text into words. */
export function tokensOf(text: string, sentences: readonly Sentence[] = sentencesOf(text)): Token[] {
  let last = 0
  let sentence = 0
  let stretch = 0
  return Array.from(text.matchAll(TOKEN_PATTERN), ({ 0: written, index: start }) => {
    for (; sentence < sentences.length - 1 && start >= (sentences[sentence]?.end ?? 0); sentence++) {
      if (sentences[sentence]?.isComplete) stretch++
    }
    const word = plainWord(written)
    const end = start + written.length
    const before = text.slice(last, start)
    last = end
    return {
      word,
      forms: formsOf(word),
      start,
      end,
      before,
      isCapitalized: CAPITAL_PATTERN.test(written),
      sentence,
      stretch,
    }
  })
}

function plainWord(written: string): string {
  if (/^[a-z0-9]+$/i.test(written)) return written.toLowerCase()
  return written
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[’‘`]/g, "'")
    .toLowerCase()
}

/** The word, without apostrophe, and without an ending, so that a phrase in the singular finds the plural. */
function formsOf(word: string): string[] {
  const forms = word.includes("'")
    ? [word, word.replaceAll("'", ''), word.replace(ENDING_PATTERN, '')]
    : [word]
  if (word.length > 3 && PLURAL_PATTERN.test(word)) forms.push(word.slice(0, -1), word.replace(/ies$/, 'y'))
  return forms
}
