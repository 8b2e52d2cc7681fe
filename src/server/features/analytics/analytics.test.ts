import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type {
  FunnelAnswer,
  MembersAnswer,
  OverviewAnswer,
  PipelineAnswer,
  ResponseAnswer,
} from '#contract/analytics/answers.ts'
import type { Dashboard } from '#contract/analytics/dashboards.ts'
import type { ContactMilestones } from '#contract/analytics/milestones.ts'
import { ANALYTICS_VIEWS } from '#domain/analytics/metrics.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { openAnalytics } from '#test/workspaces/analytics.ts'

const workspace = openAnalytics()
const { addContact, ago, log, readStored, sum, view } = workspace
const mark = async (id: string, body: object): Promise<ContactMilestones> =>
  (await workspace.ann.request('POST', `/api/contacts/${id}/milestones`, body)).json

describe('views', () => {
  test('answer an organization without any data, with null for every rate', async () => {
    for (const name of ANALYTICS_VIEWS) {
      const answer = JSON.stringify(await view(name, 'compare=previous'))
      expect([name, answer]).toEqual([name, expect.not.stringMatching(/NaN|Infinity/)])
    }
    const { stages } = await view<FunnelAnswer>('funnel')
    expect(stages.map(({ rate }) => rate)).toEqual(Array.from({ length: 8 }, () => null))
  })

  test('refuse a range of a hundred years, one that ends before it starts, and days that do not exist', async () => {
    for (const query of [
      'from=1926-01-01',
      'from=2026-11-02&to=2026-11-01',
      'to=2026-02-30',
      'from=x',
      'to=2126-01-01',
    ])
      expect([
        query,
        (await workspace.ann.request('GET', `/api/analytics/overview?${query}`)).status,
      ]).toEqual([query, 400])
    expect((await workspace.ann.request('GET', '/api/analytics/overview?from=2016-11-10')).status).toBe(200)
  })

  test('count an evening in Los Angeles to its own day, before and after daylight saving ends', async () => {
    const id = await addContact()
    // 23:30 in Los Angeles, standard time and daylight-saving time, and 0:30 of the day that has 25 hours.
    for (const at of ['2026-11-02T07:30:00Z', '2026-11-01T06:30:00Z', '2026-11-01T08:30:00Z'])
      await log(id, { type: 'call', outcome: 'reached', at })
    const { series } = await view<OverviewAnswer>('overview', 'from=2026-10-31&to=2026-11-02')
    expect(series.map(({ from, conversations }) => [from, conversations])).toEqual([
      ['2026-10-31', 1],
      ['2026-11-01', 2],
      ['2026-11-02', 0],
    ])
  })

  test('compare with the days before and list the people behind a number', async () => {
    const [first, second] = [await addContact(), await addContact()]
    await log(first, { type: 'call', outcome: 'reached', at: ago(2 * 24) })
    await log(second, { type: 'call', outcome: 'reached', at: ago(10 * 24) })
    const { figures } = await view<OverviewAnswer>(
      'overview',
      'from=2026-11-04&to=2026-11-10&compare=previous',
    )
    expect(figures.conversations).toMatchObject({ value: 1, previous: 1 })
    const { json } = await workspace.ann.request(
      'GET',
      `/api/analytics/people?${figures.conversations.drill}`,
    )
    expect(json).toMatchObject({ items: [{ id: first, on: '2026-11-08' }], total: 1, next: null })
  })

  test('tell response times with median, percentile and buckets', async () => {
    const id = await addContact()
    await workspace.app.db.tenant(parseOrganizationId(workspace.ann.organizationId), async (tx) => {
      await tx.run(
        `insert into signals (organization_id, contact_id, category, score, evidence_key, detected_at)
         values ($1, $2, 'debt', 50, 'x', $3)`,
        [workspace.ann.organizationId, id, ago(5)],
      )
    })
    await log(id, { type: 'text', at: ago(4) })
    const answer = await view<ResponseAnswer>('response')
    expect(answer.histogram).toMatchObject([{ people: 1, fromMinutes: 45.254833995939045, toMinutes: 64 }])
    expect(answer.medianMinutes.value).toBeGreaterThan(45)
    expect(answer.bySignal).toMatchObject([{ signal: 'debt', people: 1 }])
  })

  test('keep the work of members who left, and rank no one on fewer than 20 conversations', async () => {
    const mia = await workspace.app.member(
      `${randomUUID()}@example.com`,
      workspace.ann.organizationId,
      'MEMBER',
    )
    const id = await addContact()
    await log(id, { type: 'call', outcome: 'reached' })
    await mia.request('POST', `/api/contacts/${id}/activities`, { type: 'meeting' })
    await workspace.ann.request(
      'DELETE',
      `/api/organizations/${workspace.ann.organizationId}/members/${mia.userId}`,
    )
    const read = async () => {
      const { members, canRank } = await view<MembersAnswer>('members')
      return [canRank, members.map(({ isFormer, conversations }) => [isFormer, conversations.value]).sort()]
    }
    expect(await read()).toEqual([
      false,
      [
        [false, 1],
        [true, 1],
      ],
    ])
    await workspace.app.owner.run('delete from users where id = $1', [mia.userId])
    expect(await read()).toEqual([
      false,
      [
        [false, 1],
        [false, 1],
      ],
    ])
  })

  test('sum the fees that agents typed, by the last stage', async () => {
    const [open, done] = [await addContact(), await addContact()]
    await mark(open, { milestone: 'agreement_signed' })
    await mark(done, { milestone: 'closed' })
    const value = (id: string, body: object) =>
      workspace.ann.request('PATCH', `/api/contacts/${id}/pipeline-value`, body)
    await value(open, { side: 'seller', value: { priceCents: 50_000_000, feePercent: 2 } })
    await value(done, { side: 'seller', value: { feeCents: 700_000 } })
    expect((await value(done, { side: 'seller', value: { feePercent: 2 } })).status).toBe(400)
    const answer = await view<PipelineAnswer>('pipeline')
    expect([answer.openFeeCents, answer.closedFeeCents]).toEqual([1_000_000, 700_000])
    await value(open, { side: 'seller', value: null })
    expect((await view<PipelineAnswer>('pipeline')).openFeeCents).toBe(0)
  })

  test('count no one who was erased', async () => {
    const id = await addContact()
    await log(id, { type: 'call', outcome: 'reached', at: ago(72) })
    await sum()
    expect((await view<OverviewAnswer>('overview')).figures.conversations.value).toBe(1)
    await workspace.ann.request('DELETE', `/api/contacts/${id}`)
    const { conversations, contactsAdded } = (await view<OverviewAnswer>('overview')).figures
    expect([conversations.value, contactsAdded.value]).toEqual([0, 0])
    await sum()
    expect(JSON.stringify(await readStored())).not.toContain('conversation')
  })

  test('download as CSV with range and filters', async () => {
    const id = await addContact()
    await log(id, { type: 'call', outcome: 'reached' })
    for (const name of ANALYTICS_VIEWS) {
      const { status, text, headers } = await workspace.ann.request(
        'GET',
        `/api/analytics/csv?view=${name}&source=Zillow`,
      )
      expect([name, status, headers['content-type']]).toEqual([name, 200, 'text/csv; charset=utf-8'])
      expect(text).toContain('Period and filters,"Oct 12, 2026 – Nov 10, 2026 · Lead source: Zillow"')
      expect(text).not.toMatch(/NaN|undefined|null|\[object|[a-z][A-Z]/)
    }
    const { text } = await workspace.ann.request('GET', '/api/analytics/csv?view=overview')
    expect(text).toContain('Conversations,1\r\n')
  })

  test('download as CSV with the labels of the screen, the period before, and names instead of ids', async () => {
    const id = await addContact()
    await log(id, { type: 'call', outcome: 'reached' })
    const { ann } = workspace
    const download = async (query: string) =>
      (await ann.request('GET', `/api/analytics/csv?member=${ann.userId}&compare=previous&${query}`)).text
    const [members, coverage] = [await download('view=members'), await download('view=coverage')]
    const name = (await view<MembersAnswer>('members')).members[0]?.name ?? ''
    expect(members).toContain(` · Member: ${name}"\r\nPeriod before,"Sep 12, 2026 – Oct 11, 2026"`)
    expect(members).toContain('\r\nActivities\r\nMember,Calls,"Calls, period before",Texts,')
    expect(members).toContain(`\r\n${name},1,0,0,0,`)
    expect(coverage).toContain('Field,Known (%),Missing,Over a year old,Moves at stake\r\nPhone number,')
    expect(members + coverage).not.toContain(ann.userId)
  })

  test('are closed while the organization is suspended', async () => {
    await workspace.app.owner.run(
      `update organizations set suspended_at = now(), suspended_reason = 'Test' where id = $1`,
      [workspace.ann.organizationId],
    )
    const { status, json } = await workspace.ann.request('GET', '/api/analytics/overview')
    expect([status, json]).toEqual([403, expect.objectContaining({ code: 'suspended' })])
    expect(
      await workspace.app.db.column('select organization_id from organizations_to_sum($1)', ['2026-11-09']),
    ).not.toContain(workspace.ann.organizationId)
  })
})

describe('dashboards', () => {
  test('are shared within the organization and outlive the membership, unlike private ones', async () => {
    const mia = await workspace.app.member(
      `${randomUUID()}@example.com`,
      workspace.ann.organizationId,
      'MEMBER',
    )
    const save = (name: string, isShared: boolean) =>
      mia.request('POST', '/api/analytics/dashboards', {
        name,
        view: 'funnel',
        query: { signal: 'debt' },
        isShared,
      })
    expect((await save('Mine', false)).status).toBe(201)
    expect((await save('Ours', true)).status).toBe(201)
    expect((await save('Ours', true)).status).toBe(409)
    const listed = async (): Promise<Dashboard[]> =>
      (await workspace.ann.request('GET', '/api/analytics/dashboards')).json
    expect((await listed()).map(({ name, isOwn }) => [name, isOwn])).toEqual([['Ours', false]])
    const [ours] = await listed()
    expect(
      (await workspace.ann.request('PATCH', `/api/analytics/dashboards/${ours?.id}`, { name: 'X' })).status,
    ).toBe(404)
    await workspace.ann.request(
      'DELETE',
      `/api/organizations/${workspace.ann.organizationId}/members/${mia.userId}`,
    )
    expect(
      await workspace.app.owner.column('select name from analytics_dashboards where organization_id = $1', [
        workspace.ann.organizationId,
      ]),
    ).toEqual(['Ours'])
  })

  test('reject filters that no view has', async () => {
    const body = { name: 'Odd', view: 'funnel', query: { color: 'red' } }
    expect((await workspace.ann.request('POST', '/api/analytics/dashboards', body)).status).toBe(400)
  })
})
