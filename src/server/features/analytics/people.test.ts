import { expect, test } from 'vitest'
import type {
  BandsAnswer,
  CreditsAnswer,
  FunnelAnswer,
  MembersAnswer,
  MovementAnswer,
  NeighborhoodsAnswer,
  OverviewAnswer,
  PipelineAnswer,
} from '#contract/analytics/answers.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { openAnalytics } from '#test/workspaces/analytics.ts'

const workspace = openAnalytics()
const { addContact, ago, log, view } = workspace

const listPeople = async (drill: string | null | undefined): Promise<string[]> => {
  const { status, json } = await workspace.ann.request('GET', `/api/analytics/people?${drill}`)
  expect([drill, status]).toEqual([drill, 200])
  return (json as { items: { id: string }[] }).items.map(({ id }) => id)
}

test('list the people without a lead source or a ZIP code, who are rows of their own', async () => {
  const zillow = await addContact()
  await workspace.app.owner.run(
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
    await workspace.app.owner.run(
      `insert into score_snapshots (organization_id, contact_id, month, snapshot_on, score, chance, model_version)
       values ($1, $2, '2026-10-01', '2026-10-01', 45, 0.2, '1')`,
      [workspace.ann.organizationId, id],
    )
    await workspace.app.owner.run(
      `insert into score_history (organization_id, contact_id, score, chance, lift, points, cause, model_version, recorded_at, previous_score)
       values ($1, $2, 45, 0.1, 1, '[]', 'test', '1', $3, $4)`,
      [workspace.ann.organizationId, id, ago(48), id === moved ? 40 : 60],
    )
  }
  await workspace.ann.request('POST', `/api/contacts/${moved}/outcomes`, { movedOn: '2026-11-01' })
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

test('count people once who reached a milestone as seller and as buyer, in every sum', async () => {
  const both = await addContact()
  await log(both, { type: 'showing', outcome: 'appointment', at: ago(5 * 24) })
  await log(both, { type: 'call', outcome: 'appointment', at: ago(3 * 24) })
  const count = async (query: string) => {
    const [overview, funnel, credits, pipeline] = [
      await view<OverviewAnswer>('overview', query),
      await view<FunnelAnswer>('funnel', query),
      await view<CreditsAnswer>('credits', query),
      await view<PipelineAnswer>('pipeline', query),
    ]
    const stages = pipeline.stages.filter(({ people }) => people > 0)
    for (const { drill } of [overview.figures.appointmentsSet, ...stages])
      expect(await listPeople(drill)).toEqual([both])
    return [
      overview.figures.appointmentsSet.value,
      overview.series.reduce((sum, { appointmentsSet }) => sum + appointmentsSet, 0),
      funnel.stages[2]?.people.value,
      credits.conversations.value,
      stages.map(({ milestone, people }) => `${milestone} ${people}`),
    ]
  }
  const once = [1, 1, 1, 1, ['appointment_set 1', 'appointment_held 1']]
  expect(await count('')).toEqual(once)
  await workspace.sum()
  expect(await count('')).toEqual(once)
  expect(await count('side=seller')).toEqual([1, 1, 1, 1, ['appointment_set 1']])
  expect(await count('side=buyer')).toEqual([1, 1, 1, 1, ['appointment_held 1']])
})

test('list the people of activities without those who only have a note', async () => {
  const [called, noted] = [await addContact(), await addContact()]
  await log(called, { type: 'call' })
  await log(noted, { type: 'note', note: 'Likes the garden' })
  const { activities } = (await view<OverviewAnswer>('overview')).figures
  expect([activities.value, await listPeople(activities.drill)]).toEqual([1, [called]])
})

test('name work without a member on record, and list no people for it', async () => {
  const id = await addContact()
  await log(id, { type: 'call', outcome: 'reached' })
  await workspace.app.owner.run('update activities set recorded_by = null where contact_id = $1', [id])
  await workspace.app.services.analytics.rebuild(parseOrganizationId(workspace.ann.organizationId), {
    writes: true,
  })
  const { members } = await view<MembersAnswer>('members')
  expect(members).toMatchObject([{ memberId: null, name: 'No member on record', isFormer: false }])
  const [row] = members
  expect(row?.conversations).toEqual({ value: 1, previous: null, drill: null })
  expect(JSON.stringify(row)).not.toContain('metric=')
})

test('keep a closing in the pipeline of its month when the next deal is lost', async () => {
  const id = await addContact()
  const mark = (milestone: string, hours: number) =>
    workspace.ann.request('POST', `/api/contacts/${id}/milestones`, { milestone, at: ago(hours) })
  await mark('closed', 40 * 24)
  await mark('lost', 2 * 24)
  const read = async (query: string) => {
    const { stages } = await view<PipelineAnswer>('pipeline', query)
    const reached = stages.filter(({ people }) => people > 0)
    for (const { drill } of reached) expect(await listPeople(drill)).toEqual([id])
    return reached.map(({ milestone, people }) => [milestone, people])
  }
  expect(await read('from=2026-09-01&to=2026-10-15')).toEqual([['closed', 1]])
  expect(await read('from=2026-11-01&to=2026-11-10')).toEqual([['lost', 1]])
})
