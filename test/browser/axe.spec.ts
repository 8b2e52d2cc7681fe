import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf, logMotion } from './accessibility.ts'
import { type MemberSession, memberScreens, type Screens } from './member-screens.ts'
import { openBrowser, type Person, signInAs, waitForHydration } from './person.ts'

const NEWCOMER_EMAIL = 'ines.quigley@example.com'
const ZELDA = { firstName: 'Zelda', lastName: 'Quist', email: 'zelda@example.com' }

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let visitor: Person
/** A user of the demo workspace. */
let member: Person
/** A signed-in user without a company or a plan. */
let newcomer: Person
const session = {} as MemberSession

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  ;[visitor, member, newcomer] = await Promise.all([
    browser.newPerson(),
    browser.newPerson(),
    browser.newPerson(),
  ])
  await Promise.all([visitor, member, newcomer].map(logMotion))
  const { page } = member
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
  const card = page.getByRole('list', { name: 'Contacts' }).getByRole('link').first()
  const href = (await card.getAttribute('href')) ?? ''
  const bestContactId = new URL(href, product.url).searchParams.get('contact') ?? ''
  const duplicateId = await addContact(page, ZELDA)
  await addContact(page, { ...ZELDA, lastName: 'Qvist' })
  Object.assign(session, { page, url: product.url, bestContactId, duplicateId })
  await signInAs(await signIn(product, NEWCOMER_EMAIL), newcomer, product)
  await newcomer.page.goto(`${product.url}/onboarding`)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

// Screens by user and how to open them; a screen may continue from the one before it.

const VISITOR_SCREENS: Screens = {
  'the landing page': () => visit('/'),
  'the sign-in dialog': async () => {
    await waitForHydration(visitor.page)
    await visitor.page.getByRole('button', { name: 'Login' }).click()
    await visitor.page.getByRole('dialog').waitFor()
  },
  'the free account': () => visit('/free-signup'),
  'a link that is not valid': () => visit('/auth/verify?error=expired_token', 'This magic link has expired'),
  'a payment that failed': () => visit('/checkout-return', 'Subscription Setup Failed'),
  'an address without a page': () => visit('/no-such-page'),
  'the outbox': () => visit('/dev/outbox'),
}

const NEWCOMER_SCREENS: Screens = {
  'onboarding, profile': async () => {
    await newcomer.page.getByRole('button', { name: 'Continue' }).click()
    await newcomer.page.getByText('Company name is required').waitFor()
  },
  'onboarding, plans': async () => {
    for (const label of ['First Name', 'Last Name', 'Company Name']) {
      await newcomer.page.getByLabel(label).fill('Quigley')
    }
    await newcomer.page.getByRole('button', { name: 'Continue' }).click()
    await newcomer.page.getByRole('heading', { name: 'Choose your plan' }).waitFor()
  },
  'test payments': async () => {
    await newcomer.page.getByRole('button', { name: 'Choose Professional' }).click()
    await newcomer.page.waitForURL('**/test-payments/**')
  },
}

const MEMBER_SCREENS = memberScreens(session)

test.each(Object.keys(VISITOR_SCREENS))(
  'A33 no accessibility violations for a visitor: %s',
  async (screen) => {
    await VISITOR_SCREENS[screen]?.()
    expect(await accessibilityViolationsOf(visitor.page)).toEqual([])
  },
)

test.each(Object.keys(NEWCOMER_SCREENS))(
  'A33 no accessibility violations for a newcomer: %s',
  async (screen) => {
    await NEWCOMER_SCREENS[screen]?.()
    expect(await accessibilityViolationsOf(newcomer.page)).toEqual([])
  },
)

test.each(Object.keys(MEMBER_SCREENS))('A33 no accessibility violations for a member: %s', async (screen) => {
  await MEMBER_SCREENS[screen]?.()
  expect(await accessibilityViolationsOf(session.page)).toEqual([])
})

test('A06 the menu of a phone has no accessibility violations', async () => {
  const { page } = session
  await page.goto(`${product.url}/dashboard`)
  await page.setViewportSize({ width: 390, height: 844 })
  await waitForHydration(page)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('dialog', { name: 'Ninefold' }).getByRole('link').first().waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
})

test('Trust 11 no page violated the content policy, logged an error or moved under reduced motion', () => {
  const expectedError = /404 \(Not Found\)/ // From the missing page and the missing contact.
  const errors = [visitor, newcomer, member].flatMap(({ consoleErrors }) => consoleErrors)
  expect(errors.filter((text) => !expectedError.test(text))).toEqual([])
})

async function visit(path: string, text?: string): Promise<void> {
  await visitor.page.goto(product.url + path)
  if (text) await visitor.page.getByText(text).first().waitFor()
}

/** Adds a contact as the page's user. @returns its id */
function addContact(page: Page, contact: Record<string, string>): Promise<string> {
  return page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch('/api/contacts', { method: 'POST', headers, body })
    return ((await response.json()) as { id: string }).id
  }, JSON.stringify(contact))
}
