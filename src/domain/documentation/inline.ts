/** A piece of a line: plain words, emphasis, something to type or read as it is, or a link inside this site. */
export type Inline =
  | { kind: 'text' | 'strong' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string }

const MARKUP = /\[([^\]]+)\]\(([^)]*)\)|\*\*([^*]+)\*\*|`([^`]+)`/g
/** What an unfinished piece of markup leaves behind. */
const LEFTOVER_MARKUP = /\*\*|`|\]\(/
const INTERNAL_PATH = /^\/(?!\/)\S*$/

/**
 * Reads `[text](/address)`, `**strong**` and `` `code` ``; none stands inside another.
 * @throws Error for markup that is not closed, and for a link that leaves the site
 */
export function parseInline(line: string): Inline[] {
  const pieces: Inline[] = []
  let end = 0
  const addText = (text: string) => {
    if (LEFTOVER_MARKUP.test(text)) throw new Error(`Markup is not closed in "${line}"`)
    if (text) pieces.push({ kind: 'text', text })
  }
  for (const match of line.matchAll(MARKUP)) {
    addText(line.slice(end, match.index))
    pieces.push(pieceOf(match))
    end = match.index + match[0].length
  }
  addText(line.slice(end))
  return pieces
}

function pieceOf([, label, href = '', strong, code = '']: RegExpExecArray): Inline {
  if (strong !== undefined) return { kind: 'strong', text: strong }
  if (label === undefined) return { kind: 'code', text: code }
  if (!INTERNAL_PATH.test(href)) throw new Error(`"${href}" is no address of this site`)
  return { kind: 'link', text: label, href }
}

/** The words alone. */
export function textOf(pieces: readonly Inline[]): string {
  return pieces.map(({ text }) => text).join('')
}
