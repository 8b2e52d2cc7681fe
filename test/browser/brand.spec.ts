import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DnsServer, startDnsServer } from '#test/fakes/dns-server.ts'
import { becomeSubscriber, type Client } from '#test/product/client.ts'
import { rowsOf } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { violationsOf } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { openBrowser, type Person, signInAs, waitForHydration } from './person.ts'

const ANN_EMAIL = 'ann.elm@example.com'
/** Resolves to this machine in the browser of this file. */
const DOMAIN = 'app.elm.example'
const ACCENT = '#0b6e4f'

let dns: DnsServer
let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let domainBrowser: Browser
let ann: Person
let client: Client
let organizationId: string

beforeAll(async () => {
  dns = await startDnsServer()
  product = await startProduct({ DNS_SERVERS: dns.address })
  browser = await openBrowser()
  domainBrowser = await launchBrowser([`--host-resolver-rules=MAP ${DOMAIN} 127.0.0.1`])
  ;({ client, organizationId } = await becomeSubscriber(product, ANN_EMAIL))
  await setPlan('enterprise')
  ann = await browser.newPerson()
  await signInAs(client, ann, product)
})
afterAll(async () => {
  await browser?.close()
  await domainBrowser?.close()
  await product?.stop()
  await dns?.stop()
})

const setPlan = (plan: string) =>
  rowsOf(product.database.ownerUrl, 'update organizations set subscription_plan = $2 where id = $1', [
    organizationId,
    plan,
  ])

const brandLink = (page: Page, name: string) => page.locator('aside').getByRole('link', { name, exact: true })

const setTheme = (page: Page, theme: 'dark' | 'light') =>
  page.evaluate((value) => {
    localStorage.setItem('theme', value)
    document.documentElement.dataset.theme = value
  }, theme)

/** A wide wordmark of one color on a transparent background. */
const logoFile = async () => ({
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: await sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><path fill="#0b6e4f" d="M45 4l34 26H68v26H22V30H11z"/></svg>',
    ),
  )
    .png()
    .toBuffer(),
})

/** The accent color as the page computes it, such as `rgb(11, 110, 79)`. */
const accentOf = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--color-accent)'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })

const rgbText = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`

test('A40 an owner sets name, color and logo, sees them in a preview of both themes, and the app shows them at once', async () => {
  const { page } = ann
  await page.goto(`${product.url}/settings/brand`)
  await waitForHydration(page)
  await page.getByLabel('Name', { exact: true }).fill('Elm Realty')
  await page.getByLabel('Accent color').fill('#fffacd')
  await page.getByText(/too pale.*nearest color that works is #[0-9a-f]{6}/).waitFor()
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: /^Use #/ }).click()
  await page.getByText(/too pale/).waitFor({ state: 'detached' })
  await page.getByLabel('Accent color').fill(ACCENT)
  await page.getByLabel('Support email').fill('help@elm.example')
  const previewColors = await page
    .locator('[data-preview] .underline')
    .evaluateAll((links) => links.map((link) => getComputedStyle(link).color))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await brandLink(page, 'Elm Realty').waitFor()
  await page.waitForFunction(() => document.title === 'Brand · Elm Realty')
  expect(previewColors).toEqual([await accentOf(page), rgbText(ACCENT)])

  await page.getByLabel('Logo file').setInputFiles(await logoFile())
  await page.getByRole('button', { name: 'Replace logo' }).waitFor()
  await brandLink(page, 'Elm Realty').locator('img').waitFor()
  await page.getByText("It's hard to see in the").waitFor({ state: 'detached' })
  await page.getByText('Powered by Ninefold', { exact: true }).waitFor()
  expect(ann.consoleErrors).toEqual([])
})

test('A40 the first HTML of the app has the brand: name, icon, colors, manifest', async () => {
  const html = await (await client.send('GET', '/dashboard')).text()
  const head = html.slice(0, html.indexOf('</head>'))
  expect(head).toContain('<title>Contacts · Elm Realty</title>')
  expect(head).toMatch(/<link rel="icon" href="\/brand\/favicon-[0-9a-f]{32}\.png" type="image\/png"\/>/)
  expect(head).toMatch(/<style nonce="[^"]+">html:root\{--color-accent:rgb\(\d+ \d+ \d+\)\}/)
  expect(head).toContain('<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials"/>')
  expect(head).toMatch(/<meta name="theme-color" content="#[0-9a-f]{6}"\/>/)
  const body = html.slice(html.indexOf('<body'), html.indexOf('<script', html.indexOf('<body')))
  expect(body.replace(/Powered by (<!-- -->)?Ninefold/, '')).not.toContain('Ninefold')
  expect(await (await fetch(`${product.url}/`)).text()).not.toContain('Elm Realty')
})

test.each(['dark', 'light'] as const)(
  'A40 text is readable in the %s theme with the brand',
  async (theme) => {
    const { page } = ann
    await page.goto(`${product.url}/settings/brand`)
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Replace logo' }).waitFor()
    await setTheme(page, theme)
    expect(await violationsOf(page)).toEqual([])
    await page.goto(`${product.url}/today`)
    await waitForHydration(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await violationsOf(page, { rules: ['color-contrast'] })).toEqual([])
  },
)

test('A40 the sign-in email has the brand', async () => {
  await rowsOf(product.database.ownerUrl, 'delete from rate_limits')
  await client.send('POST', '/api/auth/request-magic-link', { email: ANN_EMAIL })
  await expect
    .poll(async () => (await fetch(`${product.url}/dev/outbox`)).text(), { timeout: 20_000 })
    .toContain('Your sign-in link for Elm Realty')
})

test("A40 the organization's domain shows the brand before anyone signs in, and no other host does", async () => {
  const path = `/api/organizations/${organizationId}/domains`
  const domain = await client.json<{ id: string; record: { name: string; value: string } }>('POST', path, {
    domain: DOMAIN,
    use: 'app',
  })
  dns.zone[domain.record.name] = { TXT: [domain.record.value] }
  expect(await client.json('POST', `${path}/${domain.id}/check`)).toMatchObject({ problem: null })

  const page = await domainBrowser.newPage({ reducedMotion: 'reduce' })
  const url = new URL(product.url)
  url.hostname = DOMAIN
  await page.goto(`${url.origin}/sign-in`)
  await page.getByRole('heading', { name: 'Sign in to Elm Realty' }).waitFor()
  expect(await page.title()).toBe('Sign in · Elm Realty')
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme)
    const logo = page.getByRole('link', { name: 'Elm Realty' }).locator('img')
    expect(
      await logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
    ).toBeGreaterThan(0)
    expect(await violationsOf(page, { rules: ['color-contrast'] })).toEqual([])
  }
  expect(await accentOf(page)).toBe(rgbText(ACCENT))
  await page.getByText('Powered by Ninefold').waitFor()
  const ownHost = await (await fetch(`${product.url}/sign-in`)).text()
  expect(ownHost).not.toContain('Elm Realty')
})

test('A40 a downgrade shows the product’s own brand, and the settings say that nothing is lost', async () => {
  await setPlan('professional')
  const { page } = ann
  await page.goto(`${product.url}/settings/brand`)
  await page.getByText('Everything you set is saved').waitFor()
  await brandLink(page, 'Ninefold').waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Elm Realty')
  await setPlan('enterprise')
})
