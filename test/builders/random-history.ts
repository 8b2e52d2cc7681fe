// Random histories of an organization: what members and jobs do to contacts, in a random but seeded order.
import { randomUUID } from 'node:crypto'
import { FUNNEL_MILESTONES } from '#domain/analytics/milestones.ts'
import { markContactFacts, refreshMilestones } from '#server/platform/analytics-facts.ts'
import { americanDay } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Person, TestApp } from '../test-app.ts'

const HOUR_MS = 3_600_000
export const CATEGORIES = ['death', 'divorce', 'debt'] as const
const ZIPS = ['60601', '60602', null]
const SOURCES = ['Zillow', 'Referral', null]

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

/** An organization with a clock that steps can move. */
export type World = {
  app: TestApp
  clock: { now: Date }
  people: { ann: Person; mia: Person }
  organizationId: OrganizationId
  random: Random
  contexts: Context[]
  contacts: string[]
  tags: string[]
  teams: string[]
  merges: string[]
  hasLeft: boolean
}

export async function createWorld(
  { app, clock, people }: Pick<World, 'app' | 'clock' | 'people'>,
  seed: number,
): Promise<World> {
  const { ann, mia } = people
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
    ...{ app, clock, people, organizationId, random, tags, teams },
    contexts: [contextOf(ann), contextOf(mia)],
    ...{ contacts: [], merges: [], hasLeft: false },
  }
  for (let i = 0; i < 4; i++) await addContact(world)
  return world
}

const pastTime = ({ random, clock }: World, hours = 400) =>
  new Date(clock.now.getTime() - Math.floor(random.next() * hours * 60) * 60_000)

async function addContact(world: World): Promise<void> {
  const { random, organizationId } = world
  const id = randomUUID()
  await world.app.db.tenant(organizationId, async (tx) => {
    await tx.run(
      `insert into contacts (organization_id, id, first_name, last_name, search, last_name_key, zip_code, details, created_at, owner_id)
       values ($1, $2, 'A', 'B', ' a b', 'b', $3, $4, $5, $6)`,
      [
        ...[organizationId, id, random.pick(ZIPS), detailsOf(random.pick(SOURCES)), pastTime(world, 200)],
        random.pick([world.people.ann.userId, world.people.mia.userId, null]),
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

const idsOf = (world: World, table: string, contact: string) =>
  world.app.owner.column<string>(
    `select id from ${table} where organization_id = $1 and contact_id = $2 order by id`,
    [world.organizationId, contact],
  )

/** Changes of a contact. */
export const steps: Record<string, Step> = {
  log: (world, contact, context) => {
    const type = world.random.pick(['call', 'text', 'email', 'meeting', 'letter', 'note', 'showing'] as const)
    const outcome =
      type === 'note'
        ? null
        : world.random.pick(['reached', 'no_answer', 'appointment', 'not_interested', null] as const)
    return world.app.services.activities.log(context, contact, {
      type,
      outcome,
      note: null,
      at: pastTime(world).toISOString(),
    })
  },
  editActivity: async (world, contact, context) => {
    const id = world.random.pick(await idsOf(world, 'activities', contact))
    const changes = {
      at: pastTime(world).toISOString(),
      ...(world.random.next() < 0.5 ? { outcome: null } : {}),
      note: null,
    }
    if (id) await world.app.services.activities.update(context, id, changes)
  },
  deleteActivity: async (world, contact, context) => {
    const id = world.random.pick(await idsOf(world, 'activities', contact))
    if (id) await world.app.services.activities.remove(context, id)
  },
  signal: (world, contact) =>
    world.app.db.tenant(world.organizationId, async (tx) => {
      await tx.run(
        `insert into signals (organization_id, contact_id, category, score, evidence_key, detected_at)
         values ($1, $2, $3, 50, gen_random_uuid(), $4)`,
        [world.organizationId, contact, world.random.pick(CATEGORIES), pastTime(world)],
      )
      await refreshMilestones(tx, [contact])
      await markContactFacts(tx, [contact])
    }),
  scores: (world, contact) =>
    world.app.db.tenant(world.organizationId, async (tx) => {
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
    world.app.db.tenant(world.organizationId, async (tx) => {
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
    return world.app.services.relationships.changeAgreement(
      context,
      contact,
      side,
      world.random.next() < 0.2 ? null : agreement,
    )
  },
  move: (world, contact, context) =>
    world.app.services.outcomes.recordMove(context, contact, {
      movedOn: americanDay(pastTime(world)),
      note: null,
    }),
  undoMove: (world, contact, context) => world.app.services.outcomes.undoMove(context, contact),
  mark: (world, contact, context) =>
    world.app.services.analytics.mark(context, contact, {
      milestone: world.random.pick([...FUNNEL_MILESTONES, 'lost']),
      side: world.random.pick(['seller', 'buyer']),
      at: pastTime(world).toISOString(),
    }),
  value: (world, contact, context) =>
    world.app.services.analytics.setPipelineValue(context, contact, {
      side: world.random.pick(['seller', 'buyer']),
      value: world.random.pick([
        { priceCents: 400_000_00, feePercent: 2.5 },
        { feeCents: 9000_00 },
        { priceCents: 100_00 },
        null,
      ]),
    }),
  unmark: async (world, contact, context) => {
    const id = world.random.pick(await idsOf(world, 'milestone_marks', contact))
    if (id) await world.app.services.analytics.unmark(context, contact, id)
  },
  appointment: async (world, contact, context) => {
    const task = await world.app.db.tenant(world.organizationId, (tx) =>
      world.app.services.tasks.addWithin(tx, context, {
        contactId: contact,
        title: 'Meet',
        kind: 'appointment',
        dueDate: world.clock.now.toISOString(),
      }),
    )
    await world.app.services.tasks.setStatus(context, task.id, 'completed', pastTime(world).toISOString())
  },
  tag: (world, contact, context) =>
    world.app.services.tags.setForContact(context, contact, {
      add: [world.random.pick(world.tags)],
      create: [],
      remove: [],
    }),
  untag: (world, contact, context) =>
    world.app.services.tags.setForContact(context, contact, {
      add: [],
      create: [],
      remove: [world.random.pick(world.tags)],
    }),
  relate: (world, contact, context) =>
    world.app.services.relationships.set(context, contact, {
      relationship: world.random.pick(['lead', 'sphere', null]),
    }),
  edit: (world, contact, context) =>
    world.app.services.contacts.update(context, contact, { zipCode: world.random.pick(ZIPS) }),
  team: (world, contact, context) =>
    world.app.services.assignments.assign(context, contact, { teamId: world.random.pick(world.teams) }),
  add: (world) => addContact(world),
  erase: async (world, contact, context) => {
    await world.app.services.contacts.remove(context, contact)
    world.contacts = world.contacts.filter((id) => id !== contact)
  },
  merge: async (world, contact, context) => {
    const other = world.contacts.find((id) => id !== contact)
    if (!other) return
    const { mergeId } = await world.app.services.merges.merge(context, contact, {
      otherId: other,
      fields: [],
    })
    world.merges.push(mergeId)
    world.contacts = world.contacts.filter((id) => id !== other)
  },
  undoMerge: async (world, _, context) => {
    const mergeId = world.merges.pop()
    if (!mergeId) return
    const { otherId } = await world.app.services.merges.undo(context, mergeId)
    world.contacts.push(otherId)
  },
  leave: async (world) => {
    const [owner] = world.contexts
    if (world.hasLeft || !owner || world.random.next() < 0.5) return
    await world.app.services.members.remove(owner, world.people.mia.userId)
    world.hasLeft = true
    world.contexts = [owner]
  },
  nextDay: async (world) => {
    world.clock.now = new Date(world.clock.now.getTime() + Math.floor(world.random.next() * 50) * HOUR_MS)
    await world.app.services.analytics.sum(world.organizationId)
  },
}
