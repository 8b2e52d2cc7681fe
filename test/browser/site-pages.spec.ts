import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mapConcurrently } from '#test/map-concurrently.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { launchBrowser } from './browser.ts'
import { documentReader, type SiteDocument } from './site-document.ts'
import { type SitePage, sitePages } from './site-pages.ts'

type ReadPage = SitePage & { document: SiteDocument; headers: Headers; html: string }

const MAX_TITLE_LENGTH = 65
const DESCRIPTION = { min: 50, max: 160 }

let product: Product
let pages: ReadPage[]

beforeAll(async () => {
  product = await startProduct()
  const browser = await launchBrowser()
  const read = await documentReader(browser)
  pages = await mapConcurrently(await sitePages(product.url), async (page) => {
    const response = await fetch(product.url + page.address)
    const html = await response.text()
    expect(response.status, page.address).toBe(page.status)
    return { ...page, html, headers: response.headers, document: await read(html, 'text/html') }
  })
  await browser.close()
})
afterAll(() => product?.stop())

describe('metadata for search engines and other sites', () => {
  test('each page has a language, a viewport, one level-1 heading, and headings in order', () => {
    expect(
      wrongOn(({ document: { lang, metas, headings } }) => [
        lang === 'en' || `language ${lang}`,
        /width=device-width/.test(only(metas.viewport)) || `viewport ${metas.viewport}`,
        !/maximum-scale|user-scalable/.test(only(metas.viewport)) || 'cannot be enlarged',
        headings.filter(({ level }) => level === 1).length === 1 || 'first headings other than one',
        ...headings.map(({ level, text }, i) => {
          const before = headings[i - 1]?.level ?? 0
          return (level <= before + 1 && text !== '') || `h${level} "${text}" after h${before}`
        }),
      ]),
    ).toEqual([])
  })

  test('each page has a unique title and description within the displayed length', () => {
    const known = new Map<string, string>()
    const isNew = (page: ReadPage, text: string) => {
      const before = known.get(text)
      known.set(text, page.address)
      return before === undefined || `"${text}" also on ${before}`
    }
    expect(
      wrongOn((page) => {
        const { title, metas } = page.document
        const isShort =
          (title.length > 0 && title.length <= MAX_TITLE_LENGTH) || `title of ${title.length}: ${title}`
        if (!mayBeFound(page)) return [isShort]
        const description = only(metas.description)
        const { length } = description
        const fits = length >= DESCRIPTION.min && length <= DESCRIPTION.max
        return [
          isShort,
          isNew(page, title),
          fits || `description of ${length}: ${description}`,
          isNew(page, description),
        ]
      }),
    ).toEqual([])
  })

  test('each indexable page has a canonical URL and a link preview', () => {
    expect(
      wrongOn((page) => {
        const { title, metas, links } = page.document
        if (!mayBeFound(page)) return [!page.isListed || 'listed, and not to be found']
        const own = product.url + page.address
        const canonical = links.filter(({ rel }) => rel === 'canonical').map(({ href }) => href)
        const image = only(metas['og:image'])
        return [
          (canonical.length === 1 && canonical[0] === own) || `canonical ${canonical}`,
          only(metas['og:url']) === own || `og:url ${metas['og:url']}`,
          only(metas['og:title']) === title || `og:title ${metas['og:title']}`,
          only(metas['og:description']) === only(metas.description) || 'og:description',
          /^(website|article)$/.test(only(metas['og:type'])) || `og:type ${metas['og:type']}`,
          only(metas['og:site_name']) !== '' || 'og:site_name',
          image.startsWith(`${product.url}/`) || `og:image ${image}`,
          (only(metas['og:image:width']) === '1200' && only(metas['og:image:height']) === '630') ||
            'og:image size',
          only(metas['twitter:card']) === 'summary_large_image' || 'twitter:card',
        ]
      }),
    ).toEqual([])
  })
})

describe('delivery of a page', () => {
  test('has one small script, no framework, a preloaded font and sized pictures', () => {
    expect(
      wrongOn(({ document, html }) => [
        document.isStatic || 'with the framework',
        (html.match(/<script[^>]* src=/g) ?? []).length === 1 || 'other than one script',
        !/rel="modulepreload"/.test(html) || 'scripts beforehand',
        ...oneFont(document),
        ...document.pictures.map(({ hasSize, hasAlt, hasSizes, html: picture }) => {
          return (hasSize && hasAlt && hasSizes) || `size, alternative text or sizes of ${picture}`
        }),
        ...document.ids.map((id, i) => document.ids.indexOf(id) === i || `twice the id ${id}`),
      ]),
    ).toEqual([])
  })

  test('is compressed, cached for a minute, and has a new nonce each time', async () => {
    const wrong: string[] = []
    const nonces = new Set(pages.map(({ html, headers }) => nonceOf(html, headers)))
    for (const { address, html, headers } of pages) {
      const again = await fetch(product.url + address, { headers: { 'accept-encoding': 'gzip' } })
      const text = await again.text()
      const [first, second] = [nonceOf(html, headers), nonceOf(text, again.headers)]
      if (headers.get('content-encoding') !== 'br' && !headers.get('content-encoding')?.match(/gzip|deflate/))
        wrong.push(`${address} is not compressed`)
      if (again.headers.get('content-encoding') !== 'gzip') wrong.push(`${address} is not gzipped`)
      if (!first || !second || nonces.has(second)) wrong.push(`${address} has nonce ${first}, then ${second}`)
      if (html.replaceAll(first, '') !== text.replaceAll(second, '')) wrong.push(`${address} has changed`)
      nonces.add(second)
    }
    expect(wrong).toEqual([])
    expect(nonces.size).toBe(2 * pages.length)
  })
})

/** Pages that search engines may index; the others are reached from a form, an email or a typo. */
function mayBeFound({ status, document }: ReadPage): boolean {
  return status === 200 && !only(document.metas.robots).includes('noindex')
}

/** Each page with its wrong facts. */
function wrongOn(facts: (page: ReadPage) => (true | string)[]): string[] {
  return pages.flatMap((page) =>
    facts(page)
      .filter((fact) => fact !== true)
      .map((fact) => `${page.address}: ${fact}`),
  )
}

/** The value of something that must be stated once. */
function only(values: string[] = []): string {
  return values.length > 1 ? `said ${values.length} times` : (values[0] ?? '')
}

function oneFont({ links }: SiteDocument): (true | string)[] {
  const fonts = links.filter(({ rel, as }) => rel === 'preload' && as === 'font')
  return [(fonts.length === 1 && fonts.every(({ crossOrigin }) => crossOrigin)) || `${fonts.length} fonts`]
}

/** The nonce in the policy and in all scripts of the page; empty if they differ. */
function nonceOf(html: string, headers: Headers): string {
  const policy = headers.get('content-security-policy') ?? ''
  const named = [...`${html}`.matchAll(/ nonce="([^"]+)"/g), ...policy.matchAll(/'nonce-([^']+)'/g)]
  const nonces = new Set(named.map(([, nonce]) => nonce))
  return nonces.size === 1 && named.length > 2 ? ([...nonces][0] ?? '') : ''
}
