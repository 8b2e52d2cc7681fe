import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { launchBrowser } from './browser.ts'
import { type Crawl, crawl, type Place } from './site-crawler.ts'
import { documentReader } from './site-document.ts'
import { type SitePage, sitePages } from './site-pages.ts'

const MAX_ADDRESSES = 600
/** Entry pages of people and old links, and files that crawlers request on their own. */
const BEGINNINGS = ['/', '/get-started', '/sitemap.xml', '/robots.txt']
/** Pages that no page links to, reached from emails, forms, searches and typos. */
const WITHOUT_LINKS = [
  '/thank-you',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/morning-five/unsubscribe',
  '/privacy/confirm',
  '/*',
]
/** Expected content type by kind of reference. */
const TYPES: [RegExp, RegExp][] = [
  [/^(img\[|source\[|srcset|picture of links|link\[(icon|apple-touch-icon)\])/, /^image\//],
  [/^link\[stylesheet\]/, /^text\/css/],
  [/^script\[/, /javascript/],
]
const MAIL = /^mailto:[^@\s?]+@[^@\s?]+\.[a-z]+(\?|$)/
const TELEPHONE = /^tel:\+?[\d-]+$/

let product: Product
let browser: Awaited<ReturnType<typeof launchBrowser>>
let pages: SitePage[]
let site: Crawl

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), launchBrowser()])
  pages = await sitePages(product.url)
  const read = await documentReader(browser)
  const unlinked = pages.filter((page) => !isLinked(page)).map(({ address }) => address)
  site = await crawl(product.url, [...BEGINNINGS, ...unlinked], read, MAX_ADDRESSES)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test('no link of a public page responds with an error', () => {
  expect(site.places.size).toBeGreaterThan(100)
  expect(site.places.size).toBeLessThanOrEqual(MAX_ADDRESSES)
  const absent = new Set(pages.filter(({ status }) => status === 404).map(({ address }) => address))
  const wrong = [...site.places].filter(([address, place]) =>
    absent.has(address) ? place.status !== 404 : !isGood(address, place),
  )
  expect(wrong.map(([address, { status, from }]) => `${status} ${address}: ${firstFew(from)}`)).toEqual([])
})

test('scripts, styles, fonts and pictures have their content type', () => {
  const wrong = [...site.places].flatMap(([address, { type, from, status }]) =>
    TYPES.flatMap(([kind, wanted]) => {
      const pointing = from.find((each) => kind.test(each))
      return pointing && status === 200 && !wanted.test(type) ? [`${address} is ${type}: ${pointing}`] : []
    }),
  )
  expect(wrong).toEqual([])
})

test('no redirect points to another redirect', () => {
  const chains = [...site.places].filter(([, { location }]) => {
    const target = location === null ? null : new URL(location, product.url)
    return target && site.places.get(target.pathname + target.search)?.location
  })
  expect(
    chains.map(([address, { location, from }]) => `${address} to ${location}: ${firstFew(from)}`),
  ).toEqual([])
})

test('every linked anchor exists', () => {
  const missing = site.anchors.filter(({ address, id }) => {
    const document = site.places.get(address)?.document
    return document && id !== 'top' && !document.ids.includes(id)
  })
  const problems = missing.map(({ address, id, on }) => `${address}#${id}, pointed at on ${on}`)
  expect([...new Set(problems)]).toEqual([])
})

test('every public page can be reached by links from the landing page', () => {
  const reached = new Set(['/'])
  for (const address of reached) {
    const document = site.places.get(address)?.document
    for (const { kind, address: target } of document?.isStatic ? document.references : []) {
      const found = URL.parse(target, new URL(address, product.url))
      if (kind === 'a[href]' && found?.origin === product.url) reached.add(found.pathname + found.search)
    }
  }
  const missed = pages.filter((page) => isLinked(page) && !reached.has(page.address))
  expect(missed.map(({ address }) => address)).toEqual([])
})

test('external links use https without access to the page; email and phone links are valid', () => {
  const wrong = site.outward.filter(({ kind, address, rel }) => {
    if (MAIL.test(address) || TELEPHONE.test(address) || address.startsWith('data:')) return false
    return !(kind === 'a[href]' && address.startsWith('https://') && rel.split(' ').includes('noopener'))
  })
  const problems = wrong.map(({ kind, address, rel, on }) => `${kind} ${address} rel="${rel}" on ${on}`)
  expect([...new Set(problems)]).toEqual([])
})

test('feed and sitemap are well-formed, and the sitemap lists exactly the indexable pages', () => {
  for (const address of ['/sitemap.xml', '/blog/feed.xml']) {
    expect(site.places.get(address)?.document, address).toMatchObject({ malformed: null })
  }
  const mayBeFound = pages.filter(({ address }) => {
    const robots = site.places.get(address)?.document?.metas.robots ?? []
    return !address.includes('?') && !robots.some((each) => each.includes('noindex'))
  })
  const listed = pages.filter(({ isListed }) => isListed)
  expect(mayBeFound.map(({ address }) => address)).toEqual(listed.map(({ address }) => address))
})

function isLinked({ route, address }: SitePage): boolean {
  return !WITHOUT_LINKS.includes(route) && !address.startsWith('/documentation?')
}

/** Forms are refused without their fields, and examples of the API may require a session. */
function isGood(address: string, { status, from }: Place): boolean {
  if (address.startsWith('POST ')) return status < 500 && status !== 404 && status !== 405
  const isExample = from.every((each) => each.startsWith('data-url'))
  return status > 0 && (status < 400 || (isExample && status === 401))
}

/** Shows three places, because every page has the same footer. */
function firstFew(from: string[]): string {
  return from.length > 3 ? `${from.slice(0, 3).join(', ')} and ${from.length - 3} more` : from.join(', ')
}
