/** Images load when shown and links when followed, so both are removed from what a model writes. */
const IMAGE_PATTERN = /!\[[^\]]*\](?:\([^)]*\)?|\[[^\]]*\])?/g
const LINK_PATTERN = /\[([^\]]*)\](?:\([^)]*\)?|\[[^\]]*\])/g
const REFERENCE_PATTERN = /^\s*\[[^\]]+\]:.*$/gm
const SCHEME_PATTERN =
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"')\]]*|\b(?:javascript|data|vbscript|mailto|file|tel|sms):[^\s<>"')\]]+/gi
const EMAIL_PATTERN = /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu
const HOST_PATTERN =
  /(?<![\p{L}\d@])(?:www\.[^\s<>"')\]]+|(?:[\p{L}\d-]+\.)+(?:com|net|org|io|co|app|dev|ai|info|biz|us|uk|example|test|ru|cn|xyz|site|online|click|link|top|me|ly|gg)(?![\p{L}\d-])(?:[/?#:][^\s<>"')\]]*)?)/giu
const MARKS_PATTERN = /\*\*|__|`+|^#{1,6}\s+/gm
// Invisible characters, direction marks and control characters.
const INVISIBLE_PATTERN = /[\p{Cf}\p{Co}\p{Cn}\p{Surrogate}]|[^\P{Cc}\n]/gu

/** Part of a model's answer as plain text without addresses, images and invisible characters. */
export function plainAnswerText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(INVISIBLE_PATTERN, '')
    .replace(IMAGE_PATTERN, '')
    .replace(LINK_PATTERN, '$1')
    .replace(REFERENCE_PATTERN, '')
    .replace(SCHEME_PATTERN, '')
    .replace(EMAIL_PATTERN, '')
    .replace(HOST_PATTERN, '')
    .replace(MARKS_PATTERN, '')
    .replace(/ {2,}/g, ' ')
}

/** The end of a line, or punctuation that is not part of a list number. */
const SENTENCE_END_PATTERN = /(?<!^\s*\d{1,2})[.!?…]["'”’)\]]*\s+(?=\S)|\n+(?=\S)/

/**
 * Splits a streamed text into sentences, each with its trailing white space. A sentence is complete once the next one
 * has begun, so that no address or figure is split.
 */
export async function* splitSentences(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let pendingText = ''
  for await (const piece of pieces) {
    pendingText += piece
    for (
      let end = SENTENCE_END_PATTERN.exec(pendingText);
      end;
      end = SENTENCE_END_PATTERN.exec(pendingText)
    ) {
      const at = end.index + end[0].length
      yield pendingText.slice(0, at)
      pendingText = pendingText.slice(at)
    }
  }
  if (pendingText !== '') yield pendingText
}
