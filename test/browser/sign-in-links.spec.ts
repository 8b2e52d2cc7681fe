import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { becomeSubscriber, findNewestLink, waitForEmailedLink } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf } from './accessibility.ts'
import { openBrowser, type Person, signInByDialog } from './person.ts'

const ADA_EMAIL = 'ada.okafor@example.com'
const BEA_EMAIL = 'bea@example.com'
const CAL_EMAIL = 'cal@example.com'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let ada: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  await becomeSubscriber(product, ADA_EMAIL)
  ada = await browser.newPerson()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** Requests a link from another browser. */
async function requestLink(email: string): Promise<string> {
  const previousLink = await findNewestLink(product, email)
  await fetch(`${product.url}/api/auth/request-magic-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  return waitForEmailedLink(product, email, previousLink)
}
const readEmail = ({ page }: Person) =>
  page.evaluate(async () => ((await (await fetch('/api/auth/user')).json()) as { email?: string }).email)

test('A02 a link signs in at once in the requesting browser, also from webmail', async () => {
  const { page } = ada
  await signInByDialog(page, product, ADA_EMAIL)
  await page.waitForURL('**/dashboard')
  expect(ada.consoleErrors).toEqual([])
})

test('A02 a page of another site can neither sign in nor sign out', async () => {
  // Another port of this host is the same site and another origin.
  const hostileServer = createServer((_, response) => response.end('Look here'))
  await new Promise<void>((resolve) => hostileServer.listen(0, '127.0.0.1', resolve))
  const { port } = hostileServer.address() as { port: number }
  const visitor = await browser.newPerson()
  for (const [index, { page }] of [visitor, ada].entries()) {
    const email = `mallory${index}@example.com`
    const link = await requestLink(email)
    const followFromHostileSite = async (target: string) => {
      await page.goto(`http://127.0.0.1:${port}/`)
      await page.evaluate((url) => window.location.assign(url), target)
    }
    const verifyUrl = link.replace('/auth/verify', '/api/auth/verify-magic-link')
    const response = page.waitForResponse(verifyUrl)
    await followFromHostileSite(verifyUrl)
    expect((await response).status()).toBe(204)
    await followFromHostileSite(link)
    await page.getByRole('heading', { name: `Sign in as ${email}?` }).waitFor()
    await page.goto(product.url)
  }
  expect([await readEmail(visitor), await readEmail(ada)]).toEqual([undefined, ADA_EMAIL])
  hostileServer.close()
  visitor.consoleErrors.splice(0)
  await visitor.close()
})

test('A02 another device asks before it signs in', async () => {
  const phone = await browser.newPerson({ width: 390 })
  await phone.page.goto(await requestLink(BEA_EMAIL))
  await phone.page.getByRole('heading', { name: `Sign in as ${BEA_EMAIL}?` }).waitFor()
  expect(await accessibilityViolationsOf(phone.page)).toEqual([])
  // A reload keeps the link, because it wasn't used yet.
  await phone.page.reload()
  await phone.page.getByRole('button', { name: 'Sign in' }).click()
  await phone.page.waitForURL('**/onboarding')
  expect(await readEmail(phone)).toBe(BEA_EMAIL)
  await phone.page.goBack()
  await phone.page.getByRole('heading', { name: "You're signed in" }).waitFor()
  expect(phone.consoleErrors).toEqual([])
  await phone.close()
})

test('A02 a link asks before it replaces another signed-in account', async () => {
  const { page } = ada
  await page.goto(await requestLink(CAL_EMAIL))
  await page.getByText(`You're signed in as ${ADA_EMAIL}.`).waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await page.waitForURL('**/dashboard')
  expect(await readEmail(ada)).toBe(ADA_EMAIL)
  await page.goBack()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/onboarding')
  expect(await readEmail(ada)).toBe(CAL_EMAIL)
  expect(ada.consoleErrors).toEqual([])
})

test('A02 the page works without JavaScript', async () => {
  const noScriptPerson = await browser.newPerson({ script: false })
  await noScriptPerson.page.goto(await requestLink(CAL_EMAIL))
  await noScriptPerson.page.getByRole('link', { name: 'Continue to sign in' }).click()
  await noScriptPerson.page.waitForURL('**/dashboard')
  await noScriptPerson.close()
})
