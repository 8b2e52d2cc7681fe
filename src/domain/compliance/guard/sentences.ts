/** One sentence, line or greeting with the white space after it; positions in UTF-16 units. */
export type Sentence = {
  start: number
  end: number
  /** True if a phrase can't continue in the next sentence. */
  isComplete: boolean
}

const ABBREVIATIONS = new Set(
  'mr mrs ms dr st ave blvd rd ln ct hwy apt ste no inc ltd co corp jr sr vs approx dept est e.g i.e u.s p.o sra'.split(
    ' ',
  ),
)
/** Shorter lines end on purpose; longer ones may have been wrapped by an email program. */
const MIN_WRAPPED_LENGTH = 50
const GREETING_PATTERN =
  /^\s*(?:hi|hello|hey|dear|hola|good (?:morning|afternoon|evening)|estimad[oa]s?)\b[^,!?.:\n]{0,60}[,!:]\s*/i
const STOP_PATTERN = /[.!?…]/
const AFTER_STOP_PATTERN = /[.!?…"'”’)\]]/
const LOWER_CASE_PATTERN = /^\p{Ll}/u

/** Splits a text into sentences that together make up the whole text. A greeting is its own sentence. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let start = 0
  let at = GREETING_PATTERN.exec(text)?.[0].length ?? 0
  if (at > 0) {
    sentences.push({ start: 0, end: at, isComplete: false })
    start = at
  }
  while (at < text.length) {
    const cut = sentenceEndAt(text, at, start)
    if (cut === null) {
      at++
      continue
    }
    sentences.push({ start, end: cut.end, isComplete: cut.isComplete })
    start = at = cut.end
  }
  if (start < text.length) sentences.push({ start, end: text.length, isComplete: true })
  return sentences
}

function sentenceEndAt(text: string, at: number, start: number): { end: number; isComplete: boolean } | null {
  const character = text.charAt(at)
  if (character > '?' && character !== '…') return null
  if (character === '\n') return lineEndAt(text, at, start)
  if (!STOP_PATTERN.test(character)) return null
  let end = at + 1
  // A bounded lookahead keeps a line of dots linear.
  while (end < at + 8 && AFTER_STOP_PATTERN.test(text.charAt(end))) end++
  if (end < text.length && !isSpace(text, end)) return null
  if (character === '.' && isAbbreviation(text, at, start)) return null
  end = afterSpace(text, end)
  return { end, isComplete: !LOWER_CASE_PATTERN.test(text.slice(end, end + 2)) }
}

function lineEndAt(text: string, at: number, start: number): { end: number; isComplete: boolean } | null {
  const end = afterSpace(text, at)
  const blank = text.slice(at + 1, end).includes('\n')
  const lineStart = Math.max(start, text.lastIndexOf('\n', at - 1) + 1)
  if (!blank && at - lineStart >= MIN_WRAPPED_LENGTH) return null
  return { end, isComplete: blank && !LOWER_CASE_PATTERN.test(text.slice(end, end + 2)) }
}

function isAbbreviation(text: string, at: number, start: number): boolean {
  let from = at
  while (from > start && at - from < 8 && !isSpace(text, from - 1)) from--
  const word = text.slice(from, at).replace(/^["'(]+/, '')
  return ABBREVIATIONS.has(word.toLowerCase()) || /^[A-Z]$/.test(word)
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at))
}

function afterSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && isSpace(text, at)) at++
  return at
}
