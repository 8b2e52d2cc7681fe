import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDisabledProviders } from '#server/platform/providers/data-providers.ts'
import { createKey } from '#test/builders/mcp-client.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await createTestApp({ providers: createDisabledProviders() })
  owner = await app.subscriber('owner@example.com')
})
afterAll(() => app.close())

test('A40 a refunded enrichment gives its credit back to the daily limit of the key', async () => {
  const { key, id: keyId } = await createKey(owner, ['contacts:write', 'enrichment:run'], { dailyCredits: 1 })
  const call = (url: string, body?: unknown) =>
    app.visitor('POST', `/api/v1${url}`, body, { authorization: `Bearer ${key}` })
  const used = () => app.owner.value('select credits_used from api_keys where id = $1', [keyId])
  for (const lastName of ['First', 'Second']) {
    const contact: { id: string } = (await call('/contacts', { firstName: 'A', lastName })).json
    const started = await call(`/contacts/${contact.id}/enrichment`)
    expect([started.status, started.text]).toEqual([202, expect.any(String)])
    await app.queue.drain()
    const ledger = 'select operation from credit_ledger where contact_id = $1 order by created_at'
    expect(await app.owner.column(ledger, [contact.id])).toEqual(['enrich', 'refund'])
    expect(await used()).toBe(0)
  }
})
