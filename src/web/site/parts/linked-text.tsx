import { urls } from '#web/lib/urls.ts'

/** Phrases that link to a page. */
const PAGES: Readonly<Record<string, string>> = {
  'privacy policy': urls.privacy,
  'security page': urls.security,
  'compliance page': urls.compliance,
  'contact page': urls.contact,
  [urls.openApi]: urls.openApi,
}
const NAMES = Object.keys(PAGES).map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
const LINK = new RegExp(`[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+|${NAMES.join('|')}`, 'g')

/** Turns email addresses and page names in a text into links. */
export function LinkedText({ text }: { text: string }) {
  return piecesOf(text).map(({ at, words, href }) =>
    href ? (
      <a
        key={at}
        href={href}
        className="text-text underline decoration-line-strong underline-offset-4 wrap-anywhere hover:decoration-current"
      >
        {words}
      </a>
    ) : (
      words
    ),
  )
}

type Piece = { at: number; words: string; href?: string }

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: words, index: at } of text.matchAll(LINK)) {
    pieces.push(
      { at: end, words: text.slice(end, at) },
      { at, words, href: PAGES[words] ?? `mailto:${words}` },
    )
    end = at + words.length
  }
  return [...pieces, { at: end, words: text.slice(end) }]
}
