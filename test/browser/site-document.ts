import type { Browser } from 'playwright-core'

/** A reference from a document. */
export type Reference = {
  /** For example `a[href]` or `og:image`. */
  kind: string
  /** The URL as written in the document. */
  url: string
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
export async function openDocumentReader(browser: Browser) {
  const page = await browser.newPage()
  return (text: string, type: 'text/html' | 'application/xml'): Promise<SiteDocument> =>
    page.evaluate(readDocument, { text, type })
}

/** Runs in the browser window. */
function readDocument({ text, type }: { text: string; type: DOMParserSupportedType }): SiteDocument {
  const doc = new DOMParser().parseFromString(text, type)
  const select = <T extends Element>(selector: string) => [...doc.querySelectorAll<T>(selector)]
  const attribute = (element: Element, name: string) => element.getAttribute(name) ?? ''

  const metas: Record<string, string[]> = {}
  for (const meta of select('meta[name], meta[property]')) {
    const name = attribute(meta, 'name') || attribute(meta, 'property')
    metas[name] = [...(metas[name] ?? []), attribute(meta, 'content')]
  }

  const references: Reference[] = []
  const addReferences = (selector: string, name: string, kind?: string) => {
    for (const element of select(selector)) {
      const url = attribute(element, name)
      const rel = attribute(element, 'rel')
      const referenceKind =
        kind ?? (element.localName === 'link' ? `link[${rel}]` : `${element.localName}[${name}]`)
      references.push({ kind: referenceKind, url: url, rel })
    }
  }
  for (const name of ['href', 'src', 'action', 'poster']) addReferences(`:not(form)[${name}]`, name)
  addReferences('form:not([method="post" i])', 'action', 'form')
  addReferences('form[method="post" i]', 'action', 'form[post]')
  addReferences('[data-url]', 'data-url', 'data-url')
  addReferences('meta[property="og:image"], meta[name="twitter:image"]', 'content', 'picture of links')
  addReferences('meta[property="og:url"]', 'content', 'og:url')
  for (const element of select('[srcset], [imagesrcset]')) {
    const sourceSet = attribute(element, 'srcset') || attribute(element, 'imagesrcset')
    for (const candidate of sourceSet.split(/,\s+/)) {
      references.push({ kind: 'srcset', url: candidate.trim().split(/\s/)[0] ?? '', rel: '' })
    }
  }
  for (const loc of select('loc')) references.push({ kind: 'loc', url: loc.textContent ?? '', rel: '' })

  return {
    malformed: doc.querySelector('parsererror')?.textContent ?? null,
    lang: attribute(doc.documentElement, 'lang'),
    title: doc.title,
    metas,
    headings: select('h1, h2, h3, h4, h5, h6').map((heading) => ({
      level: Number(heading.localName.slice(1)),
      text: (heading.textContent ?? '').trim(),
    })),
    ids: select('[id]').map(({ id }) => id),
    references,
    structuredData: select('script[type="application/ld+json"]').map(({ textContent }) => textContent ?? ''),
    links: select<HTMLLinkElement>('link[rel]').map((link) => ({
      rel: link.rel,
      as: attribute(link, 'as'),
      href: attribute(link, 'href'),
      crossOrigin: link.hasAttribute('crossorigin'),
    })),
    pictures: select('img').map((picture) => {
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
    isStatic: doc.querySelector('script[data-static-page]') !== null,
  }
}
