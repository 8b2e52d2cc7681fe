import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mapConcurrently } from '#test/map-concurrently.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { launchBrowser } from './browser.ts'
import { openDocumentReader, type SiteDocument } from './site-document.ts'
import { readSitePages, type SitePage } from './site-pages.ts'

type FetchedPage = SitePage & { document: SiteDocument; headers: Headers; html: string }

const MAX_TITLE_LENGTH = 65
const DESCRIPTION = { min: 50, max: 160 }

let product: Product
let pages: FetchedPage[]

beforeAll(async () => {
  product = await startProduct()
  const browser = await launchBrowser()
  const readDocument = await openDocumentReader(browser)
  pages = await mapConcurrently(await readSitePages(product.url), async (page) => {
    const response = await fetch(product.url + page.path)
    const html = await response.text()
    expect(response.status, page.path).toBe(page.status)
    return { ...page, html, headers: response.headers, document: await readDocument(html, 'text/html') }
  })
  await browser.close()
})
afterAll(() => product?.stop())

describe('metadata for search engines and other sites', () => {
  test('each page has a language, a viewport, one level-1 heading, and headings in order', () => {
    expect(
      problemsOf(({ document: { lang, metas, headings } }) => [
        lang === 'en' || `language ${lang}`,
        /width=device-width/.test(singleValue(metas.viewport)) || `viewport ${metas.viewport}`,
        !/maximum-scale|user-scalable/.test(singleValue(metas.viewport)) || 'cannot be enlarged',
        headings.filter(({ level }) => level === 1).length === 1 || 'not exactly one h1',
        ...headings.map(({ level, text }, index) => {
          const previousLevel = headings[index - 1]?.level ?? 0
          return (level <= previousLevel + 1 && text !== '') || `h${level} "${text}" after h${previousLevel}`
        }),
      ]),
    ).toEqual([])
  })

  test('each page has a unique title and description within the displayed length', () => {
    const pagesByText = new Map<string, string>()
    const checkUnique = (page: FetchedPage, text: string) => {
      const firstPath = pagesByText.get(text)
      pagesByText.set(text, page.path)
      return firstPath === undefined || `"${text}" also on ${firstPath}`
    }
    expect(
      problemsOf((page) => {
        const { title, metas } = page.document
        const titleCheck =
          (title.length > 0 && title.length <= MAX_TITLE_LENGTH) || `title of ${title.length}: ${title}`
        if (!isIndexable(page)) return [titleCheck]
        const description = singleValue(metas.description)
        const { length } = description
        const fits = length >= DESCRIPTION.min && length <= DESCRIPTION.max
        return [
          titleCheck,
          checkUnique(page, title),
          fits || `description of ${length}: ${description}`,
          checkUnique(page, description),
        ]
      }),
    ).toEqual([])
  })

  test('each indexable page has a canonical URL and a link preview', () => {
    expect(
      problemsOf((page) => {
        const { title, metas, links } = page.document
        if (!isIndexable(page)) return [!page.isListed || 'listed but not indexable']
        const url = product.url + page.path
        const canonical = links.filter(({ rel }) => rel === 'canonical').map(({ href }) => href)
        const image = singleValue(metas['og:image'])
        return [
          (canonical.length === 1 && canonical[0] === url) || `canonical ${canonical}`,
          singleValue(metas['og:url']) === url || `og:url ${metas['og:url']}`,
          singleValue(metas['og:title']) === title || `og:title ${metas['og:title']}`,
          singleValue(metas['og:description']) === singleValue(metas.description) || 'og:description',
          /^(website|article)$/.test(singleValue(metas['og:type'])) || `og:type ${metas['og:type']}`,
          singleValue(metas['og:site_name']) !== '' || 'og:site_name',
          image.startsWith(`${product.url}/`) || `og:image ${image}`,
          (singleValue(metas['og:image:width']) === '1200' &&
            singleValue(metas['og:image:height']) === '630') ||
            'og:image size',
          singleValue(metas['twitter:card']) === 'summary_large_image' || 'twitter:card',
        ]
      }),
    ).toEqual([])
  })
})

describe('delivery of a page', () => {
  test('has one small script, no framework, a preloaded font and sized pictures', () => {
    expect(
      problemsOf(({ document, html }) => [
        document.isStatic || 'with the framework',
        (html.match(/<script[^>]* src=/g) ?? []).length === 1 || 'not exactly one script',
        !/rel="modulepreload"/.test(html) || 'preloaded scripts',
        ...checkFont(document),
        ...document.pictures.map(({ hasSize, hasAlt, hasSizes, html: picture }) => {
          return (hasSize && hasAlt && hasSizes) || `size, alternative text or sizes of ${picture}`
        }),
        ...document.ids.map((id, index) => document.ids.indexOf(id) === index || `duplicate id ${id}`),
      ]),
    ).toEqual([])
  })

  test('is compressed, cached for a minute, and has a new nonce each time', async () => {
    const problems: string[] = []
    const nonces = new Set(pages.map(({ html, headers }) => nonceOf(html, headers)))
    for (const { path, html, headers } of pages) {
      const response = await fetch(product.url + path, { headers: { 'accept-encoding': 'gzip' } })
      const text = await response.text()
      const [firstNonce, secondNonce] = [nonceOf(html, headers), nonceOf(text, response.headers)]
      if (headers.get('content-encoding') !== 'br' && !headers.get('content-encoding')?.match(/gzip|deflate/))
        problems.push(`${path} is not compressed`)
      if (response.headers.get('content-encoding') !== 'gzip') problems.push(`${path} is not gzipped`)
      if (!firstNonce || !secondNonce || nonces.has(secondNonce))
        problems.push(`${path} has nonce ${firstNonce}, then ${secondNonce}`)
      if (html.replaceAll(firstNonce, '') !== text.replaceAll(secondNonce, ''))
        problems.push(`${path} has changed`)
      nonces.add(secondNonce)
    }
    expect(problems).toEqual([])
    expect(nonces.size).toBe(2 * pages.length)
  })
})

/** True if search engines may index the page. */
function isIndexable({ status, document }: FetchedPage): boolean {
  return status === 200 && !singleValue(document.metas.robots).includes('noindex')
}

/** Lists the failed checks of each page; a passed check returns true. */
function problemsOf(check: (page: FetchedPage) => (true | string)[]): string[] {
  return pages.flatMap((page) =>
    check(page)
      .filter((result) => result !== true)
      .map((result) => `${page.path}: ${result}`),
  )
}

/** The value of something that must be stated once. */
function singleValue(values: string[] = []): string {
  return values.length > 1 ? `stated ${values.length} times` : (values[0] ?? '')
}

function checkFont({ links }: SiteDocument): (true | string)[] {
  const fonts = links.filter(({ rel, as }) => rel === 'preload' && as === 'font')
  return [(fonts.length === 1 && fonts.every(({ crossOrigin }) => crossOrigin)) || `${fonts.length} fonts`]
}

/** The nonce in the policy and in all scripts of the page; empty if they differ. */
function nonceOf(html: string, headers: Headers): string {
  const policy = headers.get('content-security-policy') ?? ''
  const nonceMatches = [...`${html}`.matchAll(/ nonce="([^"]+)"/g), ...policy.matchAll(/'nonce-([^']+)'/g)]
  const nonces = new Set(nonceMatches.map(([, nonce]) => nonce))
  return nonces.size === 1 && nonceMatches.length > 2 ? ([...nonces][0] ?? '') : ''
}
