import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person, signInByDialog } from './person.ts'

const NEWCOMER = 'ines.quigley@example.com'
const TABS = ['overview', 'signals', 'property', 'intelligence', 'tasks'] as const
const NARROW = { width: 360, height: 800 }

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Person
/** Of the demo workspace. */
let member: Person
/** Signed in, without a company and a plan. */
let newcomer: Person
/** The best-scored contact, which has signals, a property and tasks. */
let contactId: string

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  visitor = await browser.person()
  member = await browser.person()
  newcomer = await browser.person()
  await member.page.goto(product.demoLink())
  await member.page.waitForURL('**/dashboard')
  await firstContact(member.page).waitFor()
  const href = (await firstContact(member.page).getAttribute('href')) ?? ''
  contactId = new URL(href, product.url).searchParams.get('contact') ?? ''
  await signInByDialog(newcomer.page, product, NEWCOMER)
  await newcomer.page.waitForURL('**/onboarding')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** Each screen: whose it is and how to get there. */
const SCREENS: Readonly<Record<string, () => Promise<Page>>> = {
  landing: async () => {
    await visitor.page.goto(product.url)
    await visitor.page.getByRole('button', { name: 'Login' }).waitFor()
    return visitor.page
  },
  onboarding: async () => {
    const { page } = newcomer
    await page.goto(`${product.url}/onboarding`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Company name is required').waitFor()
    return page
  },
  dashboard: async () => {
    await member.page.goto(`${product.url}/dashboard`)
    await firstContact(member.page).waitFor()
    return member.page
  },
  'import dialog': () => openDialog('Import Contacts'),
  'add dialog': () => openDialog('Add Contact'),
  ...Object.fromEntries(TABS.map((tab) => [`drawer, ${tab}`, () => openDrawer(tab)])),
}

describe.each(['dark', 'light'])('in the %s theme', (theme) => {
  test.each(Object.keys(SCREENS))('A33 axe finds nothing wrong on: %s', async (screen) => {
    for (const { page } of [visitor, member, newcomer]) {
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
    }
    const page = await shown(screen)
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme)
    await still(page)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))).toEqual([])
  })
})

describe('at a width of 360 px', () => {
  beforeAll(async () => {
    for (const { page } of [visitor, member, newcomer]) await page.setViewportSize(NARROW)
  })

  test.each(Object.keys(SCREENS))('nothing reaches over the edge on: %s', async (screen) => {
    const page = await shown(screen)
    await still(page)
    expect(await page.evaluate(beyondTheEdge)).toEqual([])
  })
})

function shown(screen: string): Promise<Page> {
  const show = SCREENS[screen]
  if (!show) throw new Error(`No screen ${screen}`)
  return show()
}

async function openDrawer(tab: (typeof TABS)[number]): Promise<Page> {
  const { page } = member
  await page.goto(`${product.url}/dashboard?contact=${contactId}&tab=${tab}`)
  await page.getByRole('tabpanel').waitFor()
  await page.getByRole('status', { name: 'Loading score' }).waitFor({ state: 'detached' })
  return page
}

async function openDialog(name: string): Promise<Page> {
  const { page } = member
  await page.goto(`${product.url}/dashboard`)
  await firstContact(page).waitFor()
  await page.getByRole('button', { name }).click()
  await page.getByRole('dialog', { name }).waitFor()
  return page
}

function firstContact(page: Page) {
  return page.getByRole('main').getByRole('listitem').getByRole('link').first()
}

/** Half-faded text has less contrast than text: look once everything has arrived. */
async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** What stands beyond the right edge without scrolling inside its own box; runs in the page. */
function beyondTheEdge(): string[] {
  const width = document.documentElement.clientWidth
  const clipped = (element: Element | null): boolean => {
    if (!element || element === document.body) return false
    return getComputedStyle(element).overflowX !== 'visible' || clipped(element.parentElement)
  }
  const wide = document.documentElement.scrollWidth > width ? ['the page itself scrolls sideways'] : []
  const over = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > width + 0.5 && !clipped(element.parentElement),
  )
  return [...wide, ...over.map((element) => element.outerHTML.slice(0, 120))]
}
