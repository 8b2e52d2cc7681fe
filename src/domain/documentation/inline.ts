/** A piece of a line: plain text, emphasis, code, or a link within this site or to an email address. */
export type Inline =
  | { kind: 'text' | 'strong' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string }

const MARKUP_PATTERN = /\[([^\]]+)\]\(([^)]*)\)|\*\*([^*]+)\*\*|`([^`]+)`|([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/g
/** Remains of unclosed markup. */
const LEFTOVER_MARKUP_PATTERN = /\*\*|`|\]\(/
const INTERNAL_PATH_PATTERN = /^\/(?!\/)\S*$/

/**
 * Reads `[text](/path)`, `**strong**`, `` `code` `` and email addresses, without nesting.
 * @throws Error for unclosed markup and for links that leave the site
 */
export function parseInline(line: string): Inline[] {
  const pieces: Inline[] = []
  let end = 0
  const addText = (text: string) => {
    if (LEFTOVER_MARKUP_PATTERN.test(text)) throw new Error(`Markup is not closed in "${line}"`)
    if (text) pieces.push({ kind: 'text', text })
  }
  for (const match of line.matchAll(MARKUP_PATTERN)) {
    addText(line.slice(end, match.index))
    pieces.push(pieceOf(match))
    end = match.index + match[0].length
  }
  addText(line.slice(end))
  return pieces
}

function pieceOf([, label, href = '', strong, code = '', email]: RegExpExecArray): Inline {
  if (email !== undefined) return { kind: 'link', text: email, href: `mailto:${email}` }
  if (strong !== undefined) return { kind: 'strong', text: strong }
  if (label === undefined) return { kind: 'code', text: code }
  if (!INTERNAL_PATH_PATTERN.test(href)) throw new Error(`"${href}" is not a path on this site`)
  return { kind: 'link', text: label, href }
}

/** The plain text of a line. */
export function textOf(pieces: readonly Inline[]): string {
  return pieces.map(({ text }) => text).join('')
}
