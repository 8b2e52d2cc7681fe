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

const listTemplates = async (person = ann): Promise<Playbook[]> =>
  (await person.request('GET', '/api/playbooks?templatesOnly=true')).json
const listOwn = async (person: Person) =>
  ((await person.request('GET', '/api/playbooks')).json as Playbook[]).filter(
    ({ organizationId }) => organizationId !== null,
  )
async function newContact(person = ann): Promise<string> {
  const response = await person.request('POST', '/api/contacts', { firstName: 'Zoe', lastName: randomUUID() })
  return (response.json as ContactDetail).id
}
const tasksOf = async (id: string, person = ann) =>
  ((await person.request('GET', `/api/contacts/${id}`)).json as ContactDetail).tasks
const applyPlaybook = (id: string, contactIds: string[], person = ann) =>
  person.request('POST', `/api/playbooks/${id}/apply`, { contactIds })

describe('A20 templates', () => {
  test('exist for each category, with four to seven steps in date order', async () => {
    const templates = await listTemplates()
    expect(new Set(templates.map(({ category }) => category))).toEqual(new Set(CATEGORIES))
    for (const { name, description, steps, estimatedDuration, isTemplate } of templates) {
      expect([name, isTemplate, steps.length >= 4 && steps.length <= 7]).toEqual([name, true, true])
      expect(description?.length).toBeGreaterThan(20)
      const days = steps.map(({ offsetDays }) => offsetDays)
      expect([name, days]).toEqual([name, [...days].sort((a, b) => a - b)])
      expect([name, estimatedDuration]).toEqual([name, days.at(-1)])
    }
  })

  test('are neutral about private events and wait a month after a loss or disaster', async () => {
    for (const { category, name, description, steps } of await listTemplates()) {
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
    const before = await listTemplates()
    await app.owner.run(`update playbooks set name = 'Old name' where id = $1`, [before[0]!.id])
    await seedTemplates(app.owner)
    const after = await listTemplates()
    expect(after.map(({ id, name }) => [id, name])).toEqual(before.map(({ id, name }) => [id, name]))
  })

  test('are visible to all signed-in users, even without an organization', async () => {
    const newcomer = await app.signIn('newcomer@example.com')
    expect(await listTemplates(newcomer)).toEqual(await listTemplates())
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
    const template = (await listTemplates()).find(({ category }) => category === 'debt')!
    const contacts = [await newContact(), await newContact()]
    const response = await applyPlaybook(template.id, contacts)
    expect(response.json).toEqual({ created: 2 * template.steps.length, skipped: 0 })
    const [copy, ...otherCopies] = await listOwn(ann)
    expect(otherCopies).toEqual([])
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

  test('adds nothing when repeated, concurrently or with the copy of the template', async () => {
    const template = (await listTemplates()).find(({ category }) => category === 'diplomas')!
    const contact = await newContact()
    const responses = await Promise.all([1, 2, 3].map(() => applyPlaybook(template.id, [contact, contact])))
    const results = responses.map(({ json }) => json as { created: number; skipped: number })
    expect(results.map(({ created }) => created).sort((a, b) => a - b)).toEqual([0, 0, template.steps.length])
    const copy = (await listOwn(ann)).find(({ name }) => name === template.name)!
    expect((await applyPlaybook(copy.id, [contact])).json).toEqual({ created: 0, skipped: 1 })
    expect(await tasksOf(contact)).toHaveLength(template.steps.length)
    expect((await listOwn(ann)).filter(({ name }) => name === template.name)).toHaveLength(1)
  })

  test('skips contacts marked do not contact, deleted or foreign', async () => {
    const template = (await listTemplates()).find(({ category }) => category === 'destinations')!
    const [blocked, allowed, foreign] = [await newContact(), await newContact(), await newContact(bob)]
    await app.owner.run('update contacts set do_not_contact = true where id = $1', [blocked])
    expect((await applyPlaybook(template.id, [blocked, allowed, foreign, randomUUID()])).json).toEqual({
      created: template.steps.length,
      skipped: 3,
    })
    expect(await tasksOf(blocked)).toEqual([])
    expect(await tasksOf(foreign, bob)).toEqual([])
  })

  test('uses a copy per organization that no other can apply', async () => {
    const template = (await listTemplates()).find(({ category }) => category === 'debt')!
    await applyPlaybook(template.id, [await newContact(bob)], bob)
    const copies = [...(await listOwn(ann)), ...(await listOwn(bob))].filter(
      ({ name }) => name === template.name,
    )
    expect(new Set(copies.map(({ id }) => id)).size).toBe(2)
    const ownCopy = copies.find(({ organizationId }) => organizationId === ann.organizationId)!
    expect((await applyPlaybook(ownCopy.id, [await newContact(bob)], bob)).status).toBe(404)
  })

  test.each([[[]], [Array.from({ length: 501 }, () => randomUUID())], [['x']]])(
    'rejects invalid contact ids (%#)',
    async (contactIds) => {
      const [template] = await listTemplates()
      expect((await applyPlaybook(template!.id, contactIds)).status).toBe(400)
    },
  )
})

describe('A20 A21 suggested playbooks', () => {
  type SuggestionsResponse = { suggestions: PlaybookSuggestion[]; reason: string | null }
  const getSuggestions = async (id: string, person = ann): Promise<SuggestionsResponse> => {
    const response = await person.request('GET', `/api/contacts/${id}/playbook-suggestions`)
    expect(response.status).toBe(200)
    return response.json
  }
  const categoriesFor = async (id: string) =>
    (await getSuggestions(id)).suggestions.map(({ playbook }) => playbook.category)
  /** Adds an enriched contact with a signal of each subtype. */
  async function addContactWith(
    signals: Record<string, { eventOn: string; confidence: number }>,
  ): Promise<string> {
    const id = await newContact()
    for (const [subtype, { eventOn, confidence }] of Object.entries(signals)) {
      await app.owner.run(
        `insert into signals (organization_id, contact_id, category, score, confidence_score, source, event_date,
           detected_at, description, evidence_key, metadata)
         values ($1, $2, split_part($3, '.', 1)::nine_d_category, 0, $4, 'registry', $5, '2026-03-02', 'Public filing on record',
           $3, jsonb_build_object('subtype', $3::text))`,
        [ann.organizationId, id, subtype, confidence, eventOn],
      )
    }
    await app.owner.run('update contacts set nine_d_score = 1, scored_at = now() where id = $1', [id])
    return id
  }
  const FRESH_SIGNAL = { eventOn: '2026-02-10', confidence: 0.9 }

  test('match the active signals, ordered by weight, with reason and timing', async () => {
    const id = await addContactWith({
      'debt.nod': { eventOn: '2026-02-10', confidence: 0.81 },
      'destinations.metro': { eventOn: '2020-01-01', confidence: 0.9 },
    })
    const score = (await ann.request('GET', `/api/contacts/${id}/score`)).json as ScoreExplanation
    const { suggestions, reason } = await getSuggestions(id)
    expect(reason).toBeNull()
    expect(suggestions).toEqual([
      {
        playbook: (await listTemplates()).find(({ category }) => category === 'debt'),
        signals: [{ id: score.signals.find(({ live }) => live)!.id, title: 'Public filing on record' }],
        why: `Debt signal: ${score.score} of ${score.score} points. Dated Feb 10, 2026, found Mar 2, 2026. 81% confidence.`,
        timing: { firstStepOn: '2026-03-12', lastStepOn: '2026-04-28' },
        applied: null,
      },
    ])
  })

  test('put supportive playbooks first, regardless of points', async () => {
    const id = await addContactWith({
      'destinations.metro': FRESH_SIGNAL,
      'divorce.filed': FRESH_SIGNAL,
      'death.survivor': FRESH_SIGNAL,
      diamonds: FRESH_SIGNAL,
    })
    expect(await categoriesFor(id)).toEqual(['death', 'divorce', 'destinations'])
  })

  test('show what was applied and how much of it is done', async () => {
    const id = await addContactWith({ 'debt.nod': FRESH_SIGNAL })
    const [{ playbook }] = (await getSuggestions(id)).suggestions as [PlaybookSuggestion]
    await applyPlaybook(playbook.id, [id])
    const steps = playbook.steps.length
    const [suggestion] = (await getSuggestions(id)).suggestions
    expect(suggestion?.playbook.id).toBe(playbook.id)
    expect(suggestion?.applied).toEqual({ at: expect.any(String), open: steps, done: 0 })
    const [task] = await tasksOf(id)
    await ann.request('PATCH', `/api/tasks/${task!.id}`, { status: 'completed' })
    expect((await getSuggestions(id)).suggestions[0]?.applied).toMatchObject({ open: steps - 1, done: 1 })
    expect((await getSuggestions(id)).suggestions).toHaveLength(1)
  })

  test('are empty with a reason: no active signal, never enriched, do not contact', async () => {
    expect(
      await getSuggestions(await addContactWith({ 'debt.nod': { eventOn: '2015-01-01', confidence: 0.9 } })),
    ).toEqual({
      suggestions: [],
      reason: 'This contact has no active signals to plan for.',
    })
    expect((await getSuggestions(await newContact())).reason).toMatch(/^Enrich this contact/)
    const blocked = await addContactWith({ 'debt.nod': FRESH_SIGNAL })
    await app.owner.run('update contacts set do_not_contact = true where id = $1', [blocked])
    expect(await getSuggestions(blocked)).toEqual({
      suggestions: [],
      reason: 'This contact is marked do not contact, so we suggest no playbook.',
    })
  })

  test('respect the fair-housing settings', async () => {
    const id = await addContactWith({
      diapers: { eventOn: '2025-09-10', confidence: 0.9 },
      'downsizing.state': FRESH_SIGNAL,
    })
    expect(new Set(await categoriesFor(id))).toEqual(new Set(['diapers', 'downsizing']))
    const policy = `/api/organizations/${ann.organizationId}/score-policy`
    await ann.request('PATCH', policy, { excludeFamilial: true })
    expect(await categoriesFor(id)).toEqual(['downsizing'])
    await ann.request('PATCH', policy, { excludeAge: true })
    expect(await categoriesFor(id)).toEqual([])
    await ann.request('PATCH', policy, { excludeFamilial: false, excludeAge: false })
  })

  test("are visible to the organization's members only", async () => {
    const id = await addContactWith({ 'debt.nod': FRESH_SIGNAL })
    expect((await bob.request('GET', `/api/contacts/${id}/playbook-suggestions`)).status).toBe(404)
  })
})
