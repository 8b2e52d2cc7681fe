import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person } from './person.ts'
import { gzippedBytes } from './script-weight.ts'

const KIB = 1024
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
/** Long enough for the placeholders to be drawn. */
const RESPONSE_DELAY_MS = 150

type Shift = { value: number; movedElements: string[] }
declare global {
  interface Window {
    shifts: Shift[]
  }
}

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let member: Person
let cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  member = await browser.newPerson()
  await member.page.goto(product.demoLink())
  await member.page.waitForURL('**/dashboard')
  await firstCard(member.page).waitFor()
  cookies = await member.page.context().cookies()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const firstCard = (page: Page) => page.getByRole('list', { name: 'Contacts' }).getByRole('link').first()

test('A07 first load of /dashboard is at most 170 KiB of JavaScript gzipped', async () => {
  const coldPerson = await openSameMember()
  const scripts = new Set<string>()
  const inFlight = requestsInFlight(coldPerson.page)
  coldPerson.page.on('request', (request: Request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  await coldPerson.page.goto(`${product.url}/dashboard`)
  await firstCard(coldPerson.page).waitFor()
  await waitForIdle(coldPerson.page, inFlight)
  const sizes = await Promise.all([...scripts].map(async (url) => ({ url, bytes: await gzippedBytes(url) })))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(sizes.length).toBeGreaterThan(5)
  expect(sizes.length).toBeLessThanOrEqual(30)
  expect(total, sizes.map(({ url, bytes }) => `${bytes} ${url}`).join('\n')).toBeLessThanOrEqual(170 * KIB)
  await coldPerson.close()
})

test.each(SIZES)('A07 nothing moves when data arrives, at $width px', async (size) => {
  const visitor = await openSameMember(size)
  const { page } = visitor
  const inFlight = requestsInFlight(page)
  await watchShifts(page)
  await page.route(/\/api\/(?!events)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, RESPONSE_DELAY_MS))
    await route.continue()
  })
  const id = await readFirstContactId()
  const screens = [
    { path: '/dashboard', marker: firstCard(page) },
    { path: `/dashboard?contact=${id}`, marker: page.getByRole('dialog').getByRole('tab').first() },
    { path: '/tasks?view=open', marker: page.getByRole('main').getByRole('listitem').first() },
    { path: '/playbooks', marker: page.getByRole('button', { name: 'Use Template' }).first() },
    { path: '/sync-contacts', marker: page.getByRole('button', { name: 'Sync My Contacts' }) },
  ]
  const movedByPath: Record<string, string[]> = {}
  for (const { path, marker } of screens) {
    await page.goto(product.url + path)
    await marker.waitFor()
    await waitForIdle(page, inFlight)
    const shifts = await page.evaluate(() => window.shifts)
    const total = shifts.reduce((sum, { value }) => sum + value, 0)
    if (total >= 0.02)
      movedByPath[path] = [total.toFixed(4), ...shifts.flatMap((shift) => shift.movedElements)]
  }
  expect(movedByPath).toEqual({})
  expect(visitor.consoleErrors).toEqual([])
  await visitor.close()
})

test('A07 the heading and its buttons do not move when a contact opens beside the list', async () => {
  const { page } = member
  const inFlight = requestsInFlight(page)
  await page.goto(`${product.url}/dashboard`)
  await firstCard(page).waitFor()
  const heading = page.getByRole('heading', { name: 'Contacts', exact: true })
  const filter = page.getByRole('group', { name: 'Signal filter' })
  const positionsBefore = [await heading.boundingBox(), (await filter.boundingBox())?.y]
  await firstCard(page).click()
  await page.getByRole('dialog').getByRole('tab').first().waitFor()
  await waitForIdle(page, inFlight)
  expect([await heading.boundingBox(), (await filter.boundingBox())?.y]).toEqual(positionsBefore)
  expect(member.consoleErrors).toEqual([])
})

/** Opens a signed-in window with an empty cache. */
async function openSameMember(size = SIZES[0]): Promise<Person> {
  const person = await browser.newPerson(size)
  await person.page.context().addCookies(cookies)
  return person
}

/** Waits until every response has arrived and been drawn. */
async function waitForIdle(page: Page, inFlight: ReadonlySet<Request>): Promise<void> {
  do {
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve))),
    )
  } while (inFlight.size > 0)
}

/** Tracks pending requests except the event stream, which never ends. */
function requestsInFlight(page: Page): ReadonlySet<Request> {
  const inFlight = new Set<Request>()
  page.on('request', (request) => void (request.url().includes('/api/events') || inFlight.add(request)))
  page.on('requestfinished', (request) => void inFlight.delete(request))
  page.on('requestfailed', (request) => void inFlight.delete(request))
  return inFlight
}

/** Records every layout shift without user input, with the elements that moved. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Entry = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        if (entry.hadRecentInput) continue
        const movedElements = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
          const element = node instanceof Element ? node : node?.parentElement
          const box = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(',')
          return `${entry.value.toFixed(4)} ${box(from)} to ${box(to)}: ${element?.outerHTML.slice(0, 120)}`
        })
        window.shifts.push({ value: entry.value, movedElements })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function readFirstContactId(): Promise<string> {
  const [firstContact] = await member.page.evaluate(async () => (await fetch('/api/contacts?limit=1')).json())
  return firstContact.id
}
