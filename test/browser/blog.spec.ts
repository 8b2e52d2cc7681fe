import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf, logMotion } from './accessibility.ts'
import { addPosts, METADATA, NEWEST_POST } from './known-posts.ts'
import { openBrowser, type Person } from './person.ts'
import { watchLoading } from './watch-loading.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Person
let page: Page
let database: pg.Client

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  visitor = await browser.newPerson()
  page = visitor.page
  await logMotion(visitor)
  database = new pg.Client({ connectionString: product.database.ownerUrl })
  await database.connect()
  await addPosts(database)
})
afterAll(async () => {
  await browser?.close()
  await database?.end()
  await product?.stop()
})

const main = () => page.getByRole('main')
const cards = () => main().locator('li', { has: page.locator('a[data-waits="post"]') })
const readTitles = () => cards().getByRole('heading').allInnerTexts()
const readMeta = (name: string) =>
  page
    .locator(`meta[name="${name}"], meta[property="${name}"]`)
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('content')))
const readPublishedDay = async () => {
  const { rows } = await database.query('select published_at from blog_posts where slug = $1', [
    NEWEST_POST.slug,
  ])
  return rows[0].published_at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}
const readCanonicalUrl = () => page.locator('link[rel="canonical"]').getAttribute('href')

describe('P09 the list', () => {
  const readPublishedTitles = async (category?: string) => {
    const { rows } = await database.query<{ title: string }>(
      `select title from blog_posts where status = 'published' and published_at <= now()
         and ($1::text is null or category = $1) order by published_at desc, id desc`,
      [category ?? null],
    )
    return rows.map(({ title }) => title)
  }

  test('shows published posts, newest first, on pages of twelve', async () => {
    const elements = await readPublishedTitles()
    const shownTitles: string[] = []
    const response = await page.goto(`${product.url}/blog?utm_source=mail`)
    expect(response?.status()).toBe(200)
    expect(await readCanonicalUrl()).toBe(`${product.url}/blog`)
    for (let pageNumber = 1; ; pageNumber++) {
      shownTitles.push(...(await readTitles()))
      const olderLink = main().getByRole('link', { name: 'Older', exact: true })
      if ((await olderLink.count()) === 0) break
      expect(await page.locator('head link[rel="next"]').count()).toBe(1)
      await olderLink.click()
      await page.waitForURL(`**/blog?page=${pageNumber + 1}`)
      expect(await readCanonicalUrl()).toBe(`${product.url}/blog?page=${pageNumber + 1}`)
    }
    expect(shownTitles).toEqual(elements)
    expect(elements.length).toBeGreaterThan(24)
    await main().getByRole('link', { name: 'Newer', exact: true }).click()
    await page.waitForURL('**/blog?page=2')
  })

  test('a card has category, title, excerpt, at most five keywords, day and reading time', async () => {
    await page.goto(`${product.url}/blog`)
    const card = cards().first()
    expect((await card.innerText()).split(/\n+/)).toEqual([
      NEWEST_POST.category,
      NEWEST_POST.title,
      'In short.',
      ...NEWEST_POST.keywords.slice(0, 5),
      await readPublishedDay(),
      '·',
      '4 min read',
    ])
    expect(await card.getByRole('link').getAttribute('href')).toBe(`/blog/${NEWEST_POST.slug}`)
    expect(await accessibilityViolationsOf(page)).toEqual([])
  })

  test('each chip opens a category and the current one is marked', async () => {
    await page.goto(`${product.url}/blog`)
    const chips = main().getByRole('navigation', { name: 'Categories' }).getByRole('link')
    const names = await chips.allInnerTexts()
    expect(names).toEqual([
      'All',
      'Real Estate Marketing',
      'Real Estate Data',
      'Lead Generation',
      '9D Framework',
      'Market Analysis',
    ])
    for (const name of names.slice(1)) {
      await chips.filter({ hasText: name }).click()
      await page.waitForURL('**/blog?category=*')
      const currentChip = main().locator('[aria-current="page"]')
      await currentChip.filter({ hasText: name }).waitFor()
      expect(await currentChip.count()).toBe(1)
      expect(await readTitles()).toEqual((await readPublishedTitles(name)).slice(0, 12))
      expect(await readCanonicalUrl()).toBe(page.url())
    }
    await chips.filter({ hasText: 'All' }).click()
    await page.waitForURL(`${product.url}/blog`)
  })

  test('links to the feed', async () => {
    const feed = page.locator('head link[rel="alternate"][type="application/atom+xml"]')
    const feedUrl = new URL((await feed.getAttribute('href')) ?? '', product.url)
    const response = await fetch(feedUrl)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
    ])
  })

  test.each(['category=cars', 'page=0', 'page=two', 'page=99'])(
    'responds 404 to an unknown URL: %s',
    async (query) => {
      const response = await page.goto(`${product.url}/blog?${query}`)
      expect(response?.status()).toBe(404)
      await main().getByRole('heading', { name: 'Page not found' }).waitFor()
      expect(await main().getByRole('link', { name: 'See all posts' }).getAttribute('href')).toBe('/blog')
      expect(await readMeta('robots')).toEqual(['noindex'])
      visitor.consoleErrors.splice(0)
    },
  )
})

describe('P10 a post', () => {
  beforeAll(async () => {
    await page.goto(`${product.url}/blog/${NEWEST_POST.slug}`)
  })

  test('has metadata for search engines and social networks', async () => {
    const url = `${product.url}/blog/${NEWEST_POST.slug}`
    expect(await page.title()).toBe(`${NEWEST_POST.title} · Ninefold`)
    expect(await readCanonicalUrl()).toBe(url)
    const { rows } = await database.query('select published_at, updated_at from blog_posts where slug = $1', [
      NEWEST_POST.slug,
    ])
    const expected: Record<string, string[]> = {
      description: [NEWEST_POST.description],
      keywords: [NEWEST_POST.keywords.join(', ')],
      author: ['Ada Okafor'],
      'og:type': ['article'],
      'og:title': [`${NEWEST_POST.title} · Ninefold`],
      'og:description': [NEWEST_POST.description],
      'og:url': [url],
      'og:image': [`${url}/card.png`],
      'og:image:width': ['1200'],
      'og:image:height': ['630'],
      'og:image:alt': [NEWEST_POST.title],
      'twitter:card': ['summary_large_image'],
      'article:published_time': [rows[0].published_at.toISOString()],
      'article:modified_time': [rows[0].updated_at.toISOString()],
      'article:author': ['Ada Okafor'],
      'article:section': [NEWEST_POST.category],
      'article:tag': NEWEST_POST.keywords,
    }
    for (const [name, contents] of Object.entries(expected)) {
      expect([name, await readMeta(name)]).toEqual([name, contents])
    }
    const picture = await fetch(`${url}/card.png`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  test('contains its structured data, whatever its content', async () => {
    const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
    const [breadcrumb, article] = texts.map((text) => JSON.parse(text))
    expect(breadcrumb).toMatchObject({ '@type': 'BreadcrumbList' })
    expect(breadcrumb.itemListElement.at(-1)).toMatchObject({ position: 3, name: NEWEST_POST.title })
    expect(article).toMatchObject({
      ...METADATA,
      url: `${product.url}/blog/${NEWEST_POST.slug}`,
      author: { '@type': 'Person', name: 'Ada Okafor' },
    })
  })

  test('shows category, three keywords, title, day, reading time, text, author and the other keywords', async () => {
    const article = main().getByRole('article')
    expect(await article.getByRole('heading', { level: 1 }).innerText()).toBe(NEWEST_POST.title)
    const readList = (name: string) =>
      article.getByRole('list', { name }).getByRole('listitem').allInnerTexts()
    expect(await readList('Main keywords')).toEqual(NEWEST_POST.keywords.slice(0, 3))
    expect(await readList('More keywords')).toEqual(NEWEST_POST.keywords.slice(3))
    expect(await article.getByRole('link', { name: NEWEST_POST.category }).getAttribute('href')).toBe(
      '/blog?category=market-analysis',
    )
    expect(await article.getByRole('time').innerText()).toBe(await readPublishedDay())
    await article.getByText('4 min read').waitFor()
    await article.getByText('Written by Ada Okafor').waitFor()
    await article.getByRole('blockquote').getByText('Quoted.').waitFor()
    await article.getByRole('cell', { name: '2026' }).waitFor()
    expect(await page.title()).not.toBe('taken over')
    expect(await article.locator('script, [onclick]').count()).toBe(0)
    expect(await accessibilityViolationsOf(page)).toEqual([])
  })

  test('links to its sections, related posts and the blog', async () => {
    const contents = main().getByRole('navigation', { name: 'On this page' })
    expect(await contents.getByRole('link').allInnerTexts()).toEqual([
      'First part',
      'A detail',
      'Second part',
    ])
    await contents.getByRole('link', { name: 'Second part' }).click()
    const heading = main().getByRole('heading', { name: 'Second part' })
    const barHeight = (await page.getByRole('banner').boundingBox())?.height ?? 0
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeGreaterThanOrEqual(barHeight)
    const relatedPosts = main().getByRole('region', { name: 'Related posts' })
    expect(
      await relatedPosts
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading') })
        .count(),
    ).toBe(3)
    await main().getByRole('link', { name: 'Back to Blog' }).first().click()
    await page.waitForURL(`${product.url}/blog`)
    expect(visitor.consoleErrors).toEqual([])
  })

  test.each(['no-such-post', 'a-draft', 'of-tomorrow', 'No%20such'])(
    'shows a 404 page when it does not exist: %s',
    async (slug) => {
      const response = await page.goto(`${product.url}/blog/${slug}`)
      expect(response?.status()).toBe(404)
      await main().getByRole('heading', { name: 'Post not found', level: 1 }).waitFor()
      expect(await main().getByRole('link', { name: 'Back to Blog' }).getAttribute('href')).toBe('/blog')
      expect(await readMeta('robots')).toEqual(['noindex'])
      visitor.consoleErrors.splice(0)
    },
  )

  test('shows a placeholder after 150 ms while it loads, and Escape returns to the list', async () => {
    // The page records what it shows, because it can't be queried while the next page loads.
    const observation = new Promise<object>((resolve) => page.exposeFunction('reportLoading', resolve))
    await page.addInitScript(watchLoading)
    await page.goto(`${product.url}/blog`)
    // Posts cannot be read until this transaction ends.
    await database.query('begin; lock table blog_posts in access exclusive mode')
    try {
      await cards().nth(1).getByRole('link').click({ noWaitAfter: true })
      expect(await observation).toEqual({
        milliseconds: expect.toSatisfy((duration: number) => duration >= 149),
        shown: { status: 'Loading post', isBusy: true, isInert: true, covers: true },
        afterEscape: { isHidden: true, isBusy: false, isInert: false, hasFocusBack: true },
      })
    } finally {
      await database.query('commit')
    }
    await main().getByRole('article').getByText('Written by').waitFor()
    await page.goBack()
    await cards().first().waitFor()
    expect(await page.getByRole('status').count()).toBe(0)
    expect(visitor.consoleErrors).toEqual([])
  })

  test('is readable without JavaScript, and so is the list', async () => {
    const reader = await browser.newPerson({ script: false })
    await reader.page.goto(`${product.url}/blog`)
    await reader.page.getByRole('link', { name: NEWEST_POST.title }).click()
    await reader.page.getByRole('heading', { name: NEWEST_POST.title, level: 1 }).waitFor()
    await reader.page.getByText('Written by Ada Okafor').waitFor()
    await reader.close()
  })
})

test('P09 shows a message when the blog has no posts', async () => {
  await database.query(`update blog_posts set status = 'archived'`)
  await page.goto(`${product.url}/blog?now=empty`)
  await main().getByRole('heading', { name: 'No posts yet' }).waitFor()
  expect(await page.getByRole('main').getByRole('link', { name: 'All' }).count()).toBe(1)
})
