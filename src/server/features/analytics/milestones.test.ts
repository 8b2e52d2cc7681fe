import { describe, expect, test } from 'vitest'
import type { ContactMilestones } from '#contract/analytics/milestones.ts'
import { openAnalytics } from '#test/workspaces/analytics.ts'

const DAY_MS = 24 * 3_600_000
const workspace = openAnalytics()
const { addContact, ago, log, sum } = workspace
const mark = async (id: string, body: object): Promise<ContactMilestones> =>
  (await workspace.ann.request('POST', `/api/contacts/${id}/milestones`, body)).json
const names = ({ milestones }: ContactMilestones) =>
  milestones.map(({ milestone, isImplied }) => `${milestone}${isImplied ? ' implied' : ''}`).sort()

describe('milestones', () => {
  test('follow from activities, and a later one implies the earlier ones', async () => {
    const id = await addContact()
    await log(id, { type: 'call', outcome: 'appointment' })
    const { json } = await workspace.ann.request('GET', `/api/contacts/${id}/milestones`)
    expect(names(json)).toEqual(['appointment_set', 'contacted', 'conversation', 'signal implied'])
  })

  test('are reported by hand on a side, and undone', async () => {
    const id = await addContact()
    const marked = await mark(id, { milestone: 'under_contract', side: 'buyer', at: ago(48) })
    expect(marked.milestones.map(({ side, firstAt }) => [side, firstAt])).toEqual(
      Array.from({ length: 7 }, () => ['buyer', ago(48)]),
    )
    const undone = await workspace.ann.request(
      'DELETE',
      `/api/contacts/${id}/milestones/${marked.marks[0]?.id}`,
    )
    expect([undone.status, undone.json]).toEqual([200, { milestones: [], marks: [], values: [] }])
    const again = await workspace.ann.request(
      'DELETE',
      `/api/contacts/${id}/milestones/${marked.marks[0]?.id}`,
    )
    expect(again.status).toBe(404)
  })

  test('reject a time in the future and an unknown milestone', async () => {
    const id = await addContact()
    for (const body of [{ milestone: 'closed', at: ago(-48) }, { milestone: 'won' }])
      expect((await workspace.ann.request('POST', `/api/contacts/${id}/milestones`, body)).status).toBe(400)
  })

  test('follow from an agreement and its history', async () => {
    const id = await addContact()
    for (const status of ['active', 'pending', 'closed']) {
      workspace.now = new Date(workspace.now.getTime() + DAY_MS)
      const agreement = { broker: 'own', status }
      await workspace.ann.request('PATCH', `/api/contacts/${id}/agreement`, { side: 'seller', agreement })
    }
    const reached: ContactMilestones = (await workspace.ann.request('GET', `/api/contacts/${id}/milestones`))
      .json
    const at = (milestone: string) => reached.milestones.find((each) => each.milestone === milestone)?.firstAt
    expect([at('agreement_signed'), at('under_contract'), at('closed')]).toEqual([ago(48), ago(24), ago(0)])
  })

  test('say lost for a move without a closing, until the move is undone', async () => {
    const id = await addContact()
    await workspace.ann.request('POST', `/api/contacts/${id}/outcomes`, { movedOn: '2026-11-01' })
    const read = async () =>
      names((await workspace.ann.request('GET', `/api/contacts/${id}/milestones`)).json)
    expect(await read()).toEqual(['lost'])
    await workspace.ann.request('DELETE', `/api/contacts/${id}/outcomes`)
    expect(await read()).toEqual([])
  })

  test('of contacts from before the upgrade are derived by the first run', async () => {
    const id = await addContact()
    await log(id, { type: 'call', outcome: 'reached' })
    const expected = await workspace.app.owner.rows(
      'select * from contact_milestones where contact_id = $1 order by milestone',
      [id],
    )
    await workspace.app.owner.run('delete from contact_milestones where contact_id = $1', [id])
    await sum()
    expect(
      await workspace.app.owner.rows(
        'select * from contact_milestones where contact_id = $1 order by milestone',
        [id],
      ),
    ).toEqual(expected)
  })
})
