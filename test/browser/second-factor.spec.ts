import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { authenticator } from '#test/builders/authenticator.ts'
import { becomeSubscriber, findNewestLink, waitForEmailedLink } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf } from './accessibility.ts'
import { toastOf } from './failing-product.ts'
import { openBrowser, type Person, signInByDialog, waitForHydration } from './person.ts'

/** The operator of an instance in production. */
const ADA_EMAIL = 'ada.okafor@example.com'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let ada: Person
let database: pg.Client

beforeAll(async () => {
  product = await startProduct({ NODE_ENV: 'production', ALLOW_EMBEDDED: '1', ADMIN_EMAILS: ADA_EMAIL })
  browser = await openBrowser()
  database = new pg.Client({ connectionString: product.database.ownerUrl })
  await database.connect()
  await becomeSubscriber(product, ADA_EMAIL)
})
afterAll(async () => {
  await database?.end()
  await browser?.close()
  await product?.stop()
})

/** Signs Ada in without a second factor before each test. */
beforeEach(async () => {
  // These tests request more links than an address gets in so little time.
  await database.query('delete from second_factors; delete from rate_limits')
  ada = await browser.newPerson()
  await signInByDialog(ada.page, product, ADA_EMAIL)
  await ada.page.waitForURL('**/dashboard')
})
afterEach(async () => {
  expect(ada.consoleErrors).toEqual([])
  await ada.close()
})

/** Turns on 2FA. Each code works once, so the next sign-in uses a later one. */
async function turnOnSecondFactor({ page }: Person) {
  const post = async <T>(path: string, data?: object) => {
    const response = await page.request.post(`${product.url}/api/profile/second-factor/${path}`, { data })
    return (await response.json()) as T
  }
  const { secret } = await post<{ secret: string }>('start')
  const codeGenerator = authenticator(secret)
  const usedCode = codeGenerator.code()
  const { recoveryCodes } = await post<{ recoveryCodes: string[] }>('confirm', { code: usedCode })
  return { codeGenerator, usedCode, recoveryCodes }
}

const security = (page: Page) => page.getByRole('region', { name: 'Security' })

/** Signs out and opens a new link, up to the code. */
async function signInUpToCode({ page }: Person): Promise<void> {
  await database.query('delete from rate_limits')
  // Leaves the dashboard first, because its open requests would be refused.
  await page.goto('about:blank')
  await page.goto(`${product.url}/api/logout`)
  await signInByDialog(page, product, ADA_EMAIL)
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
  await waitForHydration(page)
}

test('A31 in production the admin pages require a second factor', async () => {
  const { page } = ada
  for (const path of ['/blog-admin', '/admin']) {
    await page.goto(product.url + path)
    await page.getByRole('heading', { name: 'Set up two-factor authentication first' }).waitFor()
  }
  await page.getByRole('link', { name: 'Go to Security' }).click()
  await security(page).getByText('Turn on 2FA to use the admin console').waitFor()
})

test('A03 a correct code sets up the second factor in the profile', async () => {
  const { page } = ada
  await page.goto(`${product.url}/settings/profile`)
  await security(page).getByText('2FA off').waitFor()
  await security(page).getByRole('button', { name: 'Set up two-factor authentication' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const uri = (await dialog.getByRole('link', { includeHidden: true }).getAttribute('href')) ?? ''
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  await dialog.getByText(secret.replace(/(.{4})(?=.)/g, '$1 ')).waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  const codeGenerator = authenticator(secret)
  const field = dialog.getByRole('textbox', { name: 'Code' })
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
  expect(await field.getAttribute('inputmode')).toBe('numeric')
  await field.fill('12345')
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter the 6-digit code from your app').waitFor()
  const usedCode = codeGenerator.code()
  await field.fill(`${usedCode.slice(0, 3)} ${usedCode.slice(3)}`)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Two-factor authentication is on' }).waitFor()
  const recoveryCodes = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents()
  expect(recoveryCodes).toHaveLength(10)
  expect(await accessibilityViolationsOf(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('ninefold-recovery-codes.txt')
  await page.getByRole('button', { name: 'I saved them' }).click()
  await security(page).getByText('2FA on').waitFor()
  await security(page).getByText('10 recovery codes left').waitFor()
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await page.getByRole('heading', { name: 'Admin', level: 1 }).waitFor()
})

test('A02 the link asks for a code, no page opens without it, and a correct one signs in', async () => {
  const { page } = ada
  const { codeGenerator, usedCode } = await turnOnSecondFactor(ada)
  await signInUpToCode(ada)
  await page.goto(`${product.url}/tasks`)
  await page.waitForURL('**/auth/code')
  const field = page.getByRole('textbox', { name: 'Code' })
  await field.waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await field.fill(usedCode)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('This code is wrong or was already used.').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'code')
  // The browser logs the refusal's status.
  expect(ada.consoleErrors.splice(0).every((text) => text.includes('400'))).toBe(true)
  // The next code is valid already, because clocks may differ by one step.
  await field.fill(codeGenerator.code(1))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await page.goto(`${product.url}/settings/team`)
  await page.getByRole('list', { name: 'Members' }).getByText('2FA').waitFor()
})

test('A02 a recovery code signs in once; a current code turns the second factor off', async () => {
  const { page } = ada
  const { recoveryCodes } = await turnOnSecondFactor(ada)
  await signInUpToCode(ada)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill((recoveryCodes[0] ?? '').toLowerCase())
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await page.goto(`${product.url}/settings/profile`)
  await security(page).getByText('9 recovery codes left').waitFor()
  await security(page).getByRole('button', { name: 'Turn off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn off two-factor authentication?' })
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog.getByLabel('Recovery code').fill(recoveryCodes[1] ?? '')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  expect(await toastOf(ada, '2FA off')).toBe("You'll sign in with just the emailed link.")
  await security(page).getByRole('button', { name: 'Set up two-factor authentication' }).waitFor()
  const previousLink = await findNewestLink(product, ADA_EMAIL)
  await page.evaluate(
    (email) =>
      fetch('/api/auth/request-magic-link', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      }),
    ADA_EMAIL,
  )
  const link = await waitForEmailedLink(product, ADA_EMAIL, previousLink)
  // Leaves the page first: the link ends its session, so its open requests would be refused.
  await page.goto('about:blank')
  await page.goto(link)
  await page.waitForURL('**/dashboard')
})
