import path from 'node:path'
import sanitizeHtml from 'sanitize-html'
import type { BlogHeading } from '#contract/blog.ts'
import { plainText } from '#domain/blog/plain-text.ts'
import { slugOf } from '#domain/blog/slug.ts'

type Attributes = Record<string, string>

/** What an article may consist of; everything else is dropped, and its text stays. */
const TAGS = [
  ...[
    'h2',
    'h3',
    'h4',
    'p',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'code',
    'em',
    'strong',
    'hr',
    'br',
    'a',
    'img',
  ],
  ...['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td', 'figure', 'figcaption'],
]
/** Dropped together with what they hold: it is no text to read. */
const WITH_CONTENT = [
  ...['script', 'style', 'textarea', 'option', 'select', 'noscript', 'template', 'title', 'head', 'iframe'],
  ...[
    'object',
    'svg',
    'math',
    'noembed',
    'noframes',
    'xmp',
    'plaintext',
    'frameset',
    'audio',
    'video',
    'canvas',
  ],
]
const SIDES = ['left', 'center', 'right']
const NUMBER = /^[1-9]\d{0,3}$/
/** Where being asked for does something: a reader of an article did not mean to, and a picture asks by itself. */
const ACTION_PATHS = /^\/(api|dev|test-payments)\//
const READ_ONLY = '/api/openapi.json'

/**
 * HTML of an article without anything that could run, load from elsewhere than the web, change the page around it, or
 * call our own API in a reader's name.
 * Sanitising twice changes nothing. Links to hosts other than that of `appUrl` get `rel="noopener nofollow"`.
 */
export function sanitiseArticle(html: string, appUrl: string): string {
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
      // The page's own title is its only first heading.
      h1: 'h2',
      h5: 'h4',
      h6: 'h4',
      b: 'strong',
      i: 'em',
      a: (tagName, { href }) => ({ tagName, attribs: href === undefined ? {} : linkTo(href, appUrl) }),
      img: (tagName, attribs) => ({ tagName, attribs: pictureOf(attribs, appUrl) }),
      th: (tagName, attribs) => ({ tagName, attribs: sideOf(attribs) }),
      td: (tagName, attribs) => ({ tagName, attribs: sideOf(attribs) }),
      ol: (tagName, { start = '' }) => ({ tagName, attribs: numbers({ start }) }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  })
}

/** A link to another host says so in full: `//host` and its like are no links. */
function linkTo(href: string, appUrl: string): Attributes {
  if (isActionUrl(href, appUrl)) return {}
  const target = URL.parse(href, appUrl)
  const isForeign =
    target !== null && /^https?:$/.test(target.protocol) && target.origin !== new URL(appUrl).origin
  if (!isForeign) return { href }
  return /^https?:\/\//i.test(href.trim()) ? { href, rel: 'noopener nofollow' } : {}
}

/** Whether an address, as an article's page reads it, is one of ours that does something; port and scheme do not matter. */
function isActionUrl(address: string, appUrl: string): boolean {
  const target = URL.parse(address, new URL('/blog/article', appUrl))
  if (target?.hostname !== new URL(appUrl).hostname) return false
  try {
    const normal = path.posix.normalize(decodeURIComponent(target.pathname).replaceAll('\\', '/'))
    return ACTION_PATHS.test(normal) && normal !== READ_ONLY
  } catch {
    return true // no page of ours has an address that cannot be decoded
  }
}

function pictureOf(attributes: Attributes, appUrl: string): Attributes {
  const { src = '', alt = '', width = '', height = '' } = attributes
  if (isActionUrl(src, appUrl)) return {}
  return { src, alt, ...numbers({ width, height }), loading: 'lazy' }
}

function sideOf({ align = '' }: Attributes): Attributes {
  return SIDES.includes(align) ? { align } : {}
}

/** The attributes that are whole numbers. */
function numbers(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => NUMBER.test(value)))
}

/**
 * Sanitised HTML as a page shows it: headings with ids made of their words, which stay while the words do, and tables
 * in a frame that scrolls and can be focused.
 */
export function addHeadingIds(sanitised: string): { html: string; headings: BlogHeading[] } {
  const headings: BlogHeading[] = []
  const ids = new Set<string>()
  const html = sanitised.replace(/<h([234])>/g, (tag, level: string, at: number) => {
    const end = sanitised.indexOf(`</h${level}>`, at)
    const text = plainText(sanitised.slice(at, end === -1 ? undefined : end))
    const id = freeId(slugOf(text), ids)
    headings.push({ id, text, level: Number(level) as BlogHeading['level'] })
    return `${tag.slice(0, -1)} id="${id}">`
  })
  return { html: wrapTables(html), headings }
}

/** Ids begin with `s-`, so that no heading takes the name of something else on the page. */
function freeId(words: string, taken: Set<string>): string {
  const base = `s-${words || 'section'}`
  let id = base
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`
  taken.add(id)
  return id
}

/** A frame around each outermost table. */
function wrapTables(html: string): string {
  let depth = 0
  let count = 0
  return html.replace(/<(\/?)table>/g, (tag, isEnd: string) => {
    if (isEnd) return --depth === 0 ? `${tag}</div>` : tag
    if (depth++ > 0) return tag
    return `<div class="table-scroll" tabindex="0" role="group" aria-label="Table ${++count}">${tag}`
  })
}
