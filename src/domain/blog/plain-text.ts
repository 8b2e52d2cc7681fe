const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  amp: '&',
  nbsp: ' ',
  '#39': "'",
}
/** Tags that end a word: text on both sides of them does not belong together. */
const BLOCK =
  /<\/?(?:h[1-6]|p|li|ul|ol|tr|t[dh]|table|blockquote|pre|figure|figcaption|div|br|hr|img)\b[^>]*>/g

/** What a reader sees of sanitised HTML, as one line of text. */
export function plainText(html: string): string {
  return html
    .replace(BLOCK, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Words of a plain text; a number or a price counts as one, a dash between spaces as none. */
export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** Words a minute that an adult reads of English non-fiction in silence: Brysbaert (2019) found 238 on average. */
const WORDS_A_MINUTE = 238

/** Whole minutes for so many words, rounded up; at least one. */
export function readingTime(words: number): number {
  return Math.max(1, Math.ceil(words / WORDS_A_MINUTE))
}

/** The sentences that begin a plain text, as many whole ones as fit into `max` characters; else its first words. */
export function excerptOf(text: string, max = 200): string {
  if (text.length <= max) return text
  const start = text.slice(0, max)
  const sentence = /^.*[.!?](?=\s)/s.exec(text.slice(0, max + 1))?.[0]
  if (sentence && sentence.length <= max) return sentence
  const words = start.slice(0, -1).replace(/\s+\S*$/, '')
  return `${words.replace(/[\s,;:–—-]+$/, '')}…`
}
