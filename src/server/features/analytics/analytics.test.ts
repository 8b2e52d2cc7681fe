import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type {
  BandsAnswer,
  ContactMilestones,
  Dashboard,
  FunnelAnswer,
  MembersAnswer,
  MovementAnswer,
  NeighborhoodsAnswer,
  OverviewAnswer,
  PipelineAnswer,
  ResponseAnswer,
} from '#contract/analytics.ts'
import { ANALYTICS_VIEWS } from '#domain/analytics/metrics.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let now = new Date('2026-11-10T20:00:00Z')
let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } })
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date('2026-11-10T20:00:00Z')
  ann = await app.subscriber(`${randomUUID()}@example.com`)
})

const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString()

async function addContact(person = ann): Promise<string> {
  const contact = { firstName: 'Hazel', lastName: `Person ${randomUUID()}` }
  const { id } = (await person.request('POST', '/api/contacts', contact)).json as { id: string }
  return id
}
const log = (id: string, body: object) => ann.request('POST', `/api/contacts/${id}/activities`, body)
const mark = async (id: string, body: object): Promise<ContactMilestones> =>
  (await ann.request('POST', `/api/contacts/${id}/milestones`, body)).json
const view = async <T>(name: string, query = ''): Promise<T> => {
  const { status, json } = await ann.request('GET', `/api/analytics/${name}?${query}`)
  expect(status).toBe(200)
  return json
}
const sum = () => app.services.analytics.sum(parseOrganizationId(ann.organizationId))
const readStored = () =>
  app.owner.rows(
    `select day, metric, dimension, value, n, sum from daily_facts where organization_id = $1 order by 1, 2, 3, 4`,
    [ann.organizationId],
  )
const names = ({ milestones }: ContactMilestones) =>
  milestones.map(({ milestone, isImplied }) => `${milestone}${isImplied ? ' implied' : ''}`).sort()

describe('milestones', () => {
  test('follow from activities, and a later one implies the earlier ones', async () => {
    const id = await addContact()
    await log(id, { type: 'call', outcome: 'appointment' })
    const { json } = await ann.request('GET', `/api/contacts/${id}/milestones`)
    expect(names(json)).toEqual(['appointment_set', 'contacted', 'conversation', 'signal implied'])
  })

  test('are reported by hand on a side, and undone', async () => {
    const id = await addContact()
    const marked = await mark(id, { milestone: 'under_contract', side: 'buyer', at: ago(48) })
    expect(marked.milestones.map(({ side, firstAt }) => [side, firstAt])).toEqual(
      Array.from({ length: 7 }, () => ['buyer', ago(48)]),
    )
    const undone = await ann.request('DELETE', `/api/contacts/${id}/milestones/${marked.marks[0]?.id}`)
    expect([undone.status, undone.json]).toEqual([200, { milestones: [], marks: [], values: [] }])
    const again = await ann.request('DELETE', `/api/contacts/${id}/milestones/${marked.marks[0]?.id}`)
    expect(again.status).toBe(404)
  })

  test('reject a time in the future and an unknown milestone', async () => {
    const id = await addContact()
    for (const body of [{ milestone: 'closed', at: ago(-48) }, { milestone: 'won' }])
      expect((await ann.request('POST', `/api/contacts/${id}/milestones`, body)).status).toBe(400)
  })

  test('follow from an agreement and its history', async () => {
    const id = await addContact()
    for (const status of ['active', 'pending', 'closed']) {
      now = new Date(now.getTime() + DAY_MS)
      const agreement = { broker: 'own', status }
      await ann.request('PATCH', `/api/contacts/${id}/agreement`, { side: 'seller', agreement })
    }
    const reached: ContactMilestones = (await ann.request('GET', `/api/contacts/${id}/milestones`)).json
    const at = (milestone: string) => reached.milestones.find((each) => each.milestone === milestone)?.firstAt
    expect([at('agreement_signed'), at('under_contract'), at('closed')]).toEqual([ago(48), ago(24), ago(0)])
  })

  test('say lost for a move without a closing, until the move is undone', async () => {
    const id = await addContact()
    await ann.request('POST', `/api/contacts/${id}/outcomes`, { movedOn: '2026-11-01' })
    const read = async () => names((await ann.request('GET', `/api/contacts/${id}/milestones`)).json)
    expect(await read()).toEqual(['lost'])
    await ann.request('DELETE', `/api/contacts/${id}/outcomes`)
    expect(await read()).toEqual([])
  })

  test('of contacts from before the upgrade are derived by the first run', async () => {
    const id = await addContact()
    await log(id, { type: 'call', outcome: 'reached' })
    const expected = await app.owner.rows(
      'select * from contact_milestones where contact_id = $1 order by milestone',
      [id],
    )
    await app.owner.run('delete from contact_milestones where contact_id = $1', [id])
    await sum()
    expect(
      await app.owner.rows('select * from contact_milestones where contact_id = $1 order by milestone', [id]),
    ).toEqual(expected)
  })
})

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
      expect([query, (await ann.request('GET', `/api/analytics/overview?${query}`)).status]).toEqual([
        query,
        400,
      ])
    expect((await ann.request('GET', '/api/analytics/overview?from=2016-11-10')).status).toBe(200)
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
    const { json } = await ann.request('GET', `/api/analytics/people?${figures.conversations.drill}`)
    expect(json).toMatchObject({ items: [{ id: first, on: '2026-11-08' }], total: 1, next: null })
  })

  const listPeople = async (drill: string | null | undefined): Promise<string[]> => {
    const { status, json } = await ann.request('GET', `/api/analytics/people?${drill}`)
    expect([drill, status]).toEqual([drill, 200])
    return (json as { items: { id: string }[] }).items.map(({ id }) => id)
  }

  test('list the people without a lead source or a ZIP code, who are rows of their own', async () => {
    const zillow = await addContact()
    await app.owner.run(
      `update contacts set details = '{"emails":[],"phones":[],"addresses":[],"website":null,"history":{"source":"Zillow"}}',
              zip_code = '60601' where id = $1`,
      [zillow],
    )
    const unknown = await addContact()
    for (const id of [zillow, unknown]) await log(id, { type: 'call', outcome: 'reached' })
    const { bySource } = await view<FunnelAnswer>('funnel')
    const conversations = bySource.map(
      ({ value, stages }) => [value, stages[2]?.people, stages[2]?.drill] as const,
    )
    expect(conversations.map(([value, people]) => [value, people])).toEqual([
      ['', 1],
      ['Zillow', 1],
    ])
    for (const [value, , drill] of conversations)
      expect(await listPeople(drill)).toEqual([value === '' ? unknown : zillow])
    const { neighborhoods } = await view<NeighborhoodsAnswer>('neighborhoods')
    for (const { zip, drill, contacts, conversations: ofZip } of neighborhoods) {
      expect([contacts, ofZip.value]).toEqual([1, 1])
      const expected = [zip === null ? unknown : zillow]
      expect([zip, await listPeople(drill), await listPeople(ofZip.drill)]).toEqual([zip, expected, expected])
    }
    expect(neighborhoods.map(({ zip }) => zip).sort()).toEqual(['60601', null])
    expect((await view<FunnelAnswer>('funnel', 'source=')).stages[2]?.people.value).toBe(1)
  })

  test('list the people of score bands, points, losses and activities by type', async () => {
    const [moved, stayed] = [await addContact(), await addContact()]
    for (const id of [moved, stayed]) {
      await app.owner.run(
        `insert into score_snapshots (organization_id, contact_id, month, snapshot_on, score, chance, model_version)
         values ($1, $2, '2026-10-01', '2026-10-01', 45, 0.2, '1')`,
        [ann.organizationId, id],
      )
      await app.owner.run(
        `insert into score_history (organization_id, contact_id, score, chance, lift, points, cause, model_version, recorded_at, previous_score)
         values ($1, $2, 45, 0.1, 1, '[]', 'test', '1', $3, $4)`,
        [ann.organizationId, id, ago(48), id === moved ? 40 : 60],
      )
    }
    await ann.request('POST', `/api/contacts/${moved}/outcomes`, { movedOn: '2026-11-01' })
    await log(stayed, { type: 'letter' })
    const band = (await view<BandsAnswer>('bands', 'from=2026-10-01')).bands[2]
    expect([band?.people, band?.moved]).toEqual([2, 1])
    expect((await listPeople(band?.drill)).sort()).toEqual([moved, stayed].sort())
    expect(await listPeople(band?.movedDrill)).toEqual([moved])
    const movement = await view<MovementAnswer>('movement')
    expect([movement.pointsUp.value, movement.pointsDown.value]).toEqual([5, 15])
    expect(await listPeople(movement.pointsUp.drill)).toEqual([moved])
    expect(await listPeople(movement.pointsDown.drill)).toEqual([stayed])
    const lost = (await view<FunnelAnswer>('funnel')).bySource[0]?.lost
    expect([lost?.people, await listPeople(lost?.drill)]).toEqual([1, [moved]])
    const letters = (await view<MembersAnswer>('members')).members[0]?.activities.letter
    expect([letters?.value, await listPeople(letters?.drill)]).toEqual([1, [stayed]])
  })

  test('show the period before beside each unit of the overview', async () => {
    const id = await addContact()
    await log(id, { type: 'call', outcome: 'reached', at: ago(9 * 24) })
    const { previousSeries } = await view<OverviewAnswer>(
      'overview',
      'from=2026-11-04&to=2026-11-10&compare=previous',
    )
    expect(previousSeries?.filter(({ conversations }) => conversations > 0)).toMatchObject([
      { from: '2026-11-01' },
    ])
    expect((await view<OverviewAnswer>('overview')).previousSeries).toBeNull()
  })

  test('tell response times with median, percentile and buckets', async () => {
    const id = await addContact()
    await app.db.tenant(parseOrganizationId(ann.organizationId), async (tx) => {
      await tx.run(
        `insert into signals (organization_id, contact_id, category, score, evidence_key, detected_at)
         values ($1, $2, 'debt', 50, 'x', $3)`,
        [ann.organizationId, id, ago(5)],
      )
    })
    await log(id, { type: 'text', at: ago(4) })
    const answer = await view<ResponseAnswer>('response')
    expect(answer.histogram).toMatchObject([{ people: 1, fromMinutes: 45.254833995939045, toMinutes: 64 }])
    expect(answer.medianMinutes.value).toBeGreaterThan(45)
    expect(answer.bySignal).toMatchObject([{ signal: 'debt', people: 1 }])
  })

  test('keep the work of members who left, and rank no one on fewer than 20 conversations', async () => {
    const mia = await app.member(`${randomUUID()}@example.com`, ann.organizationId, 'MEMBER')
    const id = await addContact()
    await log(id, { type: 'call', outcome: 'reached' })
    await mia.request('POST', `/api/contacts/${id}/activities`, { type: 'meeting' })
    await ann.request('DELETE', `/api/organizations/${ann.organizationId}/members/${mia.userId}`)
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
    await app.owner.run('delete from users where id = $1', [mia.userId])
    expect(await read()).toEqual([
      false,
      [
        [false, 1],
        [true, 1],
      ],
    ])
  })

  test('sum the fees that agents typed, by the last stage', async () => {
    const [open, done] = [await addContact(), await addContact()]
    await mark(open, { milestone: 'agreement_signed' })
    await mark(done, { milestone: 'closed' })
    const value = (id: string, body: object) =>
      ann.request('PATCH', `/api/contacts/${id}/pipeline-value`, body)
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
    await ann.request('DELETE', `/api/contacts/${id}`)
    const { conversations, contactsAdded } = (await view<OverviewAnswer>('overview')).figures
    expect([conversations.value, contactsAdded.value]).toEqual([0, 0])
    await sum()
    expect(JSON.stringify(await readStored())).not.toContain('conversation')
  })

  test('download as CSV with range and filters', async () => {
    const id = await addContact()
    await log(id, { type: 'call', outcome: 'reached' })
    for (const name of ANALYTICS_VIEWS) {
      const { status, text, headers } = await ann.request(
        'GET',
        `/api/analytics/csv?view=${name}&source=Zillow`,
      )
      expect([name, status, headers['content-type']]).toEqual([name, 200, 'text/csv; charset=utf-8'])
      expect(text).toContain('Filter,source,Zillow')
      expect(text).not.toMatch(/NaN|undefined|\[object/)
    }
    const { text } = await ann.request('GET', '/api/analytics/csv?view=overview')
    expect(text).toContain('figures.conversations,1')
  })

  test('are closed while the organization is suspended', async () => {
    await app.owner.run(
      `update organizations set suspended_at = now(), suspended_reason = 'Test' where id = $1`,
      [ann.organizationId],
    )
    const { status, json } = await ann.request('GET', '/api/analytics/overview')
    expect([status, json]).toEqual([403, expect.objectContaining({ code: 'suspended' })])
    expect(
      await app.db.column('select organization_id from organizations_to_sum($1)', ['2026-11-09']),
    ).not.toContain(ann.organizationId)
  })
})

describe('dashboards', () => {
  test('are shared within the organization and outlive the membership, unlike private ones', async () => {
    const mia = await app.member(`${randomUUID()}@example.com`, ann.organizationId, 'MEMBER')
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
      (await ann.request('GET', '/api/analytics/dashboards')).json
    expect((await listed()).map(({ name, isOwn }) => [name, isOwn])).toEqual([['Ours', false]])
    const [ours] = await listed()
    expect((await ann.request('PATCH', `/api/analytics/dashboards/${ours?.id}`, { name: 'X' })).status).toBe(
      404,
    )
    await ann.request('DELETE', `/api/organizations/${ann.organizationId}/members/${mia.userId}`)
    expect(
      await app.owner.column('select name from analytics_dashboards where organization_id = $1', [
        ann.organizationId,
      ]),
    ).toEqual(['Ours'])
  })

  test('reject filters that no view has', async () => {
    const body = { name: 'Odd', view: 'funnel', query: { color: 'red' } }
    expect((await ann.request('POST', '/api/analytics/dashboards', body)).status).toBe(400)
  })
})
