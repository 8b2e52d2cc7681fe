import path from 'node:path'
import sanitizeHtml from 'sanitize-html'
import type { BlogHeading } from '#contract/blog.ts'
import { plainText } from '#domain/blog/plain-text.ts'
import { slugOf } from '#domain/blog/slug.ts'
import { AppError } from '#server/platform/errors.ts'

type Attributes = Record<string, string>

/** Allowed elements; other tags are dropped but keep their text. */
const TAGS = wordsOf(`
  h2 h3 h4 p ul ol li blockquote pre code em strong hr br a img
  table caption thead tbody tr th td figure figcaption`)
/** Elements dropped together with their content. */
const WITH_CONTENT = wordsOf(`
  script style textarea option select noscript template title head iframe object svg math noembed noframes
  xmp plaintext frameset audio video canvas`)
const ALIGNMENTS = ['left', 'center', 'right']
const NUMBER_PATTERN = /^[1-9]\d{0,3}$/
/** Open elements in an article. The parser's time grows with the square of the depth: a whole minute at 250,000. */
const MAX_DEPTH = 5000
const VOID_TAGS = wordsOf('area base br col embed hr img input link meta param source track wbr')
/** Paths with side effects, which an article must not link to; an image would even request them by itself. */
const ACTION_PATHS_PATTERN = /^\/(api|dev|test-payments)\//
const READ_ONLY = '/api/openapi.json'

/**
 * Sanitizes an article's HTML: removes anything that could run scripts, load from outside the web, change the surrounding
 * page, or call our API in a reader's name. Idempotent. External links get `rel="noopener nofollow"`.
 *
 * @throws {AppError} invalid for elements nested deeper than any article's
 */
export function sanitizeArticle(html: string, appUrl: string): string {
  if (isTooDeep(html))
    throw new AppError(
      'invalid',
      `This text nests more than ${MAX_DEPTH} elements. Simplify it and try again.`,
    )
  return sanitizeHtml(html, {
    allowedTags: TAGS,
    nonTextTags: WITH_CONTENT,
    allowedAttributes: {
      a: ['href', 'rel'],
      img: ['src', 'alt', 'width', 'height', 'loading'],
      th: ['align'],
      td: ['align'],
      ol: ['start'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['http', 'https'] },
    allowProtocolRelative: false,
    transformTags: {
      // The page's title is its only h1.
      h1: 'h2',
      h5: 'h4',
      h6: 'h4',
      b: (_, { style }) => emphasisOf(style, 'strong'),
      i: (_, { style }) => emphasisOf(style, 'em'),
      span: (_, { style }) => emphasisOf(style, 'span'),
      a: (tagName, { href }) => ({ tagName, attribs: href === undefined ? {} : linkTo(href, appUrl) }),
      img: (tagName, attribs) => ({ tagName, attribs: pictureOf(attribs, appUrl) }),
      th: (tagName, attribs) => ({ tagName, attribs: alignmentOf(attribs) }),
      td: (tagName, attribs) => ({ tagName, attribs: alignmentOf(attribs) }),
      ol: (tagName, { start = '' }) => ({ tagName, attribs: numericAttributes({ start }) }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  })
}

/** Counts elements by name; may count an element as open that the parser has closed, but never the reverse. */
function isTooDeep(html: string): boolean {
  const openByName = new Map<string, number>()
  let depth = 0
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)([a-z][^\s/>]{0,63})/gi)) {
    const name = tag.toLowerCase()
    const open = openByName.get(name) ?? 0
    if (VOID_TAGS.includes(name) || (slash && open === 0)) continue
    const step = slash ? -1 : 1
    openByName.set(name, open + step)
    depth += step
    if (depth > MAX_DEPTH) return true
  }
  return false
}

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/)
}

/**
 * The element for text with this style. Office programs mark bold text by style alone, and wrap a whole document into a
 * `<b>` that their style makes normal again.
 */
function emphasisOf(style = '', tagName: 'strong' | 'em' | 'span'): { tagName: string; attribs: Attributes } {
  const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase()
  const isBold = weight === 'bold' || weight === 'bolder' || Number(weight) >= 600
  const isSlanted = /font-style:\s*(italic|oblique)/i.test(style)
  if (tagName === 'strong' && weight && !isBold) return { tagName: isSlanted ? 'em' : 'span', attribs: {} }
  if (tagName !== 'span') return { tagName, attribs: {} }
  return { tagName: isBold ? 'strong' : isSlanted ? 'em' : 'span', attribs: {} }
}

/** Keeps external links only with an explicit scheme; `//host` is dropped. */
function linkTo(href: string, appUrl: string): Attributes {
  if (isActionUrl(href, appUrl)) return {}
  const target = URL.parse(href, appUrl)
  const isExternal =
    target !== null && /^https?:$/.test(target.protocol) && target.origin !== new URL(appUrl).origin
  if (!isExternal) return { href }
  return /^https?:\/\//i.test(href.trim()) ? { href, rel: 'noopener nofollow' } : {}
}

/** True for a URL of ours with side effects, resolved from an article's page; port and scheme don't matter. */
function isActionUrl(url: string, appUrl: string): boolean {
  const target = URL.parse(url, new URL('/blog/article', appUrl))
  if (target?.hostname !== new URL(appUrl).hostname) return false
  try {
    const normal = path.posix.normalize(decodeURIComponent(target.pathname).replaceAll('\\', '/'))
    return ACTION_PATHS_PATTERN.test(normal) && normal !== READ_ONLY
  } catch {
    return true // none of our pages has an undecodable URL
  }
}

function pictureOf(attributes: Attributes, appUrl: string): Attributes {
  const { src = '', alt = '', width = '', height = '' } = attributes
  if (isActionUrl(src, appUrl)) return {}
  return { src, alt, ...numericAttributes({ width, height }), loading: 'lazy' }
}

function alignmentOf({ align = '' }: Attributes): Attributes {
  return ALIGNMENTS.includes(align) ? { align } : {}
}

/** Keeps the attributes that are whole numbers. */
function numericAttributes(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => NUMBER_PATTERN.test(value)))
}

/**
 * Prepares sanitized HTML for a page: headings get ids made of their words, and tables a scrollable, focusable frame.
 */
export function addHeadingIds(sanitized: string): { html: string; headings: BlogHeading[] } {
  const headings: BlogHeading[] = []
  const ids = new Set<string>()
  const html = sanitized.replace(/<h([234])>/g, (tag, level: string, at: number) => {
    const end = sanitized.indexOf(`</h${level}>`, at)
    const text = plainText(sanitized.slice(at, end === -1 ? undefined : end))
    const id = uniqueId(slugOf(text), ids)
    headings.push({ id, text, level: Number(level) as BlogHeading['level'] })
    return `${tag.slice(0, -1)} id="${id}">`
  })
  return { html: wrapTables(html), headings }
}

/** Prefixes ids with `s-`, so that they can't clash with other elements of the page. */
function uniqueId(words: string, usedIds: Set<string>): string {
  const base = `s-${words || 'section'}`
  let id = base
  for (let n = 2; usedIds.has(id); n++) id = `${base}-${n}`
  usedIds.add(id)
  return id
}

/** Wraps each outermost table in a frame. */
function wrapTables(html: string): string {
  let depth = 0
  let count = 0
  return html.replace(/<(\/?)table>/g, (tag, isEnd: string) => {
    if (isEnd) return --depth === 0 ? `${tag}</div>` : tag
    if (depth++ > 0) return tag
    return `<div class="table-scroll" tabindex="0" role="group" aria-label="Table ${++count}">${tag}`
  })
}
