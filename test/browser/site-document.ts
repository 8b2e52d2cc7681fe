import type { Browser } from 'playwright-core'

/** A reference from a document. */
export type Reference = {
  /** For example `a[href]` or `og:image`. */
  kind: string
  /** The URL as written in the document. */
  address: string
  rel: string
}

/** Facts of a document that need no rendering. */
export type SiteDocument = {
  /** Why it is not well-formed XML; null if it is, or if it is HTML. */
  malformed: string | null
  lang: string
  title: string
  /** Values of `<meta>` by name or property, in document order. */
  metas: Record<string, string[]>
  /** The element's name and text of each heading. */
  headings: { level: number; text: string }[]
  ids: string[]
  references: Reference[]
  structuredData: string[]
  /** Each style sheet, script and preload, as `rel as type crossorigin href`. */
  links: { rel: string; as: string; href: string; crossOrigin: boolean }[]
  pictures: { html: string; hasSize: boolean; hasAlt: boolean; hasSizes: boolean }[]
  /** True if it is sent without React. */
  isStatic: boolean
}

/** Parses documents in a browser window. */
export async function documentReader(browser: Browser) {
  const page = await browser.newPage()
  return (text: string, type: 'text/html' | 'application/xml'): Promise<SiteDocument> =>
    page.evaluate(readDocument, { text, type })
}

/** Runs in the browser window. */
function readDocument({ text, type }: { text: string; type: DOMParserSupportedType }): SiteDocument {
  const parsed = new DOMParser().parseFromString(text, type)
  const all = <T extends Element>(selector: string) => [...parsed.querySelectorAll<T>(selector)]
  const attribute = (element: Element, name: string) => element.getAttribute(name) ?? ''

  const metas: Record<string, string[]> = {}
  for (const meta of all('meta[name], meta[property]')) {
    const name = attribute(meta, 'name') || attribute(meta, 'property')
    metas[name] = [...(metas[name] ?? []), attribute(meta, 'content')]
  }

  const references: Reference[] = []
  const refer = (selector: string, name: string, kind?: string) => {
    for (const element of all(selector)) {
      const address = attribute(element, name)
      const rel = attribute(element, 'rel')
      const label = kind ?? (element.localName === 'link' ? `link[${rel}]` : `${element.localName}[${name}]`)
      references.push({ kind: label, address, rel })
    }
  }
  for (const name of ['href', 'src', 'action', 'poster']) refer(`:not(form)[${name}]`, name)
  refer('form:not([method="post" i])', 'action', 'form')
  refer('form[method="post" i]', 'action', 'form[post]')
  refer('[data-url]', 'data-url', 'data-url')
  refer('meta[property="og:image"], meta[name="twitter:image"]', 'content', 'picture of links')
  refer('meta[property="og:url"]', 'content', 'og:url')
  for (const element of all('[srcset], [imagesrcset]')) {
    const set = attribute(element, 'srcset') || attribute(element, 'imagesrcset')
    for (const candidate of set.split(/,\s+/)) {
      references.push({ kind: 'srcset', address: candidate.trim().split(/\s/)[0] ?? '', rel: '' })
    }
  }
  for (const loc of all('loc')) references.push({ kind: 'loc', address: loc.textContent ?? '', rel: '' })

  return {
    malformed: parsed.querySelector('parsererror')?.textContent ?? null,
    lang: attribute(parsed.documentElement, 'lang'),
    title: parsed.title,
    metas,
    headings: all('h1, h2, h3, h4, h5, h6').map((heading) => ({
      level: Number(heading.localName.slice(1)),
      text: (heading.textContent ?? '').trim(),
    })),
    ids: all('[id]').map(({ id }) => id),
    references,
    structuredData: all('script[type="application/ld+json"]').map(({ textContent }) => textContent ?? ''),
    links: all<HTMLLinkElement>('link[rel]').map((link) => ({
      rel: link.rel,
      as: attribute(link, 'as'),
      href: attribute(link, 'href'),
      crossOrigin: link.hasAttribute('crossorigin'),
    })),
    pictures: all('img').map((picture) => {
      const sources = [picture, ...(picture.closest('picture')?.querySelectorAll('source') ?? [])]
      return {
        html: picture.outerHTML.slice(0, 160),
        hasSize: ['width', 'height'].every((name) => Number(attribute(picture, name)) > 0),
        hasAlt: picture.hasAttribute('alt'),
        hasSizes: sources.every(
          (source) => !attribute(source, 'srcset').includes('w,') || source.hasAttribute('sizes'),
        ),
      }
    }),
    isStatic: parsed.querySelector('script[data-static-page]') !== null,
  }
}
