/** Images load when shown and links when followed, so both are removed from what a model writes. */
const IMAGE = /!\[[^\]]*\](?:\([^)]*\)?|\[[^\]]*\])?/g
const LINK = /\[([^\]]*)\](?:\([^)]*\)?|\[[^\]]*\])/g
const REFERENCE = /^\s*\[[^\]]+\]:.*$/gm
const SCHEME =
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"')\]]*|\b(?:javascript|data|vbscript|mailto|file|tel|sms):[^\s<>"')\]]+/gi
const EMAIL = /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu
const HOST =
  /(?<![\p{L}\d@])(?:www\.[^\s<>"')\]]+|(?:[\p{L}\d-]+\.)+(?:com|net|org|io|co|app|dev|ai|info|biz|us|uk|example|test|ru|cn|xyz|site|online|click|link|top|me|ly|gg)(?![\p{L}\d-])(?:[/?#:][^\s<>"')\]]*)?)/giu
const MARKS = /\*\*|__|`+|^#{1,6}\s+/gm
// Invisible characters, direction marks and control characters.
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}\p{Surrogate}]|[^\P{Cc}\n]/gu

/** Part of a model's answer as plain text without addresses, images and invisible characters. */
export function plainAnswerText(written: string): string {
  return written
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(INVISIBLE, '')
    .replace(IMAGE, '')
    .replace(LINK, '$1')
    .replace(REFERENCE, '')
    .replace(SCHEME, '')
    .replace(EMAIL, '')
    .replace(HOST, '')
    .replace(MARKS, '')
    .replace(/ {2,}/g, ' ')
}

/** The end of a line, or punctuation that is not part of a list number. */
const SENTENCE_END = /(?<!^\s*\d{1,2})[.!?…]["'”’)\]]*\s+(?=\S)|\n+(?=\S)/

/**
 * Splits a streamed text into sentences, each with its trailing white space. A sentence is complete once the next one
 * has begun, so that no address or figure is split.
 */
export async function* splitSentences(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let waiting = ''
  for await (const piece of pieces) {
    waiting += piece
    for (let end = SENTENCE_END.exec(waiting); end; end = SENTENCE_END.exec(waiting)) {
      const at = end.index + end[0].length
      yield waiting.slice(0, at)
      waiting = waiting.slice(at)
    }
  }
  if (waiting !== '') yield waiting
}
