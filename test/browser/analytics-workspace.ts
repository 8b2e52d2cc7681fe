import type { Page } from 'playwright-core'
import { openDatabase } from '#server/platform/db/database.ts'
import { silentLog } from '#server/platform/log.ts'
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
  await addSnapshots(product)
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

/** Scores of two months ago, and moves of people far down the list. */
async function addSnapshots({ database }: Product): Promise<void> {
  const owner = openDatabase(database.ownerUrl, { log: silentLog, max: 1 })
  await owner.run(
    `insert into score_snapshots (organization_id, contact_id, month, snapshot_on, score, chance, model_version)
     select organization_id, id, m, m, nine_d_score, move_chance, 'test'
       from contacts, date_trunc('month', now() - interval '2 months') m where nine_d_score is not null`,
  )
  await owner.run(
    `insert into outcomes (organization_id, contact_id, kind, moved_on, source)
     select organization_id, id, 'moved', current_date - 20, 'person'
       from contacts where nine_d_score is not null order by nine_d_score desc offset 24 limit 30`,
  )
  await owner.close()
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
    // The signals are as old as the workspace: calls of today answer them, earlier ones don't.
    const at = index < 12 ? { at: daysAgo(index % 12) } : {}
    await send('POST', `/contacts/${id}/activities`, { type: 'call', outcome, ...at })
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
