import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Connection } from '#contract/single-sign-on.ts'
import { type RunningProvider, runProvider } from '#test/fakes/identity-providers/run-provider.ts'
import { becomeSubscriber, type Client } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { registerClient } from '#test/workspaces/single-sign-on.ts'
import { accessibilityViolationsOf } from './accessibility.ts'
import { openBrowser, type Person, signInAs, waitForHydration } from './person.ts'

const DOMAINS = { oidc: 'okta-office.com', saml: 'entra-office.com' }

let product: Product
let database: pg.Client
let browser: Awaited<ReturnType<typeof openBrowser>>
let providers: { oidc: RunningProvider; saml: RunningProvider }
let visitor: Person

beforeAll(async () => {
  const [started, oidc, saml] = await Promise.all([
    startProduct({ OUTBOUND_ALLOW: '127.0.0.1/32' }),
    runProvider('oidc'),
    runProvider('saml'),
  ])
  product = started
  providers = { oidc, saml }
  browser = await openBrowser()
  database = new pg.Client({ connectionString: product.database.ownerUrl })
  await database.connect()
})
afterAll(async () => {
  await database?.end()
  await browser?.close()
  await Promise.all([product?.stop(), providers?.oidc.stop(), providers?.saml.stop()])
})
beforeEach(async () => {
  visitor = await browser.newPerson()
})
afterEach(async () => {
  expect(visitor.consoleErrors).toEqual([])
  await visitor.close()
})

/** An owner whose organization proves an email domain. */
async function newOwner(domain: string): Promise<{ client: Client; organizationId: string }> {
  const { client, organizationId } = await becomeSubscriber(product, `owner@${domain}`)
  await database.query(
    `insert into domains (organization_id, domain, use, token) values ($1, $2, 'email', gen_random_uuid())`,
    [organizationId, domain],
  )
  await database.query(`insert into proven_domains (use, domain, organization_id) values ('email', $2, $1)`, [
    organizationId,
    domain,
  ])
  return { client, organizationId }
}

/** Logs in at an identity provider. */
async function logIn(page: Page, login: string): Promise<void> {
  await page.getByLabel('Login').fill(login)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Types an address into the sign-in dialog and continues with single sign-on. */
async function continueFromDialog(page: Page, email: string): Promise<void> {
  await page.goto(product.url)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
}

const contacts = (page: Page) => page.getByRole('heading', { name: 'Contacts', level: 1 })

describe('A40 single sign-on with OpenID Connect', () => {
  test('an owner connects a provider step by step, tests it and turns it on, and a colleague joins', async () => {
    const { client } = await newOwner(DOMAINS.oidc)
    const { page } = visitor
    await signInAs(client, visitor, product)
    await page.goto(`${product.url}/settings/single-sign-on`)
    await page.getByRole('button', { name: 'Add connection' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Okta')
    await dialog.getByRole('button', { name: 'Add connection' }).click()
    const panel = page.getByRole('region', { name: 'Okta' })
    const callback = await panel.locator('dt', { hasText: 'Redirect URI' }).locator('+ dd code').innerText()
    const { clientId, clientSecret } = await registerClient(providers.oidc.url, callback)

    await panel.getByRole('button', { name: 'Edit settings' }).click()
    await dialog.getByLabel('Issuer URL').fill(providers.oidc.url)
    await dialog.getByLabel('Client ID').fill(clientId)
    await dialog.getByLabel('Client secret').fill(clientSecret)
    await dialog.getByLabel(DOMAINS.oidc).check()
    expect(await accessibilityViolationsOf(page, 1400)).toEqual([])
    await dialog.getByRole('button', { name: 'Save settings' }).click()
    await dialog.waitFor({ state: 'detached' })

    await panel.getByRole('button', { name: 'Map groups to roles' }).click()
    await dialog.getByRole('button', { name: 'Add group' }).click()
    await dialog.getByRole('textbox', { name: 'Group 1' }).fill('managers')
    await dialog.getByLabel('Role').selectOption('ADMIN')
    await dialog.getByRole('button', { name: 'Save mapping' }).click()
    await dialog.waitFor({ state: 'detached' })

    await panel.getByRole('button', { name: 'Test connection' }).click()
    await logIn(page, `ann@${DOMAINS.oidc}#ann#managers`)
    await page.getByText('The test worked').waitFor()
    await page.getByText(`the email address ann@${DOMAINS.oidc} and the groups managers`).waitFor()
    await panel.getByRole('button', { name: 'Turn on' }).click()
    await panel.getByText('On', { exact: true }).waitFor()
    expect(await accessibilityViolationsOf(page, 2400)).toEqual([])

    const colleague = await browser.newPerson()
    await continueFromDialog(colleague.page, `ann@${DOMAINS.oidc}`)
    await logIn(colleague.page, `ann@${DOMAINS.oidc}#ann#managers`)
    await colleague.page.waitForURL('**/dashboard')
    await contacts(colleague.page).waitFor()
    const user = await colleague.page.request.get(`${product.url}/api/auth/user`)
    expect(await user.json()).toMatchObject({ email: `ann@${DOMAINS.oidc}`, role: 'ADMIN' })
    expect(colleague.consoleErrors).toEqual([])
    await colleague.close()
  })

  test('someone with an address of another domain gets a reason and can try again', async () => {
    const { page } = visitor
    await continueFromDialog(page, `someone@${DOMAINS.oidc}`)
    await logIn(page, 'someone@elsewhere.com')
    await page.getByRole('heading', { name: 'Sign-in failed' }).waitFor()
    await page.getByRole('alert').getByText("isn't in a domain of this organization").waitFor()
    expect(await accessibilityViolationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForURL(/sso\/.*error=domain/)
  })

  test('the dialog offers no single sign-on for other domains', async () => {
    const { page } = visitor
    await page.goto(product.url)
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Login' }).click()
    const found = page.waitForResponse('**/api/auth/sso/find')
    await page.getByRole('dialog').getByLabel('Email').fill('ann@gmail.com')
    expect(await (await found).json()).toEqual({ connection: null })
    expect(await page.getByRole('button', { name: 'Continue with single sign-on' }).count()).toBe(0)
  })
})

describe('A40 single sign-on with SAML', () => {
  let connection: Connection
  beforeAll(async () => {
    const { client, organizationId } = await newOwner(DOMAINS.saml)
    const path = `/api/organizations/${organizationId}/single-sign-on`
    connection = await client.json<Connection>('POST', path, {
      ...{ kind: 'saml', name: 'Entra', metadata: providers.saml.metadata, domains: [DOMAINS.saml] },
      acceptsUnsolicited: true,
    })
    await client.json('PATCH', `${path}/${connection.id}`, { isOn: true })
  })

  test("a colleague signs in by the provider's form, which is another site", async () => {
    const { page } = visitor
    await continueFromDialog(page, `ann@${DOMAINS.saml}`)
    await logIn(page, `ann@${DOMAINS.saml}#ann`)
    await page.waitForURL('**/dashboard')
    await contacts(page).waitFor()
  })

  test("a sign-in from the provider's portal asks first", async () => {
    const { page } = visitor
    const query = new URLSearchParams({
      ...{ acs: connection.urls.acs, audience: connection.urls.metadata },
      login: `ben@${DOMAINS.saml}#ben`,
    })
    await page.goto(`${providers.saml.url}/start?${query}`)
    await page.getByRole('heading', { name: `Sign in as ben@${DOMAINS.saml}?` }).waitFor()
    expect(await accessibilityViolationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/dashboard')
    await contacts(page).waitFor()
  })
})
