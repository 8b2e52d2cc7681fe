import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Locator, Page, Route } from 'playwright-core'
import type { ContactDetail } from '#contract/contacts.ts'
import { becomeSubscriber } from '#test/product/client.ts'
import { startProduct } from '#test/product/product.ts'
import { openBrowser, signInByDialog } from './person.ts'

const ADA = 'ada.okafor@example.com'

const VERIFIED_WITHIN_MS = 30_000

/** A workspace in whose database a test writes what providers would have answered, and how a drawer is read. */
export async function openDrawerReader(settings: Record<string, string> = {}) {
  const product = await startProduct(settings)
  const browser = await openBrowser()
  const database = new pg.Client({ connectionString: product.database.ownerUrl })
  await database.connect()
  const { client, organizationId } = await becomeSubscriber(product, ADA)
  const ada = await browser.person()
  const { page } = ada
  await signInByDialog(page, product, ADA)
  await page.waitForURL('**/dashboard')

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
    /** Adds a contact and waits until it was verified: what a test then writes about it stays. */
    async add(contact: object): Promise<ContactDetail> {
      const added = await client.json<ContactDetail>('POST', '/api/contacts', contact)
      const isDue = 'select 1 from contacts where id = $1 and verification_due_at <= now()'
      const deadline = Date.now() + VERIFIED_WITHIN_MS
      while ((await database.query(isDue, [added.id])).rowCount !== 0) {
        if (Date.now() > deadline) throw new Error('The new contact was never verified')
        await wait(50)
      }
      return added
    },
    async open({ id }: Pick<ContactDetail, 'id'>, tab = 'overview'): Promise<void> {
      await page.goto(`${product.url}/dashboard?contact=${id}&tab=${tab}`)
      await panel.waitFor()
    },
    /** A titled part of the tab that is open. */
    part: (name: string) =>
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

/** `Label: value`, fact by fact. */
export async function factsIn(where: Locator): Promise<string[]> {
  return (await where.locator('dl > div').allInnerTexts()).map((text) => text.replace('\n', ': '))
}

/** Which of the named colours fills what is shown. */
export function colourOf(shown: Locator, names: readonly string[]): Promise<string | undefined> {
  return shown.evaluate((element, known) => {
    const probe = document.body.appendChild(document.createElement('i'))
    const found = known.find((name) => {
      probe.style.background = `var(--${name})`
      return getComputedStyle(probe).backgroundColor === getComputedStyle(element).backgroundColor
    })
    probe.remove()
    return found
  }, names)
}

/** The colour of a progress bar. */
export const barColour = (bar: Locator) =>
  colourOf(bar.locator('div'), ['red', 'orange', 'yellow', 'green', 'blue'])

/** The named colours as the page computes them for text. */
export function textColours(page: Page, names: readonly string[]): Promise<string[]> {
  return page.evaluate(
    (all) =>
      all.map((name) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = `var(--${name})`
        const { color } = getComputedStyle(probe)
        probe.remove()
        return color
      }),
    names,
  )
}

/** Holds a call back until the returned function is called: the state before its answer would be gone too fast. */
export async function hold(page: Page, method: string, path: string): Promise<() => Promise<void>> {
  let take = (_: Route) => {}
  const held = new Promise<Route>((resolve) => {
    take = resolve
  })
  await page.route(path, (route) => (route.request().method() === method ? take(route) : route.continue()))
  return async () => {
    await (await held).continue()
    await page.unroute(path)
  }
}
