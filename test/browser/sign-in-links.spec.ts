import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { becomeSubscriber, mailedLink, newestLink } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { faultsOf } from './looks.ts'
import { openBrowser, type Person, signInByDialog } from './person.ts'

const ADA = 'ada.okafor@example.com'
const BEA = 'bea@example.com'
const CAL = 'cal@example.com'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let ada: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  await becomeSubscriber(product, ADA)
  ada = await browser.person()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** A link requested in another browser. */
async function linkTo(email: string): Promise<string> {
  const before = await newestLink(product, email)
  await fetch(`${product.url}/api/auth/request-magic-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  return mailedLink(product, email, before)
}
const whoIs = ({ page }: Person) =>
  page.evaluate(async () => ((await (await fetch('/api/auth/user')).json()) as { email?: string }).email)

test('A02 a link signs in at once in the requesting browser, also from webmail', async () => {
  const { page } = ada
  await signInByDialog(page, product, ADA)
  await page.waitForURL('**/dashboard')
  expect(ada.complaints).toEqual([])
})

test('A02 a page of another site can neither sign in nor sign out', async () => {
  // Another port of this host is the same site and another origin.
  const hostile = createServer((_, response) => response.end('Look here'))
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve))
  const { port } = hostile.address() as { port: number }
  const visitor = await browser.person()
  for (const [n, { page }] of [visitor, ada].entries()) {
    const email = `mallory${n}@example.com`
    const link = await linkTo(email)
    const lead = async (target: string) => {
      await page.goto(`http://127.0.0.1:${port}/`)
      await page.evaluate((address) => window.location.assign(address), target)
    }
    const take = link.replace('/auth/verify', '/api/auth/verify-magic-link')
    const answer = page.waitForResponse(take)
    await lead(take)
    expect((await answer).status()).toBe(204)
    await lead(link)
    await page.getByRole('heading', { name: `Sign in as ${email}?` }).waitFor()
    await page.goto(product.url)
  }
  expect([await whoIs(visitor), await whoIs(ada)]).toEqual([undefined, ADA])
  hostile.close()
  visitor.complaints.splice(0)
  await visitor.leave()
})

test('A02 another device asks before it signs in', async () => {
  const phone = await browser.person({ width: 390 })
  await phone.page.goto(await linkTo(BEA))
  await phone.page.getByRole('heading', { name: `Sign in as ${BEA}?` }).waitFor()
  expect(await faultsOf(phone.page)).toEqual([])
  // Reading the page again loses nothing: the link was not taken.
  await phone.page.reload()
  await phone.page.getByRole('button', { name: 'Sign in' }).click()
  await phone.page.waitForURL('**/onboarding')
  expect(await whoIs(phone)).toBe(BEA)
  await phone.page.goBack()
  await phone.page.getByRole('heading', { name: "You're signed in" }).waitFor()
  expect(phone.complaints).toEqual([])
  await phone.leave()
})

test('A02 a link asks before it replaces another signed-in account', async () => {
  const { page } = ada
  await page.goto(await linkTo(CAL))
  await page.getByText(`You're signed in as ${ADA}.`).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await page.waitForURL('**/dashboard')
  expect(await whoIs(ada)).toBe(ADA)
  await page.goBack()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/onboarding')
  expect(await whoIs(ada)).toBe(CAL)
  expect(ada.complaints).toEqual([])
})

test('A02 the page works without JavaScript', async () => {
  const plain = await browser.person({ script: false })
  await plain.page.goto(await linkTo(CAL))
  await plain.page.getByRole('link', { name: 'Continue to sign in' }).click()
  await plain.page.waitForURL('**/dashboard')
  await plain.leave()
})
