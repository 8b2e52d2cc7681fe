import pg from 'pg'
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { becomeSubscriber } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { toastOf } from './failing-product.ts'
import { openBrowser, type Person, signInByDialog, waitForHydration } from './person.ts'
import { toneOf } from './tone.ts'

const ADA_EMAIL = 'ada.okafor@example.com'
const NEWCOMER_EMAIL = 'lou.tardif@example.com'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

describe('A01 the sign-in dialog', () => {
  let visitor: Person
  beforeAll(async () => {
    visitor = await browser.newPerson()
    await visitor.page.goto(product.url)
    await waitForHydration(visitor.page)
  })

  const dialog = () => visitor.page.getByRole('dialog')
  const email = () => dialog().getByLabel('Email')
  const submit = () => dialog().getByRole('button', { name: 'Send magic link' })
  const openLogin = () => visitor.page.evaluate(() => window.dispatchEvent(new Event('open-login')))
  const closeByEscape = async () => {
    await visitor.page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  }
  const LINK_REQUEST = '**/api/auth/request-magic-link'

  test('opens from Login, every call to action and the open-login event, with one empty field', async () => {
    const { page } = visitor
    const callsToAction = page.getByRole('main').getByRole('button', { name: 'Get Started Now' })
    expect(await callsToAction.count()).toBe(3)
    const pricing = page.getByRole('region', { name: 'Pricing' })
    const openers = [
      () => page.getByRole('button', { name: 'Login' }).click(),
      () => callsToAction.nth(0).click(),
      () => callsToAction.nth(1).click(),
      () => pricing.getByRole('button', { name: 'Get Started Now' }).click(),
      openLogin,
    ]
    for (const openSignIn of openers) {
      await openSignIn()
      await email().waitFor()
      expect(await dialog().getByRole('textbox').count()).toBe(1)
      expect(await email().inputValue()).toBe('')
      await email().fill(NEWCOMER_EMAIL)
      await closeByEscape()
    }
    await page.goto(`${product.url}/auth/verify`)
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Send a new link' }).click()
    await email().waitFor()
  })

  test('reports invalid addresses, rejections and failures without losing the form', async () => {
    const { page } = visitor
    const responses = [
      (route: Route) => route.fulfill({ status: 500, body: '' }),
      (route: Route) => route.abort(),
    ]
    let sentCount = 0
    await page.route(LINK_REQUEST, (route) => {
      sentCount += 1
      return responses.shift()?.(route)
    })
    for (const input of ['', NEWCOMER_EMAIL, 'nobody.example.com', NEWCOMER_EMAIL]) {
      await email().fill(input)
      await submit().click()
      const isRequested = input === NEWCOMER_EMAIL
      const title = isRequested ? 'Error' : 'Invalid email'
      expect(await toastOf(visitor, title)).toBe(
        isRequested ? 'Failed to send magic link. Please try again.' : 'Please enter a valid email address.',
      )
      expect(await toneOf(page.getByText(title, { exact: true }))).toBe('red')
      expect(await email().inputValue()).toBe(input)
      await submit().waitFor()
    }
    expect(sentCount).toBe(2)
    await page.unroute(LINK_REQUEST)
    visitor.consoleErrors.splice(0)
  })

  test('shows Sending..., then the address and lifetime of the link; Send again returns to the form', async () => {
    const { page } = visitor
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
    await page.route(LINK_REQUEST, async (route) => {
      await gate
      await route.continue()
    })
    await email().fill(NEWCOMER_EMAIL)
    await submit().click()
    const sendingButton = dialog().getByRole('button', { name: 'Sending...' })
    await sendingButton.waitFor()
    expect(await sendingButton.isDisabled()).toBe(true)
    openGate()
    const confirmation = page.getByRole('dialog', { name: 'Check your email' })
    await confirmation.getByText(NEWCOMER_EMAIL).waitFor()
    await confirmation.getByText('The link expires in 15 minutes.').waitFor()
    await confirmation.getByRole('button', { name: 'Send again' }).click()
    await submit().waitFor()
    expect(await email().inputValue()).toBe(NEWCOMER_EMAIL)
  })

  test('starts with an empty form after it was closed', async () => {
    await submit().click()
    await dialog().getByRole('heading', { name: 'Check your email' }).waitFor()
    await dialog().getByRole('button', { name: 'Close' }).click()
    await dialog().waitFor({ state: 'detached' })
    await openLogin()
    await submit().waitFor()
    expect(await email().inputValue()).toBe('')
    await closeByEscape()
    expect(visitor.consoleErrors).toEqual([])
    await visitor.close()
  })
})

test('A05 a visitor of a protected page sees a message and returns to the home page after 500 ms', async () => {
  const { page, close } = await browser.newPerson()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  for (const path of ['/dashboard', '/tasks', '/playbooks', '/sync-contacts', '/onboarding']) {
    await page.goto(product.url + path)
    const alert = page.getByRole('alert')
    await alert.getByRole('heading', { name: 'Unauthorized' }).waitFor()
    await alert.getByText('Please log in to continue', { exact: true }).waitFor()
    await page.clock.runFor(499)
    // A premature redirect would have arrived before this response.
    await page.evaluate(async () => (await fetch('/')).text())
    expect(new URL(page.url()).pathname).toBe(path)
    await page.clock.runFor(1)
    await page.waitForURL(`${product.url}/`)
  }
  await close()
})

describe('signed in', () => {
  let ada: Person
  let setStatus: (status: string) => Promise<unknown>
  let closeDatabase: () => Promise<void>
  beforeAll(async () => {
    const { organizationId } = await becomeSubscriber(product, ADA_EMAIL)
    const database = new pg.Client({ connectionString: product.database.ownerUrl })
    await database.connect()
    setStatus = (status) =>
      database.query('update organizations set subscription_status = $1 where id = $2', [
        status,
        organizationId,
      ])
    closeDatabase = () => database.end()
    ada = await browser.newPerson()
    await signInByDialog(ada.page, product, ADA_EMAIL)
    await ada.page.waitForURL('**/dashboard')
  })
  afterAll(() => closeDatabase?.())

  test('A05 contacts are locked without an active subscription', async () => {
    for (const status of ['canceled', 'past_due', 'trialing', 'incomplete']) {
      await setStatus(status)
      await ada.page.goto(`${product.url}/dashboard`)
      await ada.page.waitForURL(`${product.url}/onboarding`)
    }
    await setStatus('active')
    await ada.page.goto(`${product.url}/dashboard`)
    await ada.page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
    // The browser logs the requests refused before the page noticed the sign-out.
    ada.consoleErrors.splice(0)
  })

  test('A06 the bar stays at the top with search, notifications and the user menu', async () => {
    const { page } = ada
    await page.setViewportSize({ width: 1440, height: 300 })
    await page.getByRole('heading', { name: 'Welcome to Ninefold' }).scrollIntoViewIfNeeded()
    await page.waitForFunction(() => {
      window.scrollTo(0, document.documentElement.scrollHeight)
      return window.scrollY > 0
    })
    const bar = page.getByRole('banner')
    expect((await bar.boundingBox())?.y).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await bar.getByRole('searchbox', { name: 'Search contacts' }).waitFor()
    await bar.getByRole('button', { name: 'Notifications' }).waitFor()
    await bar.getByRole('button', { name: 'User menu' }).click()
    const menu = page.getByRole('menu')
    await menu.getByText('Ada Okafor', { exact: true }).waitFor()
    await menu.getByText(ADA_EMAIL, { exact: true }).waitFor()
    expect(await menu.getByRole('menuitem', { name: 'Log out' }).getAttribute('href')).toBe('/api/logout')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
  })

  test('A06 the sidebar has its groups, and Admin only for operators', async () => {
    const { page } = ada
    const navigation = page.getByRole('navigation', { name: 'Main navigation' })
    const groups = await navigation
      .getByRole('region')
      .evaluateAll((regions) =>
        regions.map((group) => [
          group.querySelector('h2')?.textContent,
          ...[...group.querySelectorAll('a')].map(
            (link) => `${link.textContent} ${link.getAttribute('href')}`,
          ),
        ]),
      )
    expect(groups).toEqual([
      [
        'Main',
        'Today /today',
        'Contacts /dashboard',
        'Map /map',
        'Tasks /tasks',
        'Playbooks /playbooks',
        'Insights /insights',
        'Analytics /analytics',
        'Imports /imports',
        'Sync Contacts /sync-contacts',
      ],
      ['Settings', 'Settings /settings'],
    ])
  })

  test('A31 only operators can open the admin page', async () => {
    const { page } = ada
    await page.goto(`${product.url}/admin`)
    await page.getByText('Only operators can open this page').waitFor()
    expect(await page.getByRole('region', { name: 'Data sources' }).count()).toBe(0)
  })

  test('A06 A03 Logout clears cached data and then ends the session', async () => {
    const { page } = ada
    await page.getByRole('link', { name: 'Playbooks' }).click()
    await page.getByRole('button', { name: 'Use Template' }).first().waitFor()
    // A response without content keeps the browser on the page, so that the test can inspect its cache.
    await page.route('**/api/logout', (route) => route.fulfill({ status: 204 }))
    const logoutRequest = page.waitForRequest((request) => request.url().endsWith('/api/logout'))
    await page.getByRole('link', { name: 'Logout' }).click()
    expect((await logoutRequest).isNavigationRequest()).toBe(true)
    await page.unroute('**/api/logout')
    const listRequest = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/contacts')
    await page.getByRole('link', { name: 'Contacts', exact: true }).click()
    await listRequest
    await page.getByRole('heading', { name: 'Welcome to Ninefold' }).waitFor()
    await page.getByRole('link', { name: 'Logout' }).click()
    await page.waitForURL(`${product.url}/`)
    await page.getByRole('button', { name: 'Login' }).waitFor()
    await page.goBack()
    await page.getByText('Please log in to continue').waitFor()
    await page.waitForURL(`${product.url}/`)
    expect(ada.consoleErrors).toEqual([])
  })
})
