import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Locator, Page, Route } from 'playwright-core'
import type { ContactDetail } from '#contract/contacts.ts'
import { becomeSubscriber } from '#test/product/client.ts'
import { startProduct } from '#test/product/product.ts'
import { fetchResponse } from './fetch-response.ts'
import { openBrowser, signInAs } from './person.ts'

const ADA_EMAIL = 'ada.okafor@example.com'

const VERIFICATION_TIMEOUT_MS = 30_000

/** Opens a workspace in which tests write provider data to the database and read the drawer. */
export async function openDrawerReader(settings: Record<string, string> = {}) {
  const product = await startProduct(settings)
  const browser = await openBrowser()
  const database = new pg.Client({ connectionString: product.database.ownerUrl })
  await database.connect()
  const { client, organizationId } = await becomeSubscriber(product, ADA_EMAIL)
  const ada = await browser.newPerson()
  const { page } = ada
  await signInAs(client, ada, product)

  const drawer = page.locator('[role="dialog"]').filter({ has: page.locator('[role="tab"]') })
  const panel = drawer.getByRole('tabpanel')
  return {
    product,
    database,
    client,
    organizationId,
    ada,
    page,
    drawer,
    panel,
    /** Adds a contact and waits for its verification, which would overwrite what the test writes. */
    async addContact(contact: object): Promise<ContactDetail> {
      const addedContact = await client.json<ContactDetail>('POST', '/api/contacts', contact)
      const dueQuery = 'select 1 from contacts where id = $1 and verification_due_at <= now()'
      const deadline = Date.now() + VERIFICATION_TIMEOUT_MS
      while ((await database.query(dueQuery, [addedContact.id])).rowCount !== 0) {
        if (Date.now() > deadline) throw new Error('The new contact was never verified')
        await wait(50)
      }
      return addedContact
    },
    async openContact({ id }: Pick<ContactDetail, 'id'>, tab = 'overview'): Promise<void> {
      await page.goto(`${product.url}/dashboard?contact=${id}&tab=${tab}`)
      await panel.waitFor()
    },
    /** Finds a section of the open tab by its heading. */
    getSection: (name: string) =>
      panel
        .locator('section, article')
        .filter({ has: page.getByRole('heading', { name, exact: true, level: 3 }) }),
    async close() {
      await browser.close()
      await database.end()
      await product.stop()
    },
  }
}

/** Each fact as `Label: value`. */
export async function factsIn(container: Locator): Promise<string[]> {
  return (await container.locator('dl > div').allInnerTexts()).map((text) => text.replace('\n', ': '))
}

/** The name of the background color of an element. */
export function colorOf(locator: Locator, names: readonly string[]): Promise<string | undefined> {
  return locator.evaluate((element, candidates) => {
    const probe = document.body.appendChild(document.createElement('i'))
    const match = candidates.find((name) => {
      probe.style.background = `var(--color-${name})`
      return getComputedStyle(probe).backgroundColor === getComputedStyle(element).backgroundColor
    })
    probe.remove()
    return match
  }, names)
}

/** The color of a progress bar. */
export const barColor = (bar: Locator) =>
  colorOf(bar.locator('div'), ['red', 'orange', 'yellow', 'green', 'blue'])

/** Computed text colors for color names. */
export function textColorsOf(page: Page, names: readonly string[]): Promise<string[]> {
  return page.evaluate(
    (colorNames) =>
      colorNames.map((name) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = `var(--color-${name})`
        const { color } = getComputedStyle(probe)
        probe.remove()
        return color
      }),
    names,
  )
}

/** Delays a request until the returned function is called, so that a test can see the loading state. */
export async function holdRequest(page: Page, method: string, path: string): Promise<() => Promise<void>> {
  let resolveRoute = (_: Route) => {}
  const heldRoute = new Promise<Route>((resolve) => {
    resolveRoute = resolve
  })
  await page.route(path, (route) =>
    route.request().method() === method ? resolveRoute(route) : route.continue(),
  )
  return async () => {
    await (await heldRoute).continue()
    await page.unroute(path)
  }
}

/**
 * Delays the response to the first request of a path until `release` is called; later ones overtake it. `firstResponse`
 * resolves once the server has handled the first.
 */
export async function holdFirstResponse(page: Page, path: string) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const { promise: firstResponse, resolve: resolveFirst } = Promise.withResolvers<void>()
  let requests = 0
  await page.route(path, async (route) => {
    const isFirst = requests++ === 0
    const response = await fetchResponse(route)
    if (isFirst) {
      resolveFirst()
      await promise
    }
    await route.fulfill({ response })
  })
  return { firstResponse, release }
}
