import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { Playbook, PlaybookSuggestion } from '#contract/playbooks.ts'
import type { ScoreExplanation } from '#contract/score.ts'
import { CATEGORIES } from '#domain/signals/categories.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'
import { seedTemplates } from './service.ts'

let app: TestApp
let ann: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => new Date('2026-03-10T12:00:00Z') } })
  ann = await app.subscriber('ann@example.com')
  bob = await app.subscriber('bob@example.com')
  await seedTemplates(app.owner)
})
afterAll(() => app.close())

const templates = async (person = ann): Promise<Playbook[]> =>
  (await person.request('GET', '/api/playbooks?templatesOnly=true')).json
const own = async (person: Person) =>
  ((await person.request('GET', '/api/playbooks')).json as Playbook[]).filter(
    ({ organizationId }) => organizationId !== null,
  )
async function newContact(person = ann): Promise<string> {
  const answer = await person.request('POST', '/api/contacts', { firstName: 'Zoe', lastName: randomUUID() })
  return (answer.json as ContactDetail).id
}
const tasksOf = async (id: string, person = ann) =>
  ((await person.request('GET', `/api/contacts/${id}`)).json as ContactDetail).tasks
const apply = (id: string, contactIds: string[], person = ann) =>
  person.request('POST', `/api/playbooks/${id}/apply`, { contactIds })

describe('A20 templates', () => {
  test('exist for each category, with four to seven steps in date order', async () => {
    const found = await templates()
    expect(new Set(found.map(({ category }) => category))).toEqual(new Set(CATEGORIES))
    for (const { name, description, steps, estimatedDuration, isTemplate } of found) {
      expect([name, isTemplate, steps.length >= 4 && steps.length <= 7]).toEqual([name, true, true])
      expect(description?.length).toBeGreaterThan(20)
      const days = steps.map(({ offsetDays }) => offsetDays)
      expect([name, days]).toEqual([name, [...days].sort((a, b) => a - b)])
      expect([name, estimatedDuration]).toEqual([name, days.at(-1)])
    }
  })

  test('are neutral about private events and wait a month after a loss or disaster', async () => {
    for (const { category, name, description, steps } of await templates()) {
      if (!['death', 'divorce', 'debt', 'diapers', 'disaster'].includes(category ?? '')) continue
      const texts = [name, description, ...steps.flatMap((step) => [step.title, step.description])]
      expect(texts.join(' ')).not.toMatch(
        /death|\bdied\b|deceased|\bestate\b|widow|grief|divorc|separat|debt|default|foreclos|auction|bankrupt|\bliens?\b|baby|newborn|pregnan|child|disaster|flood|\bfires?\b|\bstorms?\b|damage/i,
      )
      if (category === 'death' || category === 'disaster')
        expect(steps[0]?.offsetDays).toBeGreaterThanOrEqual(30)
    }
  })

  test('are seeded once, however often an instance starts, and updated when a text changes', async () => {
    const before = await templates()
    await app.owner.run(`update playbooks set name = 'Old name' where id = $1`, [before[0]!.id])
    await seedTemplates(app.owner)
    const after = await templates()
    expect(after.map(({ id, name }) => [id, name])).toEqual(before.map(({ id, name }) => [id, name]))
  })

  test('are visible to all signed-in users, even without an organization', async () => {
    const newcomer = await app.signIn('newcomer@example.com')
    expect(await templates(newcomer)).toEqual(await templates())
    expect((await app.visitor('GET', '/api/playbooks?templatesOnly=true')).status).toBe(401)
  })

  test("can't be changed by the request role", async () => {
    await expect(
      app.db.run(`update playbooks set name = 'Mine' where organization_id is null`),
    ).resolves.toBe(0)
  })
})

describe('A21 applying a playbook', () => {
  test('adds a task per step and contact, due from today, for the caller', async () => {
    const template = (await templates()).find(({ category }) => category === 'debt')!
    const contacts = [await newContact(), await newContact()]
    const answer = await apply(template.id, contacts)
    expect(answer.json).toEqual({ created: 2 * template.steps.length, skipped: 0 })
    const [copy, ...more] = await own(ann)
    expect(more).toEqual([])
    expect(copy).toMatchObject({ name: template.name, steps: template.steps, isTemplate: false })
    const tasks = await tasksOf(contacts[1]!)
    expect(tasks.map(({ title, description }) => ({ title, description }))).toEqual(
      template.steps.map(({ title, description }) => ({ title, description })),
    )
    expect(tasks[0]).toMatchObject({
      playbookId: copy!.id,
      assignedTo: ann.userId,
      dueDate: '2026-03-12T23:59:59.000Z',
      status: 'pending',
      metadata: { priority: 'medium', autoGenerated: false },
    })
  })

  test('adds nothing when repeated, at once or with the copy of the template', async () => {
    const template = (await templates()).find(({ category }) => category === 'diplomas')!
    const contact = await newContact()
    const answers = await Promise.all([1, 2, 3].map(() => apply(template.id, [contact, contact])))
    const results = answers.map(({ json }) => json as { created: number; skipped: number })
    expect(results.map(({ created }) => created).sort((a, b) => a - b)).toEqual([0, 0, template.steps.length])
    const copy = (await own(ann)).find(({ name }) => name === template.name)!
    expect((await apply(copy.id, [contact])).json).toEqual({ created: 0, skipped: 1 })
    expect(await tasksOf(contact)).toHaveLength(template.steps.length)
    expect((await own(ann)).filter(({ name }) => name === template.name)).toHaveLength(1)
  })

  test('skips contacts marked do not contact, deleted or foreign', async () => {
    const template = (await templates()).find(({ category }) => category === 'destinations')!
    const [quiet, fine, foreign] = [await newContact(), await newContact(), await newContact(bob)]
    await app.owner.run('update contacts set do_not_contact = true where id = $1', [quiet])
    expect((await apply(template.id, [quiet, fine, foreign, randomUUID()])).json).toEqual({
      created: template.steps.length,
      skipped: 3,
    })
    expect(await tasksOf(quiet)).toEqual([])
    expect(await tasksOf(foreign, bob)).toEqual([])
  })

  test('uses a copy per organization that no other can apply', async () => {
    const template = (await templates()).find(({ category }) => category === 'debt')!
    await apply(template.id, [await newContact(bob)], bob)
    const copies = [...(await own(ann)), ...(await own(bob))].filter(({ name }) => name === template.name)
    expect(new Set(copies.map(({ id }) => id)).size).toBe(2)
    const anns = copies.find(({ organizationId }) => organizationId === ann.organizationId)!
    expect((await apply(anns.id, [await newContact(bob)], bob)).status).toBe(404)
  })

  test.each([[[]], [Array.from({ length: 501 }, () => randomUUID())], [['x']]])(
    'refuses %#',
    async (contactIds) => {
      const [template] = await templates()
      expect((await apply(template!.id, contactIds)).status).toBe(400)
    },
  )
})

describe('A20 A21 suggested playbooks', () => {
  type Suggested = { suggestions: PlaybookSuggestion[]; reason: string | null }
  const suggested = async (id: string, person = ann): Promise<Suggested> => {
    const answer = await person.request('GET', `/api/contacts/${id}/playbook-suggestions`)
    expect(answer.status).toBe(200)
    return answer.json
  }
  const namesFor = async (id: string) =>
    (await suggested(id)).suggestions.map(({ playbook }) => playbook.category)
  /** An enriched contact with a signal of each subtype. */
  async function contactWith(signals: Record<string, { on: string; sure: number }>): Promise<string> {
    const id = await newContact()
    for (const [subtype, { on, sure }] of Object.entries(signals)) {
      await app.owner.run(
        `insert into signals (organization_id, contact_id, category, score, confidence_score, source, event_date,
           detected_at, description, evidence_key, metadata)
         values ($1, $2, split_part($3, '.', 1)::nine_d_category, 0, $4, 'registry', $5, '2026-03-02', 'Public filing on record',
           $3, jsonb_build_object('subtype', $3::text))`,
        [ann.organizationId, id, subtype, sure, on],
      )
    }
    await app.owner.run('update contacts set nine_d_score = 1, scored_at = now() where id = $1', [id])
    return id
  }
  const FRESH = { on: '2026-02-10', sure: 0.9 }

  test('answer the active signals by their weight, with reason and timing', async () => {
    const id = await contactWith({
      'debt.nod': { on: '2026-02-10', sure: 0.81 },
      'destinations.metro': { on: '2020-01-01', sure: 0.9 },
    })
    const score = (await ann.request('GET', `/api/contacts/${id}/score`)).json as ScoreExplanation
    const { suggestions, reason } = await suggested(id)
    expect(reason).toBeNull()
    expect(suggestions).toEqual([
      {
        playbook: (await templates()).find(({ category }) => category === 'debt'),
        signals: [{ id: score.signals.find(({ live }) => live)!.id, title: 'Public filing on record' }],
        why: `Debt signal: ${score.score} of ${score.score} points. Dated Feb 10, 2026, found Mar 2, 2026. 81% confidence.`,
        timing: { firstStepOn: '2026-03-12', lastStepOn: '2026-04-28' },
        applied: null,
      },
    ])
  })

  test('put quiet support first, whatever has more points', async () => {
    const id = await contactWith({
      'destinations.metro': FRESH,
      'divorce.filed': FRESH,
      'death.survivor': FRESH,
      diamonds: FRESH,
    })
    expect(await namesFor(id)).toEqual(['death', 'divorce', 'destinations'])
  })

  test('show what was applied and how much of it is done', async () => {
    const id = await contactWith({ 'debt.nod': FRESH })
    const [{ playbook }] = (await suggested(id)).suggestions as [PlaybookSuggestion]
    await apply(playbook.id, [id])
    const steps = playbook.steps.length
    const [before] = (await suggested(id)).suggestions
    expect(before?.playbook.id).toBe(playbook.id)
    expect(before?.applied).toEqual({ at: expect.any(String), open: steps, done: 0 })
    const [task] = await tasksOf(id)
    await ann.request('PATCH', `/api/tasks/${task!.id}`, { status: 'completed' })
    expect((await suggested(id)).suggestions[0]?.applied).toMatchObject({ open: steps - 1, done: 1 })
    expect((await suggested(id)).suggestions).toHaveLength(1)
  })

  test('are empty with a reason: no active signal, never enriched, do not contact', async () => {
    expect(await suggested(await contactWith({ 'debt.nod': { on: '2015-01-01', sure: 0.9 } }))).toEqual({
      suggestions: [],
      reason: 'This contact has no active signals to plan for.',
    })
    expect((await suggested(await newContact())).reason).toMatch(/^Enrich this contact/)
    const quiet = await contactWith({ 'debt.nod': FRESH })
    await app.owner.run('update contacts set do_not_contact = true where id = $1', [quiet])
    expect(await suggested(quiet)).toEqual({
      suggestions: [],
      reason: 'This contact is marked do not contact, so we suggest no playbook.',
    })
  })

  test('respect the fair-housing settings', async () => {
    const id = await contactWith({ diapers: { on: '2025-09-10', sure: 0.9 }, 'downsizing.state': FRESH })
    expect(new Set(await namesFor(id))).toEqual(new Set(['diapers', 'downsizing']))
    const policy = `/api/organizations/${ann.organizationId}/score-policy`
    await ann.request('PATCH', policy, { excludeFamilial: true })
    expect(await namesFor(id)).toEqual(['downsizing'])
    await ann.request('PATCH', policy, { excludeAge: true })
    expect(await namesFor(id)).toEqual([])
    await ann.request('PATCH', policy, { excludeFamilial: false, excludeAge: false })
  })

  test("are visible to the organization's members only", async () => {
    const id = await contactWith({ 'debt.nod': FRESH })
    expect((await bob.request('GET', `/api/contacts/${id}/playbook-suggestions`)).status).toBe(404)
  })
})
