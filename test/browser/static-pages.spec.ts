import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SitePages } from '#contract/site.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { logMotion } from './accessibility.ts'
import { openBrowser, type Person } from './person.ts'
import { toneOf } from './tone.ts'

const CONTENT_FOLDER = path.resolve(import.meta.dirname, '../../content')
const DESKTOP = { width: 1440, height: 900 }
const TONES: Record<string, string> = {
  Certified: 'green',
  Compliant: 'green',
  Available: 'green',
  'In Progress': 'yellow',
}
const PATHS = [
  ...['/case-studies', '/about', '/careers', '/partners', '/privacy', '/terms', '/security', '/compliance'],
  '/integrations',
]

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Person
/** A browser without JavaScript, because these tests need none. */
let page: Page

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  visitor = await browser.newPerson()
  page = (await browser.newPerson({ script: false })).page
  await logMotion(visitor)
})
beforeEach(async () => {
  await page.setViewportSize(DESKTOP)
  await page.emulateMedia({ media: null })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const main = () => page.getByRole('main')
const region = (name: string) => main().getByRole('region', { name, exact: true })
const titlesIn = (name: string) => region(name).getByRole('heading', { level: 3 }).allTextContents()
/** URLs that the main part links to. */
const readLinkedUrls = () =>
  main()
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
const openPath = (route: string) => page.goto(product.url + route)

test('P13 three case studies with figures and quotes link to the plans and the contact form', async () => {
  await openPath('/case-studies')
  const studies = main().getByRole('article')
  expect(await studies.count()).toBe(3)
  for (const [position, study] of textsOf('case-studies').studies.entries()) {
    const article = studies.nth(position)
    expect(await article.getByRole('heading', { level: 2 }).textContent()).toBe(study.headline)
    expect(await article.getByRole('definition').allTextContents()).toEqual(
      study.figures.map(({ value }) => value),
    )
    expect(await article.getByRole('blockquote').textContent()).toContain(study.quote.text)
  }
  expect(await readLinkedUrls()).toEqual(expect.arrayContaining(['/subscribe', '/contact']))
})

test('P13 about: mission, four values, numbers, four leaders, and links to careers and contact', async () => {
  await openPath('/about')
  expect(await region('Our mission').innerText()).toContain('Our mission is to turn recorded life events')
  const { values, numbers, leaders } = textsOf('about')
  expect(await titlesIn('Our values')).toEqual(values.map(({ title }) => title))
  expect(values).toHaveLength(4)
  expect(await region('By the numbers').getByRole('definition').count()).toBe(numbers.length)
  expect(await titlesIn('Leadership')).toEqual(leaders.map(({ name }) => name))
  expect(leaders).toHaveLength(4)
  for (const { initials, role } of leaders) {
    expect(await region('Leadership').getByText(initials, { exact: true }).isVisible()).toBe(true)
    expect(await region('Leadership').getByText(role, { exact: true }).isVisible()).toBe(true)
  }
  expect(await readLinkedUrls()).toEqual(expect.arrayContaining(['/careers', '/contact']))
  const organization = (await readStructuredData()).find((data) => data['@type'] === 'Organization')
  expect(organization).toMatchObject({ name: 'Ninefold', url: `${product.url}/` })
})

test('P13 careers: six roles to apply for through the contact form, six benefits', async () => {
  await openPath('/careers')
  expect(await titlesIn('Open roles')).toHaveLength(6)
  const applyLinks = region('Open roles').getByRole('link', { name: 'Apply' })
  const hrefs = await applyLinks.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(hrefs).toEqual(
    textsOf('careers').roles.map(
      ({ title }) => `/contact?${new URLSearchParams({ subject: `Job application: ${title}` })}`,
    ),
  )
  expect(await titlesIn('What we offer')).toHaveLength(6)
  // No role has a posting date, and incomplete job postings would be worse than none.
  expect((await readStructuredData()).map((data) => data['@type'])).not.toContain('JobPosting')
  await applyLinks.first().click()
  await page.waitForURL('**/contact?subject=*')
  const subject = page.locator('input[name="subject"]')
  expect(await subject.inputValue()).toBe(`Job application: ${textsOf('careers').roles[0]?.title}`)
})

test('P13 partners: six benefits, four programs, four steps, and links to contact and integrations', async () => {
  await openPath('/partners')
  expect(await titlesIn('What partners get')).toHaveLength(6)
  expect(await titlesIn('Four programs')).toHaveLength(4)
  expect(await titlesIn('How to get started')).toEqual(['Apply', 'Review', 'Agree', 'Start'])
  expect(await readLinkedUrls()).toEqual(expect.arrayContaining(['/contact', '/integrations']))
})

/** The form below the privacy policy. */
const REQUEST_HEADING = 'Make a privacy request'

test.each([
  ['/terms', 'terms'],
  ['/privacy', 'privacy'],
] as const)(
  'P13 %s has numbered sections with anchors, and the date of its last change',
  async (pagePath, name) => {
    await openPath(pagePath)
    const { sections } = textsOf(name)
    const headings = await main().getByRole('heading', { level: 2 }).allTextContents()
    expect(headings.filter((heading) => heading !== REQUEST_HEADING)).toEqual(
      sections.map(({ heading }, position) => `${position + 1}. ${heading}`),
    )
    expect(headings.includes(REQUEST_HEADING)).toBe(name === 'privacy')
    expect(await main().getByText('Last updated').innerText()).toMatch(/^Last updated \w+ \d{1,2}, 20\d\d$/)
    const entries = main().getByRole('navigation', { name: 'Contents' }).getByRole('link')
    expect(await entries.count()).toBe(sections.length)
    await entries.nth(6).click()
    // The table of contents stays beside the text, and the section is below the top bar.
    expect(await isOnScreen(entries.first())).toBe(true)
    expect(await isOnScreen(main().getByRole('heading', { level: 2 }).nth(6))).toBe(true)
  },
)

test('P13 the terms have sixteen sections, and on a phone their table of contents expands', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPath('/terms')
  expect(await main().getByRole('heading', { level: 2 }).count()).toBe(16)
  await main().getByText('Contents', { exact: true }).click()
  const entries = main().getByRole('navigation', { name: 'Contents' }).getByRole('link')
  expect(await entries.count()).toBe(16)
  await entries.nth(9).click()
  expect(await isOnScreen(main().getByRole('heading', { level: 2, name: 'Your data' }))).toBe(true)
})

test('P13 a printed agreement is dark on white, without bar, table of contents and footer', async () => {
  await openPath('/terms')
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('banner').isVisible()).toBe(false)
  expect(await page.getByRole('contentinfo').isVisible()).toBe(false)
  expect(await page.getByRole('navigation').count()).toBe(0)
  const colors = await page.evaluate(() => [
    getComputedStyle(document.documentElement).backgroundColor,
    getComputedStyle(document.querySelector('h1') as Element).color,
  ])
  expect(colors).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
})

test('P13 security: every area with its points, the roles Admin, User and Viewer, and how to report', async () => {
  await openPath('/security')
  for (const { title, points } of textsOf('security').areas) {
    expect(await region(title).getByRole('listitem').count()).toBe(points.length)
  }
  const roles = region('Roles')
  expect(await roles.getByRole('term').allTextContents()).toEqual(['Admin', 'User', 'Viewer'])
  expect(await roles.innerText()).toContain('custom roles')
  expect(await roles.innerText()).toContain('Enterprise')
  expect(await readLinkedUrls()).toEqual(
    expect.arrayContaining(['mailto:security@ninefold.example', '/compliance', '/privacy']),
  )
})

test('P14 compliance has its six sections, in order, after the status of each program', async () => {
  await openPath('/compliance')
  expect(await main().getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Status of each program',
    'Data Privacy Framework',
    'Industry-Specific Compliance',
    'Vendor & Third-Party Management',
    'Audit & Reporting',
    'Continuous Compliance Program',
    'Compliance Contacts',
    'Need something for your own review?',
  ])
  const { privacy, industry } = textsOf('compliance')
  expect(await titlesIn('Data Privacy Framework')).toEqual(
    expect.arrayContaining(privacy.rights.map(({ title }) => title)),
  )
  expect(await titlesIn('Industry-Specific Compliance')).toEqual(
    expect.arrayContaining(['Fair Housing', 'RESPA', 'CAN-SPAM', 'TCPA']),
  )
  const regimes = await region('Industry-Specific Compliance').getByRole('term').allTextContents()
  expect(regimes).toEqual(industry.regimes.map(({ title }) => title))
  expect(regimes).toEqual(['GDPR', 'CCPA/CPRA', 'PIPEDA', 'LGPD'])
  const schedule = page.getByRole('table', { name: 'Audit schedule' }).locator('tbody')
  expect(await schedule.getByRole('row').allInnerTexts()).toEqual([
    'SOC 2 audit\tEvery year',
    'Penetration tests\tEvery quarter',
    'Vulnerability scans\tEvery month',
    'Vendor reviews\tEvery year',
  ])
})

test('P14 a status badge is labeled and green when reached, yellow in progress and blue otherwise', async () => {
  await openPath('/compliance')
  const { cards } = textsOf('compliance')
  const statusSection = region('Status of each program')
  for (const { title, status } of cards) {
    const card = statusSection
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    const badge = card.getByText(status, { exact: true })
    expect(await badge.isVisible()).toBe(true)
    expect([title, await toneOf(badge)]).toEqual([title, TONES[status] ?? 'blue'])
  }
  const statusOf = Object.fromEntries(cards.map(({ title, status }) => [title, status]))
  expect(statusOf).toMatchObject({
    'SOC 2 Type II': 'Certified',
    GDPR: 'Compliant',
    'CCPA and CPRA': 'Compliant',
    'ISO 27001': 'In Progress',
    'PCI DSS Level 1': 'In Progress',
    FedRAMP: 'Planned',
  })
})

test('P14 compliance links to contact and security, and lists subprocessors and four mailboxes', async () => {
  await openPath('/compliance')
  const hrefOf = (name: string) => main().getByRole('link', { name, exact: true }).getAttribute('href')
  expect(await hrefOf('Request Compliance Documentation')).toBe('/contact')
  expect(await hrefOf('Contact Compliance Team')).toBe('/contact')
  expect(await hrefOf('View Security Overview')).toBe('/security')
  const names = page.getByRole('table', { name: 'Subprocessors' }).getByRole('rowheader')
  const { subprocessors } = textsOf('compliance').vendors
  expect(await names.allTextContents()).toEqual(subprocessors.map(({ name }) => name))
  const mailboxes = region('Compliance Contacts').getByRole('link')
  const targets = await mailboxes.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(targets).toEqual(
    ['compliance', 'privacy', 'security', 'legal'].map((box) => `mailto:${box}@ninefold.example`),
  )
})

const METHOD_LABELS = { 'built in': 'Built in', 'with a key': 'API key', 'by file': 'File import' }

test('P15 integrations: every entry is in its group with requirements and an existing guide', async () => {
  await openPath('/integrations')
  for (const { name, integrations } of textsOf('integrations').groups) {
    expect(await titlesIn(name)).toEqual(integrations.map((each) => each.name))
    const badges = region(name).getByText(/^(Built in|API key|File import)$/)
    expect(await badges.allTextContents()).toEqual(integrations.map(({ how }) => METHOD_LABELS[how]))
  }
  const guides = new Set((await readLinkedUrls()).filter((each) => each.startsWith('/documentation/')))
  expect(guides.size).toBeGreaterThan(4)
  for (const guide of guides) {
    expect(existsSync(path.join(CONTENT_FOLDER, 'docs', `${path.basename(guide)}.md`))).toBe(true)
    expect([guide, (await openPath(guide))?.status()]).toEqual([guide, 200])
  }
})

test.each(PATHS)('%s has the same text without JavaScript', async (pagePath) => {
  await openPath(pagePath)
  // Without JavaScript a form is replaced by an email address.
  const textOf = async (part: Locator) => (await part.innerText()).split(REQUEST_HEADING)[0]
  const plainText = await textOf(main())
  await visitor.page.goto(product.url + pagePath)
  expect(await textOf(visitor.page.getByRole('main'))).toBe(plainText)
  expect(await visitor.page.getByRole('heading', { level: 1 }).count()).toBe(1)
  expect(visitor.consoleErrors).toEqual([])
})

/** The texts of a page as stored, without facts filled in. */
function textsOf<Name extends keyof SitePages>(name: Name): SitePages[Name] {
  return JSON.parse(readFileSync(path.join(CONTENT_FOLDER, 'site/pages', `${name}.json`), 'utf8'))
}

async function readStructuredData(): Promise<Record<string, unknown>[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return texts.map((text) => JSON.parse(text))
}

/** True if it is in the window, below the top bar. */
async function isOnScreen(element: ReturnType<Page['getByRole']>): Promise<boolean> {
  const box = await element.boundingBox()
  const height = page.viewportSize()?.height ?? 0
  return box !== null && box.y >= 64 && box.y + box.height <= height
}
