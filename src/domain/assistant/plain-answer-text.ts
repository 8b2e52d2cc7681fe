/** Pictures are asked for when they are shown, links when they are followed; the model writes neither. */
const IMAGE = /!\[[^\]]*\](?:\([^)]*\)?|\[[^\]]*\])?/g
const LINK = /\[([^\]]*)\](?:\([^)]*\)?|\[[^\]]*\])/g
const REFERENCE = /^\s*\[[^\]]+\]:.*$/gm
const SCHEME =
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"')\]]*|\b(?:javascript|data|vbscript|mailto|file|tel|sms):[^\s<>"')\]]+/gi
const EMAIL = /[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu
const HOST =
  /(?<![\p{L}\d@])(?:www\.[^\s<>"')\]]+|(?:[\p{L}\d-]+\.)+(?:com|net|org|io|co|app|dev|ai|info|biz|us|uk|example|test|ru|cn|xyz|site|online|click|link|top|me|ly|gg)(?![\p{L}\d-])(?:[/?#:][^\s<>"')\]]*)?)/giu
const MARKS = /\*\*|__|`+|^#{1,6}\s+/gm
// Characters that are not seen, change the direction of what is, or are no text at all.
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}\p{Surrogate}]|[^\P{Cc}\n]/gu

/** One stretch of a written answer as it may be shown: plain text without addresses, pictures and unseen signs. */
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

/** Behind a full stop, which the number of a list item is none, or at the end of a line. */
const SENTENCE_END = /(?<!^\s*\d{1,2})[.!?…]["'”’)\]]*\s+(?=\S)|\n+(?=\S)/

/**
 * Cuts a text that arrives in pieces into sentences, each with the blanks behind it. A sentence is complete when the
 * next one has begun, so that no address or figure is cut in two.
 */
export function createSentenceSplitter() {
  let waiting = ''
  return {
    /** The sentences that a piece completes. */
    add(piece: string): string[] {
      waiting += piece
      const complete: string[] = []
      for (;;) {
        const end = SENTENCE_END.exec(waiting)
        if (!end) return complete
        const at = end.index + end[0].length
        complete.push(waiting.slice(0, at))
        waiting = waiting.slice(at)
      }
    },
    /** What is left when nothing more comes. */
    rest(): string {
      const left = waiting
      waiting = ''
      return left
    },
  }
}
