import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Site, SitePages } from '#contract/site.ts'
import { ENTERPRISE, PROFESSIONAL, yearlySavingPercent } from '#domain/billing/plans.ts'
import { signIn } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { fullName } from '#web/lib/format.ts'
import { SAMPLE_TODAY } from '#web/site/sample/sample-people.ts'
import { openBrowser, type Person, signInAs } from './person.ts'
import { readSiteContent } from './site-content.ts'
import { toneOf } from './tone.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Person
let page: Page
let texts: SitePages['landing']
let site: Site

beforeAll(async () => {
  texts = await readSiteContent('pages/landing.json')
  site = await readSiteContent('site.json')
  product = await startProduct()
  browser = await openBrowser()
  visitor = await browser.newPerson()
  page = visitor.page
  await page.goto(product.url)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const bar = () => page.getByRole('banner')
const region = (name: string) => page.getByRole('region', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const areVisible = (locators: Locator[]) => Promise.all(locators.map((locator) => locator.isVisible()))

describe('P01 the top bar', () => {
  test('stays at the top and links to features and prices', async () => {
    expect(await bar().getByRole('link', { name: site.brand.name }).getAttribute('href')).toBe('/')
    for (const [name, anchor] of [
      ['Pricing', 'pricing'],
      ['Features', 'features'],
    ] as const) {
      await bar().getByRole('link', { name }).click()
      await page.waitForURL(`**/#${anchor}`)
      const { bottom } = await edgesOf(bar())
      const target = await edgesOf(page.locator(`#${anchor}`))
      expect((await edgesOf(bar())).top).toBe(0)
      expect(Math.abs(target.top - bottom)).toBeLessThan(4)
    }
  })

  test('A33 is dark by default and remembers the chosen theme', async () => {
    const theme = () =>
      page.evaluate(() => [
        document.documentElement.dataset.theme ?? '',
        localStorage.getItem('theme'),
        getComputedStyle(document.body).color,
      ])
    const [initialTheme, storedTheme, darkTextColor] = await theme()
    expect([initialTheme, storedTheme]).toEqual(['dark', null])
    await bar().getByRole('button', { name: 'Switch to light theme' }).click()
    expect((await theme()).slice(0, 2)).toEqual(['light', 'light'])
    expect((await theme())[2]).not.toBe(darkTextColor)
    await page.reload()
    expect((await theme()).slice(0, 2)).toEqual(['light', 'light'])
    await bar().getByRole('button', { name: 'Switch to dark theme' }).click()
    expect((await theme()).slice(0, 2)).toEqual(['dark', 'dark'])
  })

  test('fits a narrow phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const locators = [
      bar().getByRole('link'),
      bar().getByRole('button', { name: 'Switch to light theme' }),
      bar().getByRole('button', { name: 'Login' }),
    ]
    const controls = (
      await Promise.all(locators.map((locator) => locator.filter({ visible: true }).all()))
    ).flat()
    expect(controls).toHaveLength(5)
    for (const locator of controls) {
      const box = await locator.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360 - 16)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('shows Dashboard instead of Login to a signed-in user', async () => {
    const login = bar().getByRole('button', { name: 'Login' })
    const dashboard = bar().getByRole('link', { name: 'Dashboard' })
    expect(await areVisible([login, dashboard])).toEqual([true, false])
    const ines = await browser.newPerson()
    await signInAs(await signIn(product, 'ines.quigley@example.com'), ines, product)
    await ines.page.goto(product.url)
    const link = ines.page.getByRole('banner').getByRole('link', { name: 'Dashboard' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe('/dashboard')
    expect(await ines.page.getByRole('button', { name: 'Login' }).isVisible()).toBe(false)
    expect(ines.consoleErrors).toEqual([])
    await ines.close()
  })
})

describe('P02 the landing page', () => {
  test('has its nine sections in order', async () => {
    const headings = await page
      .locator('main > section, footer')
      .evaluateAll((sections) =>
        sections.map((part) => part.querySelector('h1, h2')?.textContent?.trim() ?? part.tagName),
      )
    expect(headings).toEqual([
      'Turn life events into real estate intelligence',
      'What it does',
      'See who may be about to move, and why',
      'The 9 Ds',
      'Start closing more deals',
      'What agents say',
      'Pricing',
      'Frequently asked questions',
      'Product',
    ])
  })

  test('its buttons open the sign-in dialog, and the demo button the contact form', async () => {
    for (const name of ['Turn life events into real estate intelligence', 'Start closing more deals']) {
      await region(name).getByRole('button', { name: 'Get Started Now' }).click()
      await dialog().getByLabel('Email').waitFor()
      await page.keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
    }
    expect(await page.getByRole('link', { name: 'Get Demo' }).getAttribute('href')).toBe('/contact')
  })

  test('lists four modules, three features and the nine categories with sample percentages', async () => {
    const titles = (name: string) => region(name).getByRole('heading', { level: 3 }).allTextContents()
    expect(await titles('What it does')).toEqual([
      'Verification',
      'Risk Intelligence',
      'Enrichment',
      '9D Scoring',
    ])
    expect(await titles('See who may be about to move, and why')).toEqual([
      'Smarter data and cleaner contacts',
      'Context that builds relationships',
      'Predictive power with the 9 Ds',
    ])
    const rows = await region('The 9 Ds').getByRole('listitem').all()
    const badges = await Promise.all(
      rows.map(async (row) => {
        const badge = row.getByText(/^\d+%$/)
        const tone = await toneOf(badge)
        return `${await row.getByRole('heading').textContent()} ${await badge.textContent()} ${tone}`
      }),
    )
    expect(badges).toEqual([
      'Death 12% red',
      'Divorce 24% red',
      'Downsizing 45% red',
      'Debt/Default 18% red',
      'Diapers 67% yellow',
      'Diplomas 34% red',
      'Diamonds 28% red',
      'Destinations 52% yellow',
      'Disaster 8% red',
    ])
    await region('The 9 Ds').getByText('Example: one household').waitFor()
  })

  test('shows a person with a reason and a script in the hero, without life events', async () => {
    const hero = region('Turn life events into real estate intelligence')
    const person = hero.getByRole('figure', { name: 'Example: a fictional contact' })
    await person.getByRole('heading', { name: 'Dana Whitlock' }).waitFor()
    await person.getByText('Owned since 2014; you last spoke in March.', { exact: true }).waitFor()
    const heroText = (await person.innerText()).toLowerCase()
    for (const event of ['death', 'divorce', 'debt', 'married', 'child', 'job', 'diploma', 'disaster'])
      expect(heroText).not.toContain(event)
  })

  test('shows the people of the sample workspace in its film, and links to them', async () => {
    const today = page.locator('.film-scene').first()
    for (const person of SAMPLE_TODAY) {
      await today.getByText(fullName(person), { exact: true }).waitFor({ state: 'attached' })
      expect(await today.textContent()).toContain(person.today?.reason)
    }
    const link = page.getByRole('link', { name: 'meet them in the sample workspace' })
    expect(await link.getAttribute('href')).toBe('/sample')
  })

  test('shows and downloads the pictures of the current theme only', async () => {
    const newVisitor = await browser.newPerson()
    const pictureRequests: string[] = []
    newVisitor.page.on('request', (request) => {
      if (request.url().includes('/pictures/')) pictureRequests.push(new URL(request.url()).pathname)
    })
    await newVisitor.page.goto(product.url)
    const pictures = newVisitor.page.getByRole('main').locator('picture img:visible')
    expect(await pictures.count()).toBe(4)
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded()
      await newVisitor.page.waitForFunction(
        (image) => (image as HTMLImageElement).naturalWidth > 0,
        await picture.elementHandle(),
      )
      expect(await picture.getAttribute('alt')).toMatch(/\.$/)
    }
    expect(pictureRequests).toHaveLength(4)
    expect(pictureRequests.every((path) => /-dark-\d+\.avif$/.test(path))).toBe(true)
    expect(newVisitor.consoleErrors).toEqual([])
    await newVisitor.close()
  })
})

test('P03 shows five testimonials', async () => {
  const quotes = region('What agents say').getByRole('figure')
  expect(texts.testimonials).toHaveLength(5)
  const lines = (await quotes.allInnerTexts()).map((text) => text.split(/\n+/))
  expect(lines).toEqual(
    texts.testimonials.map(({ quote, author, location, initials }) => [
      `“${quote}”`,
      initials,
      author,
      location,
    ]),
  )
})

describe('P04 the prices', () => {
  const plan = (name: string) => region('Pricing').locator('div:has(> ul)').filter({ hasText: name }).last()
  const amount = (price: number) => region('Pricing').getByText(`$${price}`, { exact: true })
  const arePricesVisible = () =>
    areVisible([amount(PROFESSIONAL.monthlyPrice), amount(PROFESSIONAL.yearlyPrice)])

  test('are monthly by default, and yearly with the savings when chosen', async () => {
    const monthlyToggle = page.getByRole('radio', { name: 'Monthly' })
    const yearlyToggle = page.getByRole('radio', { name: 'Yearly' })
    expect([await monthlyToggle.isChecked(), await arePricesVisible()]).toEqual([true, [true, false]])
    await page.getByText('Yearly', { exact: true }).click()
    expect([await yearlyToggle.isChecked(), await arePricesVisible()]).toEqual([true, [false, true]])
    await region('Pricing').getByText('per year').waitFor()
    await yearlyToggle.press('ArrowLeft')
    expect([await monthlyToggle.isChecked(), await arePricesVisible()]).toEqual([true, [true, false]])
    expect(yearlySavingPercent(PROFESSIONAL)).toBe(17)
    await region('Pricing').getByText('Save about 17%', { exact: true }).waitFor()
    const html = await (await fetch(product.url)).text()
    const visibleHtml = html.replaceAll('<!-- -->', '')
    expect([visibleHtml.includes('$79<'), visibleHtml.includes('$790<')]).toEqual([true, true])
  })

  test('Professional is the most popular, and its button fires the page-wide event', async () => {
    await plan('Professional').getByText('Most Popular', { exact: true }).waitFor()
    expect(await region('Pricing').getByText('Most Popular').count()).toBe(1)
    await page.evaluate(() => {
      window.addEventListener('open-login', (event) => {
        document.documentElement.dataset.fired = event.constructor.name
      })
    })
    await plan('Professional').getByRole('button', { name: 'Get Started Now' }).click()
    await dialog().getByLabel('Email').waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset.fired)).toBe('CustomEvent')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  test('list the features of each plan, and Enterprise links to the contact form', async () => {
    for (const { name, features } of [PROFESSIONAL, ENTERPRISE])
      expect(await plan(name).getByRole('listitem').allTextContents()).toEqual(features)
    await plan('Enterprise').getByText('Custom price').waitFor()
    const sales = plan('Enterprise').getByRole('link', { name: 'Contact Sales' })
    expect(await sales.getAttribute('href')).toBe('/contact')
  })

  test('show the guarantee beside them', async () => {
    for (const text of [`${site.terms.moneyBackDays}-day money-back guarantee`, 'Cancel anytime'])
      await region('Pricing').getByText(text, { exact: true }).waitFor()
    await page.getByText(`Trusted by ${site.claims.agents} agents`).waitFor()
  })
})

test('P05 six questions open one at a time, and Contact Us links to the contact form', async () => {
  const questions = await region('Frequently asked questions').locator('details').all()
  expect(questions).toHaveLength(6)
  for (const [index, question] of questions.entries()) {
    const answerText = question.locator('p')
    expect(await answerText.isVisible()).toBe(false)
    await question.locator('summary').click()
    expect(await answerText.isVisible()).toBe(true)
    expect((await question.getByRole('heading').textContent()) ?? '').toBe(
      texts.faq[index]?.question.replace('{{brand.name}}', site.brand.name),
    )
  }
  const contact = region('Frequently asked questions').getByRole('link', { name: 'Contact Us' })
  expect(await contact.getAttribute('href')).toBe('/contact')
})

test('P05 structured data has the organization, the software with prices, and the questions', async () => {
  const [data] = await page.locator('script[type="application/ld+json"]').allTextContents()
  const graph = JSON.parse(data ?? '')['@graph'] as Record<string, unknown>[]
  expect(graph.map((node) => node['@type'])).toEqual([
    'Organization',
    'WebSite',
    'SoftwareApplication',
    'FAQPage',
  ])
  expect(graph[2]?.offers).toMatchObject([{ price: 79 }, { price: 790 }])
  expect(graph[3]?.mainEntity).toHaveLength(6)
  expect(data).not.toContain('{{')
  expect(graph[0]?.url).toBe(`${product.url}/`)
})

test('no page violated the content policy or logged an error', () => {
  expect(visitor.consoleErrors).toEqual([])
})

async function edgesOf(locator: Locator): Promise<{ top: number; bottom: number }> {
  const box = await locator.boundingBox()
  return { top: box?.y ?? Number.NaN, bottom: (box?.y ?? 0) + (box?.height ?? 0) }
}
