import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DnsServer, startDnsServer } from '#test/fakes/dns-server.ts'
import { becomeSubscriber, type Client, findNewestLink, waitForEmailedLink } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf } from './accessibility.ts'
import { openBrowser, type Person, signInAs, waitForHydration } from './person.ts'

const ADA_EMAIL = 'ada.okafor@example.com'
const DOMAIN = 'app.okafor-realty.com'

let dns: DnsServer
let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let client: Client
let ada: Person
/** The domain with the port of the product. */
let origin: string
let otherOrigin: string

beforeAll(async () => {
  dns = await startDnsServer()
  product = await startProduct({ DNS_SERVERS: dns.address })
  const { port } = new URL(product.url)
  origin = `http://${DOMAIN}:${port}`
  otherOrigin = `http://other.okafor-realty.com:${port}`
  browser = await openBrowser({ origins: [origin, otherOrigin] })
  client = (await becomeSubscriber(product, ADA_EMAIL)).client
  const database = new pg.Client({ connectionString: product.database.ownerUrl })
  await database.connect()
  await database.query(`update organizations set subscription_plan = 'enterprise'`)
  await database.end()
  ada = await browser.newPerson()
  await signInAs(client, ada, product)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await dns?.stop()
})

const domainItem = ({ page }: Person) =>
  page.getByRole('region', { name: 'Your app' }).getByRole('listitem').filter({ hasText: DOMAIN })

test('A40 an owner adds a domain and proves it by its TXT record', async () => {
  const { page } = ada
  await page.goto(`${product.url}/settings/domains`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Add app domain' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Domain').fill('https://app.okafor-realty.com/')
  await dialog.getByRole('button', { name: 'Add domain' }).click()
  await dialog.getByText('Enter only the domain').waitFor()
  await dialog.getByLabel('Domain').fill(DOMAIN)
  await dialog.getByRole('button', { name: 'Add domain' }).click()
  await domainItem(ada).getByText('Not proven').waitFor()
  await domainItem(ada).getByRole('button', { name: 'Check now' }).click()
  await domainItem(ada).getByText("We didn't find the TXT record yet").waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])

  const [name = '', value = ''] = await domainItem(ada).locator('code').allTextContents()
  dns.zone[name] = { TXT: [value] }
  await domainItem(ada).getByRole('button', { name: 'Check now' }).click()
  await domainItem(ada).getByText('Proven', { exact: true }).waitFor()
  expect(ada.consoleErrors).toEqual([
    expect.stringContaining('the server responded with a status of 400 (Bad Request)'),
  ])
})

test('A40 the domain serves the sign-in and the app, and its emails lead back to it', async () => {
  const member = await browser.newPerson()
  const { page } = member
  await page.goto(origin)
  await page.waitForURL(`${origin}/sign-in`)
  await waitForHydration(page)
  expect(await accessibilityViolationsOf(page)).toEqual([])
  const previousLink = await findNewestLink(product, ADA_EMAIL)
  await page.getByLabel('Email').fill(ADA_EMAIL)
  await page.getByRole('button', { name: 'Send magic link' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  const link = await waitForEmailedLink(product, ADA_EMAIL, previousLink)
  expect(link.startsWith(`${origin}/auth/verify?token=`)).toBe(true)
  await page.goto(link)
  await page.waitForURL(`${origin}/dashboard`)
  await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
  const cookies = await page.context().cookies()
  expect(cookies.map(({ domain }) => domain).filter((domain) => domain !== DOMAIN)).toEqual([])
  expect(member.consoleErrors).toEqual([])

  await page.goto(`${origin}/privacy`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${origin}/privacy`)
  expect(await page.getByRole('link', { name: 'Pricing' }).count()).toBe(0)
  expect((await page.goto(`${origin}/blog`))?.status()).toBe(404)
  await member.close()
})

test('A40 an invitation leads to the domain, where the invited person joins', async () => {
  const { organizationId } = await client.json<{ organizationId: string }>('GET', '/api/auth/user')
  const email = 'bea@example.com'
  await client.json('POST', `/api/organizations/${organizationId}/invitations`, { email, role: 'MEMBER' })
  const link = await waitForEmailedLink(product, email)
  expect(link.startsWith(`${origin}/invitations/accept?token=`)).toBe(true)
  const bea = await browser.newPerson({ width: 390 })
  await bea.page.goto(link)
  await waitForHydration(bea.page)
  await bea.page.getByRole('button', { name: /^Join/ }).click()
  await bea.page.waitForURL(`${origin}/dashboard`)
  expect(bea.consoleErrors).toEqual([])
  await bea.close()
})

test('A40 a stranger at another name learns nothing, and a withdrawn domain is gone', async () => {
  const { page } = await browser.newPerson()
  await page.goto(otherOrigin)
  expect(await page.locator('body').innerText()).toBe('There is no site at this address.')

  await domainItem(ada)
    .getByRole('button', { name: `Withdraw ${DOMAIN}` })
    .click()
  await ada.page.getByRole('button', { name: 'Withdraw domain' }).click()
  await ada.page.getByText('Domain Withdrawn', { exact: true }).waitFor()
  await expect.poll(() => domainItem(ada).count()).toBe(0)
  await page.goto(`${origin}/sign-in`)
  expect(await page.locator('body').innerText()).toBe('There is no site at this address.')
})
