import { afterAll, beforeAll, expect, test } from 'vitest'
import { mapConcurrently } from '#test/map-concurrently.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { addressesIn, findMistakes, namesIn } from '#test/structured-data.ts'
import { launchBrowser } from './browser.ts'
import { openDocumentReader } from './site-document.ts'
import { readSitePages } from './site-pages.ts'

type Block = { path: string; text: string }

let product: Product
/** All blocks of all pages. */
let blocks: Block[]

beforeAll(async () => {
  product = await startProduct()
  const browser = await launchBrowser()
  const readDocument = await openDocumentReader(browser)
  const pages = await readSitePages(product.url)
  const blocksByPage = await mapConcurrently(pages, async ({ path, status }) => {
    const response = await fetch(product.url + path)
    expect(response.status, path).toBe(status)
    const { structuredData } = await readDocument(await response.text(), 'text/html')
    return structuredData.map((text) => ({ path, text }))
  })
  blocks = blocksByPage.flat()
  await browser.close()
})
afterAll(() => product?.stop())

test('every block of structured data follows the vocabulary with all required properties', () => {
  const mistakes = blocks.flatMap(({ path, text }) => findMistakes(text).map((each) => `${path}: ${each}`))
  expect(mistakes).toEqual([])
})

test('the landing page, posts and documentation have structured data of their type', () => {
  const typesOf = (path: string) =>
    blocks
      .filter((block) => block.path === path)
      .flatMap(({ text }) => text.match(/(?<="@type":")\w+/g) ?? [])
  expect(typesOf('/')).toEqual(
    expect.arrayContaining(['Organization', 'WebSite', 'SoftwareApplication', 'Offer', 'FAQPage']),
  )
  const kinds: [RegExp, string[]][] = [
    [/^\/blog\/(?!no-such)/, ['BlogPosting', 'BreadcrumbList']],
    [/^\/documentation\/(?!no-such)/, ['TechArticle', 'BreadcrumbList']],
  ]
  for (const [pattern, types] of kinds) {
    const paths = [...new Set(blocks.map(({ path }) => path))].filter((each) => pattern.test(each))
    expect(paths.length, String(pattern)).toBeGreaterThan(5)
    for (const path of paths) expect(typesOf(path), path).toEqual(expect.arrayContaining(types))
  }
})

test('URLs in structured data exist, and its references are defined on the page or the landing page', async () => {
  const parsed = blocks.map(({ path, text }) => ({ path, block: JSON.parse(text) as unknown }))
  const urls = parsed.flatMap(({ path, block }) =>
    addressesIn(block).map(({ property, value }) => ({ source: `${property} on ${path}`, value })),
  )
  const foreignUrls = urls.filter(({ value }) => !value.startsWith(product.url))
  expect(
    foreignUrls.filter(({ source, value }) => !source.startsWith('sameAs') || !value.startsWith('https:')),
  ).toEqual([])

  const checkedUrls = new Set(
    urls.map(({ value }) => value.split('#')[0] ?? '').filter((each) => each.startsWith(product.url)),
  )
  const responses = await mapConcurrently(checkedUrls, async (value) => ({
    value,
    status: (await fetch(value)).status,
  }))
  const missingUrls = responses.filter(({ status }) => status >= 400)
  const referencesTo = ({ value }: { value: string }) =>
    urls.filter((each) => each.value.split('#')[0] === value)
  expect(
    missingUrls.map((each) => ({ ...each, sources: referencesTo(each).map(({ source }) => source) })),
  ).toEqual([])

  const definedNames = (definingPath: string) =>
    parsed.filter(({ path }) => path === definingPath).flatMap(({ block }) => namesIn(block).definedIds)
  const undefinedNames = parsed.flatMap(({ path, block }) => {
    const definedIds = [...definedNames('/'), ...definedNames(path)]
    return namesIn(block)
      .referencedIds.filter((name) => !definedIds.includes(name))
      .map((name) => `${name} on ${path}`)
  })
  expect(undefinedNames).toEqual([])
})

test('structured data of a page refers to its own URL', () => {
  type DescribedNode = {
    '@type': string
    url?: string
    mainEntityOfPage?: string
    itemListElement?: { item?: string }[]
  }
  const problems = blocks.flatMap(({ path, text }) => {
    const block = JSON.parse(text) as DescribedNode
    const url =
      block['@type'] === 'BreadcrumbList'
        ? block.itemListElement?.at(-1)?.item
        : /Posting|Article/.test(block['@type'])
          ? (block.mainEntityOfPage ?? block.url)
          : null
    return url === null || url === product.url + path.split('?')[0]
      ? []
      : [`${block['@type']} on ${path}: ${url}`]
  })
  expect(problems).toEqual([])
})
