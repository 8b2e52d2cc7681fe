import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { launchBrowser } from './browser.ts'
import { type Crawl, type CrawledUrl, crawl } from './site-crawler.ts'
import { openDocumentReader } from './site-document.ts'
import { readSitePages, type SitePage } from './site-pages.ts'

const MAX_URLS = 600
/** URLs at which visitors and crawlers start. */
const START_PATHS = ['/', '/get-started', '/sitemap.xml', '/robots.txt']
/** Pages that no page links to, reached from emails, forms, searches and typos. */
const UNLINKED_ROUTES = [
  '/thank-you',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/morning-five/unsubscribe',
  '/analytics/unsubscribe',
  '/privacy/confirm',
  '/*',
]
/** Expected content type by kind of reference. */
const CONTENT_TYPES: [RegExp, RegExp][] = [
  [/^(img\[|source\[|srcset|picture of links|link\[(icon|apple-touch-icon)\])/, /^image\//],
  [/^link\[stylesheet\]/, /^text\/css/],
  [/^script\[/, /javascript/],
]
const MAILTO_PATTERN = /^mailto:[^@\s?]+@[^@\s?]+\.[a-z]+(\?|$)/
const TEL_PATTERN = /^tel:\+?[\d-]+$/

let product: Product
let browser: Awaited<ReturnType<typeof launchBrowser>>
let pages: SitePage[]
let site: Crawl

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), launchBrowser()])
  pages = await readSitePages(product.url)
  const readDocument = await openDocumentReader(browser)
  const unlinkedPages = pages.filter((page) => !isLinked(page)).map(({ path }) => path)
  site = await crawl(product.url, [...START_PATHS, ...unlinkedPages], readDocument, MAX_URLS)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test('no link of a public page responds with an error', () => {
  expect(site.urls.size).toBeGreaterThan(100)
  expect(site.urls.size).toBeLessThanOrEqual(MAX_URLS)
  const missingUrls = new Set(pages.filter(({ status }) => status === 404).map(({ path }) => path))
  const failures = [...site.urls].filter(([path, crawledUrl]) =>
    missingUrls.has(path) ? crawledUrl.status !== 404 : !isExpected(path, crawledUrl),
  )
  expect(
    failures.map(([path, { status, referrers }]) => `${status} ${path}: ${summarize(referrers)}`),
  ).toEqual([])
})

test('scripts, styles, fonts and pictures have their content type', () => {
  const failures = [...site.urls].flatMap(([path, { type, referrers, status }]) =>
    CONTENT_TYPES.flatMap(([kind, contentType]) => {
      const referrer = referrers.find((reference) => kind.test(reference))
      return referrer && status === 200 && !contentType.test(type) ? [`${path} is ${type}: ${referrer}`] : []
    }),
  )
  expect(failures).toEqual([])
})

test('no redirect points to another redirect', () => {
  const redirectChains = [...site.urls].filter(([, { location }]) => {
    const target = location === null ? null : new URL(location, product.url)
    return target && site.urls.get(target.pathname + target.search)?.location
  })
  expect(
    redirectChains.map(
      ([path, { location, referrers }]) => `${path} to ${location}: ${summarize(referrers)}`,
    ),
  ).toEqual([])
})

test('every linked anchor exists', () => {
  const brokenAnchors = site.anchors.filter(({ url: path, id }) => {
    const document = site.urls.get(path)?.document
    return document && id !== 'top' && !document.ids.includes(id)
  })
  const problems = brokenAnchors.map(({ url: path, id, source }) => `${path}#${id}, linked from ${source}`)
  expect([...new Set(problems)]).toEqual([])
})

test('every public page can be reached by links from the landing page', () => {
  const reachedUrls = new Set(['/'])
  for (const path of reachedUrls) {
    const document = site.urls.get(path)?.document
    for (const { kind, url: target } of document?.isStatic ? document.references : []) {
      const url = URL.parse(target, new URL(path, product.url))
      if (kind === 'a[href]' && url?.origin === product.url) reachedUrls.add(url.pathname + url.search)
    }
  }
  const unreachablePages = pages.filter((page) => isLinked(page) && !reachedUrls.has(page.path))
  expect(unreachablePages.map(({ path }) => path)).toEqual([])
})

test('external links use https without access to the page; email and phone links are valid', () => {
  const failures = site.externalLinks.filter(({ kind, url: path, rel }) => {
    if (MAILTO_PATTERN.test(path) || TEL_PATTERN.test(path) || path.startsWith('data:')) return false
    return !(kind === 'a[href]' && path.startsWith('https://') && rel.split(' ').includes('noopener'))
  })
  const problems = failures.map(
    ({ kind, url: path, rel, source }) => `${kind} ${path} rel="${rel}" on ${source}`,
  )
  expect([...new Set(problems)]).toEqual([])
})

test('feed and sitemap are well-formed, and the sitemap lists exactly the indexable pages', () => {
  for (const path of ['/sitemap.xml', '/blog/feed.xml']) {
    expect(site.urls.get(path)?.document, path).toMatchObject({ malformed: null })
  }
  const indexablePages = pages.filter(({ path }) => {
    const robots = site.urls.get(path)?.document?.metas.robots ?? []
    return !path.includes('?') && !robots.some((reference) => reference.includes('noindex'))
  })
  const listedPages = pages.filter(({ isListed }) => isListed)
  expect(indexablePages.map(({ path }) => path)).toEqual(listedPages.map(({ path }) => path))
})

function isLinked({ route, path }: SitePage): boolean {
  return !UNLINKED_ROUTES.includes(route) && !path.startsWith('/documentation?')
}

/** Forms are refused without their fields, and examples of the API may require a session. */
function isExpected(path: string, { status, referrers }: CrawledUrl): boolean {
  if (path.startsWith('POST ')) return status < 500 && status !== 404 && status !== 405
  const isExample = referrers.every((reference) => reference.startsWith('data-url'))
  return status > 0 && (status < 400 || (isExample && status === 401))
}

/** Lists three referrers, because every page has the same footer. */
function summarize(referrers: string[]): string {
  return referrers.length > 3
    ? `${referrers.slice(0, 3).join(', ')} and ${referrers.length - 3} more`
    : referrers.join(', ')
}
