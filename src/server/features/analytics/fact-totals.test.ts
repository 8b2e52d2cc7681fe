// Sums of random histories equal a count of the same records in TypeScript, whatever was changed, deleted, merged or undone.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnalyticsFilter, DayRange } from '#contract/analytics.ts'
import { isConversation } from '#domain/activities/activity.ts'
import { shiftDay } from '#domain/analytics/day-range.ts'
import { FUNNEL_MILESTONES } from '#domain/analytics/milestones.ts'
import { bucketOf } from '#domain/analytics/response-times.ts'
import { actAs } from '#server/platform/acting-member.ts'
import { markContactFacts, refreshMilestones } from '#server/platform/analytics-facts.ts'
import { americanDay } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'
import { readFacts } from './store/facts.ts'

const HISTORIES = 200
const STEPS = 10
const HOUR_MS = 3_600_000
/** Weeks in which daylight saving begins and ends, and in which a year does. */
const STARTS = ['2026-03-01T20:00:00Z', '2025-10-26T06:30:00Z', '2025-12-24T23:00:00Z']
const CATEGORIES = ['death', 'divorce', 'debt'] as const
const ZIPS = ['60601', '60602', null]
const SOURCES = ['Zillow', 'Referral', null]

let now = new Date()
let app: TestApp
let ann: Person
let mia: Person
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } })
  ann = await app.subscriber('ann@example.com')
  mia = await app.member('mia@example.com', ann.organizationId, 'MEMBER')
})
afterAll(() => app.close())

/** A seeded generator of numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    pick: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T,
  }
}
type Random = ReturnType<typeof createRandom>

type World = {
  organizationId: OrganizationId
  random: Random
  contexts: Context[]
  contacts: string[]
  tags: string[]
  teams: string[]
  merges: string[]
  hasLeft: boolean
}

async function createWorld(seed: number): Promise<World> {
  const random = createRandom(seed)
  const id = randomUUID()
  const organizationId = parseOrganizationId(id)
  await app.owner.run(
    `insert into organizations (id, name, slug, subscription_status, credits) values ($1::uuid, 'Test', $1::text, 'active', 100)`,
    [id],
  )
  await app.owner.run(
    'insert into organization_counters (organization_id) values ($1) on conflict do nothing',
    [id],
  )
  await app.owner.run(
    `insert into memberships (user_id, organization_id, role) values ($1, $3, 'OWNER'), ($2, $3, 'MEMBER')`,
    [ann.userId, mia.userId, id],
  )
  const tags = [randomUUID(), randomUUID()]
  const teams = [randomUUID(), randomUUID()]
  for (const [i, tag] of tags.entries())
    await app.owner.run('insert into tags (organization_id, id, name, name_key) values ($1, $2, $3, $3)', [
      id,
      tag,
      `tag ${i}`,
    ])
  for (const [i, team] of teams.entries())
    await app.owner.run('insert into teams (organization_id, id, name) values ($1, $2, $3)', [
      id,
      team,
      `Team ${i}`,
    ])
  const contextOf = (person: Person): Context => ({
    organizationId,
    // Sessions have more that services don't read.
    actor: { kind: 'user', userId: person.userId, role: 'OWNER', email: person.email } as Context['actor'],
    requestId: undefined,
  })
  const world: World = {
    ...{ organizationId, random, tags, teams },
    contexts: [contextOf(ann), contextOf(mia)],
    ...{ contacts: [], merges: [], hasLeft: false },
  }
  for (let i = 0; i < 4; i++) await addContact(world)
  return world
}

const pastTime = ({ random }: World, hours = 400) =>
  new Date(now.getTime() - Math.floor(random.next() * hours * 60) * 60_000)

async function addContact(world: World): Promise<void> {
  const { random, organizationId } = world
  const id = randomUUID()
  await app.db.tenant(organizationId, async (tx) => {
    await tx.run(
      `insert into contacts (organization_id, id, first_name, last_name, search, last_name_key, zip_code, details, created_at, owner_id)
       values ($1, $2, 'A', 'B', ' a b', 'b', $3, $4, $5, $6)`,
      [
        ...[organizationId, id, random.pick(ZIPS), detailsOf(random.pick(SOURCES)), pastTime(world, 200)],
        random.pick([ann.userId, mia.userId, null]),
      ],
    )
    await tx.run('update organization_counters set contacts = contacts + 1 where organization_id = $1', [
      organizationId,
    ])
    await markContactFacts(tx, [id])
  })
  world.contacts.push(id)
}

const NO_DETAILS = { emails: [], phones: [], addresses: [], website: null }
const detailsOf = (source: string | null) => JSON.stringify({ ...NO_DETAILS, history: { source } })

type Step = (world: World, contact: string, context: Context) => Promise<unknown>

const ids = (organizationId: string, table: string, contact: string) =>
  app.owner.column<string>(
    `select id from ${table} where organization_id = $1 and contact_id = $2 order by id`,
    [organizationId, contact],
  )

const steps: Record<string, Step> = {
  log: (world, contact, context) => {
    const type = world.random.pick(['call', 'text', 'email', 'meeting', 'letter', 'note', 'showing'] as const)
    const outcome =
      type === 'note'
        ? null
        : world.random.pick(['reached', 'no_answer', 'appointment', 'not_interested', null] as const)
    return app.services.activities.log(context, contact, {
      type,
      outcome,
      note: null,
      at: pastTime(world).toISOString(),
    })
  },
  editActivity: async (world, contact, context) => {
    const id = world.random.pick(await ids(world.organizationId, 'activities', contact))
    const changes = {
      at: pastTime(world).toISOString(),
      ...(world.random.next() < 0.5 ? { outcome: null } : {}),
      note: null,
    }
    if (id) await app.services.activities.update(context, id, changes)
  },
  deleteActivity: async (world, contact, context) => {
    const id = world.random.pick(await ids(world.organizationId, 'activities', contact))
    if (id) await app.services.activities.remove(context, id)
  },
  signal: (world, contact) =>
    app.db.tenant(world.organizationId, async (tx) => {
      await tx.run(
        `insert into signals (organization_id, contact_id, category, score, evidence_key, detected_at)
         values ($1, $2, $3, 50, gen_random_uuid(), $4)`,
        [world.organizationId, contact, world.random.pick(CATEGORIES), pastTime(world)],
      )
      await refreshMilestones(tx, [contact])
      await markContactFacts(tx, [contact])
    }),
  scores: (world, contact) =>
    app.db.tenant(world.organizationId, async (tx) => {
      await tx.run(
        `insert into score_history (organization_id, contact_id, score, chance, lift, points, cause, model_version, recorded_at, previous_score)
         values ($1, $2, $3, 0.1, 1, '[]', 'test', '1', $4, $5)`,
        [
          ...[world.organizationId, contact, Math.floor(world.random.next() * 100), pastTime(world)],
          world.random.pick([null, 20, 60]),
        ],
      )
      await markContactFacts(tx, [contact])
    }),
  credits: (world, contact) =>
    app.db.tenant(world.organizationId, async (tx) => {
      await tx.run(
        `insert into credit_ledger (organization_id, contact_id, amount, operation, idempotency_key, created_at)
         values ($1, $2, $3, $4, gen_random_uuid(), $5)`,
        [
          world.organizationId,
          contact,
          ...world.random.pick([
            [-1, 'enrich'],
            [1, 'refund'],
            [5, 'grant'],
          ]),
          pastTime(world),
        ],
      )
      await markContactFacts(tx, [contact])
    }),
  agree: (world, contact, context) => {
    const side = world.random.pick(['seller', 'buyer'] as const)
    const status = world.random.pick(['active', 'pending', 'closed', 'canceled'] as const)
    const agreement = { broker: world.random.pick(['own', 'own', 'other'] as const), status, endsOn: null }
    return app.services.relationships.changeAgreement(
      context,
      contact,
      side,
      world.random.next() < 0.2 ? null : agreement,
    )
  },
  move: (world, contact, context) =>
    app.services.outcomes.recordMove(context, contact, { movedOn: americanDay(pastTime(world)), note: null }),
  undoMove: (_, contact, context) => app.services.outcomes.undoMove(context, contact),
  mark: (world, contact, context) =>
    app.services.analytics.mark(context, contact, {
      milestone: world.random.pick([...FUNNEL_MILESTONES, 'lost']),
      side: world.random.pick(['seller', 'buyer']),
      at: pastTime(world).toISOString(),
    }),
  unmark: async (world, contact, context) => {
    const id = world.random.pick(await ids(world.organizationId, 'milestone_marks', contact))
    if (id) await app.services.analytics.unmark(context, contact, id)
  },
  appointment: async (world, contact, context) => {
    const task = await app.db.tenant(world.organizationId, (tx) =>
      app.services.tasks.addWithin(tx, context, {
        contactId: contact,
        title: 'Meet',
        kind: 'appointment',
        dueDate: now.toISOString(),
      }),
    )
    await app.services.tasks.setStatus(context, task.id, 'completed', pastTime(world).toISOString())
  },
  tag: (world, contact, context) =>
    app.services.tags.setForContact(context, contact, {
      add: [world.random.pick(world.tags)],
      create: [],
      remove: [],
    }),
  untag: (world, contact, context) =>
    app.services.tags.setForContact(context, contact, {
      add: [],
      create: [],
      remove: [world.random.pick(world.tags)],
    }),
  relate: (world, contact, context) =>
    app.services.relationships.set(context, contact, {
      relationship: world.random.pick(['lead', 'sphere', null]),
    }),
  edit: (world, contact, context) =>
    app.services.contacts.update(context, contact, { zipCode: world.random.pick(ZIPS) }),
  team: (world, contact, context) =>
    app.services.assignments.assign(context, contact, { teamId: world.random.pick(world.teams) }),
  add: (world) => addContact(world),
  erase: async (world, contact, context) => {
    await app.services.contacts.remove(context, contact)
    world.contacts = world.contacts.filter((id) => id !== contact)
  },
  merge: async (world, contact, context) => {
    const other = world.contacts.find((id) => id !== contact)
    if (!other) return
    const { mergeId } = await app.services.merges.merge(context, contact, { otherId: other, fields: [] })
    world.merges.push(mergeId)
    world.contacts = world.contacts.filter((id) => id !== other)
  },
  undoMerge: async (world, _, context) => {
    const mergeId = world.merges.pop()
    if (!mergeId) return
    const { otherId } = await app.services.merges.undo(context, mergeId)
    world.contacts.push(otherId)
  },
  leave: async (world) => {
    const [owner] = world.contexts
    if (world.hasLeft || !owner || world.random.next() < 0.5) return
    await app.services.members.remove(owner, mia.userId)
    world.hasLeft = true
    world.contexts = [owner]
  },
  nextDay: async (world) => {
    now = new Date(now.getTime() + Math.floor(world.random.next() * 50) * HOUR_MS)
    await app.services.analytics.sum(world.organizationId)
  },
}

type Fact = {
  day: string
  metric: string
  contact: string | null
  member: string | null
  n: number
  sum: number
}
type Person2 = { values: Record<string, string[]>; owner: string | null }

/** All events of an organization, from its rows. */
async function countAll(
  organizationId: OrganizationId,
): Promise<{ facts: Fact[]; people: Map<string, Person2> }> {
  const read = <T>(table: string, columns = '*') =>
    app.owner.rows<T>(`select ${columns} from ${table} where organization_id = $1`, [organizationId])
  type Act = { contactId: string; type: 'call'; outcome: null; at: string; recordedBy: string | null }
  type Source = { contact: string; side: string; rank: number; at: string; member: string | null }
  const facts: Fact[] = []
  const sources: Source[] = []
  const losses: Source[] = []
  const add = (day: string, metric: string, contact: string | null, member: string | null = null, sum = 0) =>
    facts.push({ day, metric, contact, member, n: 1, sum })
  const dayOf = (at: string) => americanDay(new Date(at))
  const rankOf = (milestone: string) => FUNNEL_MILESTONES.indexOf(milestone as 'signal')
  const step = (contact: string, side: string, milestone: string, at: string, member: string | null) =>
    sources.push({ contact, side, rank: rankOf(milestone), at, member })

  const acts = await read<Act>('activities')
  for (const { contactId, type, outcome, at, recordedBy } of acts) {
    add(dayOf(at), `activity.${type}`, contactId, recordedBy)
    const isTalk = isConversation({ type, outcome })
    if (isTalk) add(dayOf(at), 'conversation', contactId, recordedBy)
    if ((type as string) === 'note') continue
    const side = (type as string) === 'showing' ? 'buyer' : 'seller'
    step(contactId, side, 'contacted', at, recordedBy)
    if (isTalk) step(contactId, side, 'conversation', at, recordedBy)
    if (outcome === 'appointment') step(contactId, side, 'appointment_set', at, recordedBy)
    if (isTalk && ['meeting', 'showing'].includes(type))
      step(contactId, side, 'appointment_held', at, recordedBy)
  }
  const firstSignals = new Map<string, string>()
  for (const { contactId, category, detectedAt } of await read<{
    contactId: string
    category: string
    detectedAt: string
  }>('signals')) {
    add(dayOf(detectedAt), `signal.${category}`, contactId)
    const first = firstSignals.get(contactId)
    if (!first || detectedAt < first) firstSignals.set(contactId, detectedAt)
  }
  for (const [contact, at] of firstSignals) {
    step(contact, 'seller', 'signal', at, null)
    const answer = acts
      .filter((act) => act.contactId === contact && (act.type as string) !== 'note' && act.at >= at)
      .toSorted(
        (a, b) => a.at.localeCompare(b.at) || (a.recordedBy ?? 'z').localeCompare(b.recordedBy ?? 'z'),
      )[0]
    if (!answer) continue
    const seconds = (Date.parse(answer.at) - Date.parse(at)) / 1000
    add(
      dayOf(answer.at),
      `response.${bucketOf(seconds / 60)}`,
      contact,
      answer.recordedBy,
      Math.floor(seconds),
    )
  }
  for (const task of await read<{
    contactId: string
    completedAt: string | null
    assignedTo: string | null
    metadata: { kind?: string }
  }>('tasks'))
    if (task.completedAt && task.metadata.kind === 'appointment')
      step(task.contactId, 'seller', 'appointment_held', task.completedAt, task.assignedTo)
  for (const { contactId, side, broker, status, at, recordedBy } of await read<{
    contactId: string
    side: string
    broker: string
    status: string
    at: string
    recordedBy: string | null
  }>('agreement_stages')) {
    const reached = { active: 'agreement_signed', pending: 'under_contract', closed: 'closed' }[status]
    if (broker === 'own' && reached) step(contactId, side, reached, at, recordedBy)
    if (broker === 'own' ? status === 'canceled' : reached)
      losses.push({ contact: contactId, side, rank: 9, at, member: recordedBy })
  }
  for (const { contactId, milestone, side, at, markedBy, undoneAt } of await read<{
    contactId: string
    milestone: string
    side: string
    at: string
    markedBy: string | null
    undoneAt: string | null
  }>('milestone_marks')) {
    if (undoneAt) continue
    if (milestone === 'lost') losses.push({ contact: contactId, side, rank: 9, at, member: markedBy })
    else step(contactId, side, milestone, at, markedBy)
  }
  for (const { contactId, movedOn, recordedBy, undoneAt } of await read<{
    contactId: string
    movedOn: string
    recordedBy: string | null
    undoneAt: string | null
  }>('outcomes')) {
    if (undoneAt) continue
    add(movedOn, 'move', contactId, recordedBy)
    const hasClosed = sources.some(
      (s) => s.contact === contactId && s.side === 'seller' && s.rank === rankOf('closed'),
    )
    if (!hasClosed)
      losses.push({
        contact: contactId,
        side: 'seller',
        rank: 9,
        at: `${movedOn}T08:00:00.000Z`,
        member: recordedBy,
      })
  }
  const order = (a: Source, b: Source) =>
    Date.parse(a.at) - Date.parse(b.at) || a.rank - b.rank || (a.member ?? 'z').localeCompare(b.member ?? 'z')
  for (const group of Map.groupBy(sources, ({ contact, side }) => `${contact} ${side}`).values()) {
    const highest = Math.max(...group.map(({ rank }) => rank))
    for (let rank = 0; rank <= highest; rank++) {
      const [first] = group.filter((source) => source.rank >= rank).toSorted(order)
      if (first)
        add(
          dayOf(first.at),
          `milestone.${first.side}.${FUNNEL_MILESTONES[rank]}`,
          first.contact,
          first.member,
          first.rank === rank ? 0 : 1,
        )
    }
  }
  for (const group of Map.groupBy(losses, ({ contact, side }) => `${contact} ${side}`).values()) {
    const [lost] = group
      .filter(
        (loss) =>
          !sources.some(
            (s) =>
              s.contact === loss.contact &&
              s.side === loss.side &&
              s.rank >= 5 &&
              Date.parse(s.at) > Date.parse(loss.at),
          ),
      )
      .toSorted(order)
    if (lost) add(dayOf(lost.at), `milestone.${lost.side}.lost`, lost.contact, lost.member)
  }
  for (const h of await read<{
    contactId: string
    score: number
    previousScore: number | null
    recordedAt: string
  }>('score_history')) {
    const change = h.score - (h.previousScore ?? 0)
    const kind =
      change > 0
        ? h.previousScore === null
          ? 'new'
          : 'rose'
        : h.previousScore !== null && change < 0
          ? 'fell'
          : null
    if (kind) add(dayOf(h.recordedAt), `score.${kind}`, h.contactId, null, change)
  }
  for (const entry of await read<{
    contactId: string | null
    amount: number
    operation: string
    createdAt: string
  }>('credit_ledger'))
    if (entry.operation !== 'grant')
      add(dayOf(entry.createdAt), 'credit.used', entry.contactId, null, -entry.amount)

  const people = new Map<string, Person2>()
  const tagRows = await read<{ contactId: string; tagId: string }>('contact_tags')
  const signalRows = await read<{ contactId: string; category: string }>('signals')
  for (const contact of await read<{
    id: string
    createdAt: string
    zipCode: string | null
    leadSource: string | null
    relationship: string | null
    teamId: string | null
    ownerId: string | null
  }>('contacts', 'id, created_at, zip_code, lead_source, relationship, team_id, owner_id')) {
    add(dayOf(contact.createdAt), 'contact.added', contact.id)
    const given = (value: string | null) => (value === null ? [] : [value])
    people.set(contact.id, {
      owner: contact.ownerId,
      values: {
        ...{ zip: given(contact.zipCode), source: given(contact.leadSource), team: given(contact.teamId) },
        relationship: given(contact.relationship),
        tag: tagRows.filter(({ contactId }) => contactId === contact.id).map(({ tagId }) => tagId),
        signal: [
          ...new Set(
            signalRows.filter(({ contactId }) => contactId === contact.id).map(({ category }) => category),
          ),
        ],
      },
    })
  }
  return { facts, people }
}

type Sums = Record<string, [n: number, sum: number]>

function sumsOf(
  { facts, people }: Awaited<ReturnType<typeof countAll>>,
  {
    range,
    filter,
    by,
    owner,
  }: { range: DayRange; filter: AnalyticsFilter; by?: keyof AnalyticsFilter | undefined; owner?: string },
): Sums {
  const sums: Sums = {}
  for (const fact of facts) {
    const person = fact.contact === null ? undefined : people.get(fact.contact)
    if (fact.day < range.from || fact.day > range.to) continue
    if (owner !== undefined && person?.owner !== owner) continue
    const matches = Object.entries(filter).every(([dimension, value]) =>
      dimension === 'member' ? fact.member === value : person?.values[dimension]?.includes(value),
    )
    if (!matches) continue
    const values =
      by === undefined
        ? ['']
        : by === 'member'
          ? [fact.member].filter((m) => m !== null)
          : (person?.values[by] ?? [])
    for (const value of values) {
      const [n, sum] = sums[`${fact.metric} ${value}`] ?? [0, 0]
      sums[`${fact.metric} ${value}`] = [n + fact.n, sum + fact.sum]
    }
  }
  return sums
}

async function readSums(
  world: World,
  query: { range: DayRange; filter: AnalyticsFilter; by?: keyof AnalyticsFilter | undefined },
): Promise<Sums> {
  const { by, ...rest } = query
  const rows = await app.db.read(world.organizationId, (tx) =>
    readFacts(tx, { ...rest, metrics: ['%'], ...(by ? { by } : {}) }),
  )
  const sums: Sums = {}
  for (const { metric, value, n, sum } of rows) {
    const key = `${metric} ${by ? value : ''}`
    const [n0, sum0] = sums[key] ?? [0, 0]
    sums[key] = [n0 + n, sum0 + sum]
  }
  return Object.fromEntries(Object.entries(sums).filter(([, [n]]) => n !== 0))
}

function randomQuery({ random, tags, teams }: World) {
  const to = shiftDay(americanDay(now), -Math.floor(random.next() * 8) + 1)
  const range = { from: shiftDay(to, -Math.floor(random.next() * 25)), to }
  const choices: [keyof AnalyticsFilter, string][] = [
    ['member', random.pick([ann.userId, mia.userId])],
    ...([
      ['tag', random.pick(tags)],
      ['team', random.pick(teams)],
      ['signal', random.pick(CATEGORIES)],
    ] as [keyof AnalyticsFilter, string][]),
    ...([
      ['zip', '60601'],
      ['source', 'Zillow'],
      ['relationship', 'lead'],
    ] as [keyof AnalyticsFilter, string][]),
  ]
  const filter = Object.fromEntries(
    Array.from({ length: Math.floor(random.next() * 3) }, () => random.pick(choices)),
  )
  const by = random.next() < 0.4 ? random.pick(choices)[0] : undefined
  return { range, filter: filter as AnalyticsFilter, by }
}

const performed = new Map<string, number>()

/** Steps may be impossible, such as a second move of one contact; errors other than that fail the test. */
async function perform(world: World): Promise<void> {
  const name = world.random.pick(Object.keys(steps))
  const contact = world.random.pick(world.contacts)
  const context = world.random.pick(world.contexts)
  if (!contact && name !== 'add') return
  try {
    await steps[name]?.(world, contact, context)
    performed.set(name, (performed.get(name) ?? 0) + 1)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

test(`sums equal a count of all records over ${HISTORIES} random histories`, {
  timeout: 120_000,
}, async () => {
  for (let seed = 1; seed <= HISTORIES; seed++) {
    now = new Date(STARTS[seed % STARTS.length] ?? '')
    const world = await createWorld(seed)
    for (let i = 0; i < STEPS; i++) await perform(world)
    if (world.random.next() < 0.3) await app.services.analytics.sum(world.organizationId)
    const counted = await countAll(world.organizationId)
    for (let i = 0; i < 2; i++) {
      const query = randomQuery(world)
      expect([seed, query, await readSums(world, query)]).toEqual([seed, query, sumsOf(counted, query)])
    }
    const query = randomQuery(world)
    const own = await actAs(
      { organizationId: world.organizationId, userId: ann.userId, role: 'MEMBER', access: 'own' },
      () => readSums(world, query),
    )
    const visible = sumsOf(counted, { ...query, owner: ann.userId })
    expect([seed, 'own', query, own]).toEqual([seed, 'own', query, visible])
    if (seed % 4 > 0) continue
    const rebuilt = await app.services.analytics.rebuild(world.organizationId, { writes: false })
    expect([seed, rebuilt.milestones, rebuilt.facts]).toEqual([seed, 0, []])
  }
  // Every kind of step succeeded often.
  expect(Object.keys(steps).filter((name) => (performed.get(name) ?? 0) < 5)).toEqual([])
})
