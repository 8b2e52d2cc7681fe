import { afterAll, beforeAll, expect, test } from 'vitest'
import { becomeSubscriber, waitForEmailedLink } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf } from './accessibility.ts'
import { openBrowser, signInByDialog, waitForHydration } from './person.ts'

const ADA_EMAIL = 'ada.okafor@example.com'
/** Longer than a phone is wide. */
const KIM_EMAIL = 'kim.sato.with.a.long.address@example-brokerage.com'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let client: Awaited<ReturnType<typeof becomeSubscriber>>['client']
beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  ;({ client } = await becomeSubscriber(product, ADA_EMAIL))
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test('a link in the email opens its contact after signing in, and the profile turns the email on and off', async () => {
  const contact = await client.json('POST', '/api/contacts', { firstName: 'Lena', lastName: 'Quill' })
  const { page, close } = await browser.newPerson()
  const path = `/dashboard?contact=${(contact as { id: string }).id}`
  await page.goto(product.url + path)
  await page.getByText('Please log in to continue').waitFor()
  await page.waitForURL(`${product.url}/`)
  await signInByDialog(page, product, ADA_EMAIL)
  await page.waitForURL(product.url + path)
  await page.getByRole('dialog').getByText('Lena Quill').first().waitFor()

  await page.goto(`${product.url}/settings/profile`)
  await waitForHydration(page)
  const form = page.getByRole('form', { name: 'Morning Five' })
  await form.getByLabel('Time', { exact: true }).fill('06:30')
  await form.getByLabel('Time zone').selectOption('America/Chicago')
  await form.getByRole('checkbox', { name: 'Saturday' }).check()
  await form.getByRole('button', { name: 'Turn on' }).click()
  await form.getByText(/^Next: .+ at 6:30\sAM$/).waitFor()
  expect(await accessibilityViolationsOf(page, 2400)).toEqual([])
  await form.getByRole('button', { name: 'Turn off' }).click()
  await form.getByRole('button', { name: 'Turn on' }).waitFor()
  await close()
})

test('a long address wraps within the button of an invitation', async () => {
  const user = (await client.json('GET', '/api/auth/user')) as { organizationId: string }
  const path = `/api/organizations/${user.organizationId}/invitations`
  await client.json('POST', path, { email: KIM_EMAIL, role: 'MEMBER' })
  const { page, close } = await browser.newPerson({ width: 390, height: 844 })
  await page.goto(await waitForEmailedLink(product, KIM_EMAIL))
  await waitForHydration(page)
  const box = await page.getByRole('button', { name: `Join as ${KIM_EMAIL}` }).boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
  await close()
})
