import { afterAll, beforeAll, expect, test } from 'vitest'
import { MODEL_VERSION } from '#domain/score/parameters.ts'
import { type Category, categoryBits } from '#domain/signals/categories.ts'
import { samplePeople } from '#server/platform/providers/sample/sample-people.ts'
import { withJobsRunning } from '#test/checks.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

const clock = { now: () => new Date('2026-03-10T12:00:00Z') }

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ clock })
  const ann = await app.subscriber('ann@example.com', 100)
  for (const contact of samplePeople(15, 'demo')) {
    const { id } = (await ann.request('POST', '/api/contacts', contact)).json as { id: string }
    await withJobsRunning(app, ann.request('POST', `/api/contacts/${id}/enrich`))
  }
})
afterAll(() => app.close())

type StoredSignal = {
  contactId: string
  category: Category
  score: number
  confidence: number
  metadata: Record<string, unknown> & { live: boolean; points: number; intensity: number }
}

const anyDay = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)

test('A30 stores each signal with everything its score depends on', async () => {
  const signals = await app.owner.rows<StoredSignal>(
    'select contact_id, category, score, confidence_score::float as confidence, metadata from signals',
  )
  expect(signals.length).toBeGreaterThan(5)
  for (const { score, confidence, metadata } of signals) {
    expect(metadata).toMatchObject({
      ruleId: expect.any(String),
      subtype: expect.any(String),
      inputs: expect.any(Object),
      provider: expect.any(String),
      documentId: expect.any(String),
      hazard: expect.any(Number),
      peakFrom: anyDay,
      peakTo: anyDay,
      expiresAt: anyDay,
      modelVersion: MODEL_VERSION,
    })
    expect(score).toBe(Math.round(100 * confidence * metadata.intensity))
  }
  const contacts = await app.owner.rows<{ id: string; score: number; live: number; bits: number }>(
    `select id, nine_d_score as score, signals_detected as live, live_signals as bits
       from contacts where scored_at is not null`,
  )
  for (const { id, score, live, bits } of contacts) {
    const contactSignals = signals.filter(({ contactId }) => contactId === id)
    expect(contactSignals.reduce((sum, { metadata }) => sum + metadata.points, 0)).toBe(score)
    const liveSignals = contactSignals.filter(({ metadata }) => metadata.live)
    expect(liveSignals).toHaveLength(live)
    expect(categoryBits(liveSignals.map(({ category }) => category))).toBe(bits)
  }
})
