import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())

const merge = (id: string, otherId: string) => ann.request('POST', `/api/contacts/${id}/merge`, { otherId })
const undo = (mergeId: string) => ann.request('POST', `/api/merges/${mergeId}/undo`)

describe('A30 the score after a merge', () => {
  type HistoryEntry = { score: number; cause: string }
  /** Adds a contact with these scores, oldest first. */
  async function addScoredContact(n: number, name: string, scores: number[]): Promise<string> {
    const fields = { firstName: name, lastName: `Merged ${n}`, email: `${name}.${n}@example.com` }
    const { id } = (await ann.request('POST', '/api/contacts', fields)).json as ContactDetail
    await app.owner.run(
      `insert into score_history (organization_id, contact_id, score, previous_score, chance, lift, points, cause, model_version, recorded_at)
       select $1, $2::uuid, s, lag(s) over (order by n), .2, 2, '[]', 'enriched', '1',
              now() - (4 - n) * interval '1 day' - case when $4 then interval '1 hour' else '0' end
         from unnest($3::int[]) with ordinality as u(s, n)`,
      [ann.organizationId, id, scores, name === 'Ada'],
    )
    await app.owner.run('update contacts set nine_d_score = $2, scored_at = now() where id = $1', [
      id,
      scores.at(-1),
    ])
    return id
  }
  const historyOf = async (id: string) =>
    ((await ann.request('GET', `/api/contacts/${id}/score`)).json as { history: HistoryEntry[] }).history
  const changesOf = async (id: string) => {
    const { json } = await ann.request('GET', '/api/changes?limit=200')
    const changes = json as Record<'risen' | 'fallen' | 'firstScores', { items: { contactId: string }[] }>
    return (['risen', 'fallen', 'firstScores'] as const).filter((kind) =>
      changes[kind].items.some(({ contactId }) => contactId === id),
    )
  }

  test.each([
    [1, [30, 30], [70, 77], [70, 77]],
    [2, [70, 77], [30, 30], [70, 77]],
    [3, [50, 50], [50, 50], [50, 50]],
  ])(
    'continues one of the two histories and never mixes them: %i',
    async (n, keptScores, otherScores, history) => {
      const keptId = await addScoredContact(n, 'Ada', keptScores)
      const otherId = await addScoredContact(n, 'Adah', otherScores)
      const { status, json } = await merge(keptId, otherId)
      expect(status).toBe(200)
      const entries = await historyOf(keptId)
      expect(entries.slice(0, 2).map(({ score }) => score)).toEqual(history)
      expect(entries.slice(2)).toMatchObject([{ cause: 'merged' }])
      // The earlier score still counts; taking over the other contact's score is not a fall.
      expect(await changesOf(keptId)).not.toContain('fallen')
      expect((await undo((json as { mergeId: string }).mergeId)).status).toBe(200)
      expect((await historyOf(keptId)).map(({ score }) => score)).toEqual(keptScores)
      expect((await historyOf(otherId)).map(({ score }) => score)).toEqual(otherScores)
    },
  )
})
