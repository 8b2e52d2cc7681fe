// Sums of random histories equal a count of the same records in TypeScript, whatever was changed, deleted, merged or undone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnalyticsFilter } from '#contract/analytics/query.ts'
import { shiftDay } from '#domain/analytics/day-range.ts'
import { actAs } from '#server/platform/acting-member.ts'
import { americanDay } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { countFacts, type SumQuery, type Sums, sumFacts } from '#test/builders/counted-facts.ts'
import { countedPipeline, type PipelineQuery } from '#test/builders/counted-pipeline.ts'
import { CATEGORIES, createWorld, steps, type World } from '#test/builders/random-history.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { readFacts } from './store/facts.ts'
import { countPipeline } from './store/milestones.ts'

const HISTORIES = 200
const STEPS = 8
/** Days after daylight saving began and ended, and after a year did; the month before has its last two weeks in the history. */
const STARTS = ['2026-03-09T20:00:00Z', '2025-11-03T06:30:00Z', '2026-01-04T23:00:00Z']

const DIMENSIONS = ['member', 'tag', 'team', 'signal', 'zip', 'source', 'relationship'] as const

const clock = { now: new Date() }
let app: TestApp
let people: World['people']
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => clock.now } })
  const ann = await app.subscriber('ann@example.com')
  people = { ann, mia: await app.member('mia@example.com', ann.organizationId, 'MEMBER') }
})
afterAll(() => app.close())

async function readSums(world: World, query: SumQuery): Promise<Sums> {
  const unit = world.random.pick(['day', 'week', 'month', null, null] as const)
  const factQuery = { ...query, metrics: ['%'], ...(unit && { unit }) }
  const rows = await app.db.read(world.organizationId, (tx) => readFacts(tx, factQuery))
  const sums: Sums = {}
  for (const { metric, value, n, sum } of rows) {
    const key = `${metric} ${query.by ? value : ''}`
    const [n0, sum0] = sums[key] ?? [0, 0]
    sums[key] = [n0 + n, sum0 + sum]
  }
  return Object.fromEntries(Object.entries(sums).filter(([, [n]]) => n !== 0))
}

async function readPipeline({ organizationId }: World, query: PipelineQuery) {
  const rows = await app.db.read(organizationId, (tx) => countPipeline(tx, query))
  return Object.fromEntries(
    rows.map(({ milestone, people, valued, priceCents, feeCents }) => [
      milestone,
      [people, valued, priceCents, feeCents],
    ]),
  )
}

function randomQuery({ random, tags, teams }: World): SumQuery {
  const to = shiftDay(americanDay(clock.now), -Math.floor(random.next() * 8) + 1)
  const range = { from: shiftDay(to, -Math.floor(random.next() * 60)), to }
  const choices: [keyof AnalyticsFilter, string][] = [
    ['member', random.pick([people.ann.userId, people.mia.userId])],
    ['tag', random.pick(tags)],
    ['team', random.pick(teams)],
    ['signal', random.pick(CATEGORIES)],
    ['zip', '60601'],
    ['source', 'Zillow'],
    ['source', ''],
    ['relationship', 'lead'],
  ]
  const filter: AnalyticsFilter = Object.fromEntries(
    Array.from({ length: Math.floor(random.next() * 3) }, () => random.pick(choices)),
  )
  return { range, filter, ...(random.next() < 0.4 ? { by: random.pick(choices)[0] } : {}) }
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
  timeout: 180_000,
}, async () => {
  for (let seed = 1; seed <= HISTORIES; seed++) {
    clock.now = new Date(STARTS[seed % STARTS.length] ?? '')
    const world = await createWorld({ app, clock, people }, seed)
    // Steps of the second half change days that are summed already.
    for (let i = 0; i < STEPS; i++) {
      if (i === STEPS / 2) await app.services.analytics.sum(world.organizationId)
      await perform(world)
    }
    if (world.random.next() < 0.3) await app.services.analytics.sum(world.organizationId)
    const counted = await countFacts(app.owner, world.organizationId)
    const today = americanDay(clock.now)
    const everything = { range: { from: shiftDay(today, -60), to: today }, filter: {} }
    const bySome = { ...everything, by: DIMENSIONS[seed % DIMENSIONS.length] ?? 'tag' }
    for (const query of [everything, bySome, randomQuery(world), randomQuery(world)]) {
      expect([seed, query, await readSums(world, query)]).toEqual([seed, query, sumFacts(counted, query)])
    }
    const query = randomQuery(world)
    const asOwner = <T>(work: () => Promise<T>) =>
      actAs(
        { organizationId: world.organizationId, userId: people.ann.userId, role: 'MEMBER', access: 'own' },
        work,
      )
    const own = await asOwner(() => readSums(world, query))
    const visible = sumFacts(counted, query, people.ann.userId)
    expect([seed, 'own', query, own]).toEqual([seed, 'own', query, visible])
    const pipeline = { ...query, side: world.random.pick(['seller', 'buyer', null, null] as const) }
    const countOf = (owner?: string) =>
      countedPipeline(app.owner, world.organizationId, counted, pipeline, owner)
    expect([seed, pipeline, await readPipeline(world, pipeline)]).toEqual([seed, pipeline, await countOf()])
    const ownPipeline = await asOwner(() => readPipeline(world, pipeline))
    expect([seed, 'own', pipeline, ownPipeline]).toEqual([
      seed,
      'own',
      pipeline,
      await countOf(people.ann.userId),
    ])
    if (seed % 4 > 0) continue
    const rebuilt = await app.services.analytics.rebuild(world.organizationId, { writes: false })
    expect([seed, rebuilt.milestones, rebuilt.facts]).toEqual([seed, 0, []])
  }
  // Every kind of step succeeded often.
  expect(Object.keys(steps).filter((name) => (performed.get(name) ?? 0) < 5)).toEqual([])
})
