/** Text to convert, in the format it is written in. */
export type PastedText = { format: 'markdown' | 'html'; text: string }

/** Elements with a meaning; code editors copy only `div` and `span` with colors. */
const MEANINGFUL_ELEMENTS_PATTERN =
  /<(?:h[1-6]|p|ul|ol|li|blockquote|pre|table|a|b|strong|i|em|img|figure|hr|span[^>]*font-weight)\b/i
const HTML_SOURCE_PATTERN =
  /^\s*<(?:!doctype|html|body|article|section|main|div|h[1-6]|p|ul|ol|table|blockquote|figure)\b[^>]*>/i
/** Markdown syntax that rarely occurs in other text. */
const MARKDOWN_PATTERNS = [
  /^#{1,6} \S/m,
  /^ {0,3}(?:[-*+]|\d{1,9}[.)]) \S.*\n(?:.*\n)*? {0,3}(?:[-*+]|\d{1,9}[.)]) \S/m,
  /^> \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /^(?:(?!\|).)*\|.*\n\|? ?:?-{3,}/m,
  /\*\*\S(?:[^*\n]*\S)?\*\*/,
  /\[[^[\]\n]+\]\((?:https?:\/|\/)[^)\s]*\)/,
]

/** Chooses which version of the clipboard's text to convert; null for plain text, which needs no conversion. */
export function readPastedText({ html, plain }: { html: string; plain: string }): PastedText | null {
  if (html && MEANINGFUL_ELEMENTS_PATTERN.test(html)) {
    // Text copied from a code editor or a page of source text is itself Markdown.
    const isSource = !/<(?:h[1-6]|ul|ol|table|strong|em|b|a)\b/i.test(html) && isMarkdown(plain)
    return isSource ? { format: 'markdown', text: plain } : { format: 'html', text: withWordLists(html) }
  }
  const format = formatOf(plain)
  return format === 'plain' ? null : { format, text: plain }
}

/** Word copies the entries of a list as paragraphs that begin with their bullet or number. */
const WORD_LIST_ITEM_PATTERN =
  /<p\b[^<>]{0,400}\bMsoListParagraph[^<>]{0,400}>((?:(?!<\/?p\b)[\s\S])*)<\/p>\s*/gi
const WORD_LIST = new RegExp(`(?:${WORD_LIST_ITEM_PATTERN.source})+`, 'gi')
const WORD_LIST_MARKER_PATTERN = /<!(?:--)?\[if !supportLists\](?:--)?>([\s\S]*?)<!(?:--)?\[endif\](?:--)?>/i

function withWordLists(html: string): string {
  return html.replace(WORD_LIST, (entries) => {
    const marker = WORD_LIST_MARKER_PATTERN.exec(entries)?.[1]?.replace(/<[^>]*>/g, '') ?? ''
    const list = /[\da-z][.)]/i.test(marker) ? 'ol' : 'ul'
    const items = entries.replace(
      WORD_LIST_ITEM_PATTERN,
      (_, text: string) => `<li>${text.replace(WORD_LIST_MARKER_PATTERN, '')}</li>`,
    )
    return `<${list}>${items}</${list}>`
  })
}

/** Characters examined to detect a format, because some patterns take quadratic time on hostile texts. */
const FORMAT_SAMPLE_LENGTH = 5000

/** The format that a typed or pasted text is written in. */
export function formatOf(text: string): 'html' | 'markdown' | 'plain' {
  if (HTML_SOURCE_PATTERN.test(text.slice(0, FORMAT_SAMPLE_LENGTH))) return 'html'
  return isMarkdown(text) ? 'markdown' : 'plain'
}

function isMarkdown(text: string): boolean {
  const start = text.slice(0, FORMAT_SAMPLE_LENGTH)
  return MARKDOWN_PATTERNS.some((pattern) => pattern.test(start))
}
