import type { Page } from 'playwright-core'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person } from './person.ts'

/** How far each of the seeded people gets; the rest of the way counts too. */
const WAYS = [
  ...(['closed', 'under_contract', 'agreement_signed', 'appointment_held', 'appointment_set'] as const),
  ...(['conversation', 'conversation', 'contacted', 'lost'] as const),
]
const CALL_OUTCOMES = ['reached', 'left_message', 'no_answer', 'appointment'] as const

export type AnalyticsWorkspace = {
  product: Product
  person: Person
  page: Page
  open(path: string): Promise<void>
  close(): Promise<void>
}

/** The demo workspace with calls, milestones, tags and typed fees of its first contacts. */
export async function openAnalyticsWorkspace(): Promise<AnalyticsWorkspace> {
  const product = await startProduct({ DEMO: '1' })
  const browser = await openBrowser()
  const person = await browser.newPerson()
  const { page } = person
  await page.goto(product.demoLink())
  await page.waitForURL('**/dashboard')
  await page.evaluate(addWork, { ways: WAYS, outcomes: CALL_OUTCOMES })
  return {
    product,
    person,
    page,
    open: async (path) => {
      await page.goto(product.url + path)
      await page.getByRole('status', { name: 'Loading figures' }).waitFor({ state: 'detached' })
    },
    close: async () => {
      await browser.close()
      await product.stop()
    },
  }
}

/** Runs in the page, with the member's session. */
async function addWork({ ways, outcomes }: { ways: readonly string[]; outcomes: readonly string[] }) {
  const send = async (method: string, path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`/api${path}`, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const contacts: { id: string }[] = await (await fetch('/api/contacts?limit=24')).json()
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 3_600_000).toISOString()
  for (const [index, { id }] of contacts.entries()) {
    const outcome = outcomes[index % outcomes.length]
    await send('POST', `/contacts/${id}/activities`, { type: 'call', outcome, at: daysAgo(index % 12) })
    const milestone = ways[index]
    if (!milestone) continue
    await send('POST', `/contacts/${id}/milestones`, { milestone })
    if (index < 4)
      await send('PATCH', `/contacts/${id}/pipeline-value`, {
        side: 'seller',
        value: { priceCents: 45_000_000 + index * 5_000_000, feeCents: 900_000 + index * 100_000 },
      })
  }
}
