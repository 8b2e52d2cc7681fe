import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WatchedOutcome } from '#domain/score/watched-outcomes.ts'
import { type Category, categoryBits } from '#domain/signals/categories.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { listWatchedOutcomes } from './store/watched-outcomes.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Move = { on: string; source?: 'address' | 'person'; recordedOn?: string; isUndone?: boolean }

type Facts = {
  /** First days of months. */
  snapshots: string[]
  /** Null in snapshots from before they had categories. */
  live?: Category[] | null
  calibrationVersion?: number
  enrichedOn?: string
  talkedOn?: string
  moves?: Move[]
  /** Categories of the score history by day. */
  history?: { on: string; categories: Category[] }[]
}

async function addContact(organizationId: string, contact: Facts): Promise<void> {
  const { snapshots, live = [], calibrationVersion, enrichedOn, talkedOn, moves = [], history = [] } = contact
  const id = crypto.randomUUID()
  const key = [organizationId, id]
  await app.owner.run(
    `insert into contacts (organization_id, id, first_name, last_name, search, last_name_key, enriched_at, last_conversation_at)
     values ($1, $2, 'A', 'B', ' a b', 'b', $3, $4)`,
    [...key, enrichedOn ?? null, talkedOn ?? null],
  )
  await app.owner.run(
    `insert into score_snapshots (organization_id, contact_id, month, snapshot_on, score, chance, live_signals,
       calibration_version, model_version)
     select $1, $2, month, month, 10, 0.25, $4, $5, '1' from unnest($3::date[]) month`,
    [...key, snapshots, live && categoryBits(live), calibrationVersion ?? null],
  )
  for (const { on, source = 'address', recordedOn = on, isUndone = false } of moves)
    await app.owner.run(
      `insert into outcomes (organization_id, contact_id, kind, moved_on, source, address_key, recorded_at, undone_at)
       values ($1, $2, 'moved', $3, $4, $5, $6, $7)`,
      [...key, on, source, source === 'address' ? Buffer.from(id) : null, recordedOn, isUndone ? on : null],
    )
  for (const { on, categories } of history)
    await app.owner.run(
      `insert into score_history (organization_id, contact_id, score, chance, lift, points, cause, model_version, recorded_at)
       values ($1, $2, 10, 0.25, 1, $3, 'enriched', '1', $4)`,
      [...key, JSON.stringify(categories.map((category) => ({ category, points: 5 }))), on],
    )
}

let organizations = 0

/** Outcomes of a new organization with these contacts. */
async function outcomesOf(...contacts: Facts[]): Promise<WatchedOutcome[]> {
  const { organizationId } = await app.subscriber(`person${organizations++}@example.com`)
  for (const contact of contacts) await addContact(organizationId, contact)
  return app.db.tenant(parseOrganizationId(organizationId), (tx) => listWatchedOutcomes(tx, 100))
}

test('A30 knows a stay once an enrichment came three months after the snapshot', async () => {
  const snapshots = ['2026-01-01']
  expect(await outcomesOf({ snapshots, enrichedOn: '2026-03-31' })).toEqual([])
  expect(await outcomesOf({ snapshots })).toEqual([])
  expect(
    await outcomesOf({
      snapshots,
      enrichedOn: '2026-06-15',
      calibrationVersion: 2,
      live: ['debt', 'divorce'],
    }),
  ).toEqual([
    {
      chance: 0.25,
      months: 5,
      hasMoved: false,
      observedOn: '2026-06-01',
      isFromConversation: false,
      calibrationVersion: 2,
      categories: ['divorce', 'debt'],
    },
  ])
})

test('A30 watches people who moved as long as people who stayed, and at most a year', async () => {
  const snapshots = ['2025-01-01']
  const moved = { snapshots, enrichedOn: '2026-06-15', moves: [{ on: '2025-05-10' }] }
  expect(await outcomesOf(moved)).toMatchObject([{ months: 12, hasMoved: true, observedOn: '2026-01-01' }])
  const movedLater = { snapshots, enrichedOn: '2026-06-15', moves: [{ on: '2026-01-01' }] }
  expect(await outcomesOf(movedLater)).toMatchObject([{ months: 12, hasMoved: false }])
  const undone = { ...moved, moves: [{ on: '2025-05-10', isUndone: true }] }
  expect(await outcomesOf(undone)).toMatchObject([{ hasMoved: false, isFromConversation: false }])
})

test('A30 leaves out people who moved before the snapshot', async () => {
  const snapshots = ['2025-06-01']
  expect(await outcomesOf({ snapshots, enrichedOn: '2026-06-15', moves: [{ on: '2025-05-31' }] })).toEqual([])
})

test('A30 counts what only a conversation shows as known from it', async () => {
  const snapshots = ['2025-01-01']
  const person = { on: '2025-05-10', source: 'person', recordedOn: '2025-08-20' } as const
  expect(await outcomesOf({ snapshots, talkedOn: '2025-07-02' })).toMatchObject([
    { isFromConversation: true, hasMoved: false, months: 6 },
  ])
  expect(await outcomesOf({ snapshots, moves: [person] })).toMatchObject([
    { isFromConversation: true, hasMoved: true, months: 7 },
  ])
  // The enrichment found no move, so the move stays one that only a person knows.
  expect(await outcomesOf({ snapshots, enrichedOn: '2026-06-15', moves: [person] })).toMatchObject([
    { isFromConversation: true, hasMoved: true },
  ])
  const found = { on: '2025-05-10', recordedOn: '2026-06-15' }
  expect(await outcomesOf({ snapshots, enrichedOn: '2026-06-15', moves: [person, found] })).toMatchObject([
    { isFromConversation: false, hasMoved: true, months: 12 },
  ])
})

test('A30 counts each contact once, with one of its snapshots', async () => {
  const snapshots = Array.from({ length: 12 }, (_, month) => `2025-${String(month + 1).padStart(2, '0')}-01`)
  const contacts = Array.from({ length: 30 }, () => ({ snapshots, enrichedOn: '2026-06-15' }))
  const outcomes = await outcomesOf(...contacts)
  expect(outcomes).toHaveLength(30)
  // Snapshots after June were followed for less than a year.
  const months = outcomes.map(({ months }) => months)
  expect(Math.min(...months)).toBeLessThan(9)
  expect(Math.max(...months)).toBe(12)
})

test('A30 takes the snapshot before where the month has none', async () => {
  const snapshots = ['2025-01-01', '2025-11-01']
  const contacts = Array.from({ length: 10 }, () => ({ snapshots, enrichedOn: '2026-01-31' }))
  // Three months before the enrichment only the first one is left.
  expect((await outcomesOf(...contacts)).map(({ observedOn }) => observedOn)).toEqual(
    Array.from({ length: 10 }, () => '2026-01-01'),
  )
})

test('A30 reads categories from the score history for snapshots that have none', async () => {
  const history = [
    { on: '2024-11-05', categories: ['divorce'] as Category[] },
    { on: '2024-12-20', categories: ['debt'] as Category[] },
    { on: '2025-01-15', categories: ['divorce'] as Category[] },
  ]
  const old = { snapshots: ['2025-01-01'], live: null, enrichedOn: '2026-06-15', history }
  expect(await outcomesOf(old)).toMatchObject([{ categories: ['debt'] }])
  expect(await outcomesOf({ ...old, live: [] })).toMatchObject([{ categories: [] }])
})
