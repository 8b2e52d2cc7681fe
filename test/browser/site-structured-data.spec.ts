import { afterAll, beforeAll, expect, test } from 'vitest'
import { mapConcurrently } from '#test/map-concurrently.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { addressesIn, findMistakes, namesIn } from '#test/structured-data.ts'
import { launchBrowser } from './browser.ts'
import { documentReader } from './site-document.ts'
import { sitePages } from './site-pages.ts'

type Block = { address: string; text: string }

let product: Product
/** All blocks of all pages. */
let blocks: Block[]

beforeAll(async () => {
  product = await startProduct()
  const browser = await launchBrowser()
  const read = await documentReader(browser)
  const pages = await sitePages(product.url)
  const found = await mapConcurrently(pages, async ({ address, status }) => {
    const response = await fetch(product.url + address)
    expect(response.status, address).toBe(status)
    const { structuredData } = await read(await response.text(), 'text/html')
    return structuredData.map((text) => ({ address, text }))
  })
  blocks = found.flat()
  await browser.close()
})
afterAll(() => product?.stop())

test('every block of structured data follows the vocabulary with all required properties', () => {
  const mistakes = blocks.flatMap(({ address, text }) =>
    findMistakes(text).map((each) => `${address}: ${each}`),
  )
  expect(mistakes).toEqual([])
})

test('the landing page, posts and documentation have structured data of their type', () => {
  const typesOf = (address: string) =>
    blocks
      .filter((block) => block.address === address)
      .flatMap(({ text }) => text.match(/(?<="@type":")\w+/g) ?? [])
  expect(typesOf('/')).toEqual(
    expect.arrayContaining(['Organization', 'WebSite', 'SoftwareApplication', 'Offer', 'FAQPage']),
  )
  const kinds: [RegExp, string[]][] = [
    [/^\/blog\/(?!no-such)/, ['BlogPosting', 'BreadcrumbList']],
    [/^\/documentation\/(?!no-such)/, ['TechArticle', 'BreadcrumbList']],
  ]
  for (const [place, types] of kinds) {
    const addresses = [...new Set(blocks.map(({ address }) => address))].filter((each) => place.test(each))
    expect(addresses.length, String(place)).toBeGreaterThan(5)
    for (const address of addresses) expect(typesOf(address), address).toEqual(expect.arrayContaining(types))
  }
})

test('URLs in structured data exist, and its references are defined on the page or the landing page', async () => {
  const parsed = blocks.map(({ address, text }) => ({ address, block: JSON.parse(text) as unknown }))
  const own = parsed.flatMap(({ address, block }) =>
    addressesIn(block).map(({ property, value }) => ({ on: `${property} on ${address}`, value })),
  )
  const foreign = own.filter(({ value }) => !value.startsWith(product.url))
  expect(foreign.filter(({ on, value }) => !on.startsWith('sameAs') || !value.startsWith('https:'))).toEqual(
    [],
  )

  const questions = new Set(
    own.map(({ value }) => value.split('#')[0] ?? '').filter((each) => each.startsWith(product.url)),
  )
  const answers = await mapConcurrently(questions, async (value) => ({
    value,
    status: (await fetch(value)).status,
  }))
  const missing = answers.filter(({ status }) => status >= 400)
  const referencesTo = ({ value }: { value: string }) =>
    own.filter((each) => each.value.split('#')[0] === value)
  expect(missing.map((each) => ({ ...each, on: referencesTo(each).map(({ on }) => on) }))).toEqual([])

  const givenOn = (place: string) =>
    parsed.filter(({ address }) => address === place).flatMap(({ block }) => namesIn(block).definedIds)
  const unknown = parsed.flatMap(({ address, block }) => {
    const given = [...givenOn('/'), ...givenOn(address)]
    return namesIn(block)
      .referencedIds.filter((name) => !given.includes(name))
      .map((name) => `${name} on ${address}`)
  })
  expect(unknown).toEqual([])
})

test('structured data of a page refers to its own URL', () => {
  type DescribedNode = {
    '@type': string
    url?: string
    mainEntityOfPage?: string
    itemListElement?: { item?: string }[]
  }
  const wrong = blocks.flatMap(({ address, text }) => {
    const block = JSON.parse(text) as DescribedNode
    const at =
      block['@type'] === 'BreadcrumbList'
        ? block.itemListElement?.at(-1)?.item
        : /Posting|Article/.test(block['@type'])
          ? (block.mainEntityOfPage ?? block.url)
          : null
    return at === null || at === product.url + address.split('?')[0]
      ? []
      : [`${block['@type']} on ${address}: ${at}`]
  })
  expect(wrong).toEqual([])
})
