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
  type Kept = { score: number; cause: string }
  /** A contact with latest score `score`, earlier scores `before`, and `homes`. */
  async function scored(n: number, name: string, scores: number[]): Promise<string> {
    const typed = { firstName: name, lastName: `Merged ${n}`, email: `${name}.${n}@example.com` }
    const { id } = (await ann.request('POST', '/api/contacts', typed)).json as ContactDetail
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
    ((await ann.request('GET', `/api/contacts/${id}/score`)).json as { history: Kept[] }).history
  const changesOf = async (id: string) => {
    const { json } = await ann.request('GET', '/api/changes?limit=200')
    const all = json as Record<'risen' | 'fallen' | 'firstScores', { items: { contactId: string }[] }>
    return (['risen', 'fallen', 'firstScores'] as const).filter((kind) =>
      all[kind].items.some(({ contactId }) => contactId === id),
    )
  }

  test.each([
    [1, [30, 30], [70, 77], [70, 77]],
    [2, [70, 77], [30, 30], [70, 77]],
    [3, [50, 50], [50, 50], [50, 50]],
  ])('continues one of the two histories and never mixes them: %i', async (n, own, others, history) => {
    const keptId = await scored(n, 'Ada', own)
    const otherId = await scored(n, 'Adah', others)
    const { status, json } = await merge(keptId, otherId)
    expect(status).toBe(200)
    const kept = await historyOf(keptId)
    expect(kept.slice(0, 2).map(({ score }) => score)).toEqual(history)
    expect(kept.slice(2)).toMatchObject([{ cause: 'merged' }])
    // The earlier score still counts; a score of another contact is no fall.
    expect(await changesOf(keptId)).not.toContain('fallen')
    expect((await undo((json as { mergeId: string }).mergeId)).status).toBe(200)
    expect((await historyOf(keptId)).map(({ score }) => score)).toEqual(own)
    expect((await historyOf(otherId)).map(({ score }) => score)).toEqual(others)
  })
})
