import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { ScoreExplanation } from '#contract/score.ts'
import type {
  SignalRule,
  SignalRuleCheck,
  SignalRuleDryRun,
  SignalRuleVersion,
} from '#contract/signal-rules.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  ann = await app.subscriber(`${randomUUID()}@example.com`)
})
afterAll(() => app.close())

const path = (rest = '', person = ann) => `/api/organizations/${person.organizationId}/signal-rules${rest}`

const DRAFT = {
  ...{ name: 'VIP tag', condition: 'tags.includes("VIP")', category: 'destinations' },
  ...{ subtype: 'destinations.metro', dateFrom: 'first_match', confidence: 0.6 },
}
const REASON = 'Approved by our broker for planning of open houses'

/** Sends a request whose answer has a type of the contract. */
async function send<T>(method: 'GET' | 'POST' | 'PATCH', url: string, body?: object, person = ann) {
  const { status, json } = await person.request(method, url, body)
  return { status, json: json as T }
}
type Failure = { fields: Record<string, string> }

async function addRule(draft: object = {}, isOn = true): Promise<SignalRule> {
  const { status, json } = await send<SignalRule>('POST', path(), { ...DRAFT, ...draft })
  expect([json, status]).toEqual([expect.anything(), 201])
  return isOn ? changeRule(json.id, { isOn: true }) : json
}

async function changeRule(id: string, changes: object): Promise<SignalRule> {
  const { status, json } = await ann.request('PATCH', path(`/${id}`), changes)
  expect([json, status]).toEqual([expect.anything(), 200])
  await work()
  return json
}

/** Does what the sweep and the workers of a process do. */
async function work(): Promise<void> {
  await app.services.signalRules.sweep()
  await app.queue.drain()
}

async function addContact(lastName: string, tags: string[] = []): Promise<string> {
  const { json } = await send<ContactDetail>('POST', '/api/contacts', { firstName: 'Ada', lastName })
  if (tags.length > 0) await setTags(json.id, tags)
  return json.id
}

const setTags = (id: string, create: string[], remove: string[] = []) =>
  ann.request('PATCH', `/api/contacts/${id}/tags`, { add: [], create, remove })

const getContact = async (id: string): Promise<ContactDetail> =>
  (await ann.request('GET', `/api/contacts/${id}`)).json
const explain = async (id: string): Promise<ScoreExplanation> =>
  (await ann.request('GET', `/api/contacts/${id}/score`)).json
const sourcesOf = async (id: string) => (await getContact(id)).signals.map(({ source }) => source)

describe('own signal rules', () => {
  test('yields a signal with its evidence and explanation, and withdraws it when it no longer holds', async () => {
    const id = await addContact('Byron', ['VIP'])
    const other = await addContact('Other')
    await addRule()
    const contact = await getContact(id)
    expect(contact.signals).toMatchObject([
      { source: 'own rule: VIP tag v1', category: 'destinations', confidenceScore: 0.6 },
    ])
    expect(contact.topSignal).toBe('destinations')
    expect(contact.nineDScore).toBeGreaterThan(0)
    expect(await sourcesOf(other)).toEqual([])
    const explanation = await explain(id)
    expect(explanation.signals).toMatchObject([
      {
        state: 'live',
        evidence: { provider: 'own rule: VIP tag v1', confidence: 0.6, inputs: { tags: 'VIP' } },
      },
    ])
    expect(explanation.points[0]?.points).toBe(contact.nineDScore)
    expect(explanation.history.at(-1)?.cause).toBe('rule')

    const [tag] = contact.tags
    await setTags(id, [], [tag!.id])
    await work()
    expect(await sourcesOf(id)).toEqual([])
    expect((await getContact(id)).nineDScore).toBe(0)
  })

  test('checks changed contacts at once, each one once', async () => {
    await addRule()
    const id = await addContact('Lovelace', ['vip'])
    await work()
    expect(await sourcesOf(id)).toEqual(['own rule: VIP tag v1'])
    await work()
    expect(await sourcesOf(id)).toHaveLength(1)
    const waiting = await app.owner.rows('select 1 from signal_rule_checks where organization_id = $1', [
      ann.organizationId,
    ])
    expect(waiting).toEqual([])
  })

  test('replaces the signals of an edited rule, and withdraws those of one that is off or deleted', async () => {
    const id = await addContact('Byron', ['VIP'])
    const rule = await addRule()
    await changeRule(rule.id, { confidence: 0.3 })
    expect(await sourcesOf(id)).toEqual(['own rule: VIP tag v2'])
    await changeRule(rule.id, { condition: 'tags.includes("Nobody has this")' })
    expect(await sourcesOf(id)).toEqual([])
    await changeRule(rule.id, { condition: DRAFT.condition })
    expect(await sourcesOf(id)).toEqual(['own rule: VIP tag v4'])
    await changeRule(rule.id, { isOn: false })
    expect(await sourcesOf(id)).toEqual([])
    await changeRule(rule.id, { isOn: true })
    expect(await sourcesOf(id)).toEqual(['own rule: VIP tag v4'])
    expect((await ann.request('DELETE', path(`/${rule.id}`))).status).toBe(204)
    await work()
    expect(await sourcesOf(id)).toEqual([])
  })

  test('keeps every version with its author, and goes back by saving an older one', async () => {
    const rule = await addRule({}, false)
    await changeRule(rule.id, { name: 'Renamed' })
    await changeRule(rule.id, { name: 'Renamed' })
    const versions: SignalRuleVersion[] = (await ann.request('GET', path(`/${rule.id}/versions`))).json
    expect(versions.map(({ version, name, changedBy }) => [version, name, changedBy])).toEqual([
      [2, 'Renamed', ann.userId],
      [1, 'VIP tag', ann.userId],
    ])
    const { name, condition, category, subtype, dateFrom, confidence, reason } = versions[1]!
    const restored = await changeRule(rule.id, {
      name,
      condition,
      category,
      subtype,
      dateFrom,
      confidence,
      reason,
    })
    expect(restored).toMatchObject({ version: 3, name: 'VIP tag' })
  })

  test('tries a rule without changing any contact', async () => {
    const id = await addContact('Byron', ['VIP'])
    await addContact('Other')
    const dryRun = async (condition: string): Promise<SignalRuleDryRun> =>
      (await ann.request('POST', path('/dry-run'), { ...DRAFT, condition })).json
    expect(await dryRun(DRAFT.condition)).toEqual({
      ...{ total: 2, checked: 2, matches: 1, missing: [], failed: [] },
      examples: [
        { contactId: id, name: 'Ada Byron', eventDate: expect.any(String), evidence: { tags: 'VIP' } },
      ],
    })
    expect(await dryRun('property.value > 5')).toMatchObject({
      matches: 0,
      missing: [{ path: 'property.value', contacts: 2 }],
    })
    expect(await dryRun('1 / size(tags) > 0')).toMatchObject({
      matches: 1,
      failed: [{ message: 'Division by zero.', contacts: 1 }],
    })
    expect(await sourcesOf(id)).toEqual([])
  })

  test('refuses rules with errors, protected classes or a place alone, with their places', async () => {
    const check = async (condition: string): Promise<SignalRuleCheck> =>
      (await ann.request('POST', path('/check'), { condition, subtype: DRAFT.subtype })).json
    expect((await check('property.value >')).errors).toEqual([
      { message: 'The condition ends too early.', start: 16, end: 16 },
    ])
    for (const condition of [
      'property.value >',
      'tags.includes("Catholic")',
      'contact.zip == "60614" || false',
    ]) {
      expect((await check(condition)).errors).toHaveLength(1)
      for (const rest of ['', '/dry-run']) {
        const { status, json } = await send<Failure>('POST', path(rest), {
          ...DRAFT,
          condition,
          reason: REASON,
        })
        expect([condition, status, json.fields.condition]).toEqual([condition, 400, expect.any(String)])
      }
    }
    expect((await ann.request('POST', path(), { ...DRAFT, subtype: 'debt.nod' })).status).toBe(400)
    expect((await ann.request('POST', path(), { ...DRAFT, confidence: 0.7 })).status).toBe(400)
    expect(
      (await send<Failure>('POST', path(), { ...DRAFT, condition: 'contact.age > 60' })).json.fields,
    ).toEqual({
      reason: expect.any(String),
    })
  })

  test('is read by members, written by owners and admins, and logged', async () => {
    const rule = await addRule({ condition: 'contact.age > 60', reason: REASON })
    const admin = await app.member(`${randomUUID()}@example.com`, ann.organizationId, 'ADMIN')
    const mia = await app.member(`${randomUUID()}@example.com`, ann.organizationId, 'MEMBER')
    const bob = await app.subscriber(`${randomUUID()}@example.com`)
    expect((await send<{ rules: SignalRule[] }>('GET', path(), undefined, mia)).json.rules).toHaveLength(1)
    expect((await mia.request('PATCH', path(`/${rule.id}`), { isOn: false })).status).toBe(403)
    expect((await mia.request('POST', path('/dry-run'), DRAFT)).status).toBe(403)
    expect((await bob.request('GET', path())).status).toBe(404)
    expect((await admin.request('PATCH', path(`/${rule.id}`), { isOn: false })).status).toBe(200)
    const entries = await app.owner.rows<{ action: string; details: object }>(
      `select action, details from audit_log where organization_id = $1 and action like 'signal-rule.%' order by created_at`,
      [ann.organizationId],
    )
    expect(entries.map(({ action }) => action)).toEqual([
      ...['signal-rule.added', 'signal-rule.switched-on', 'signal-rule.switched-off'],
    ])
    expect(entries[0]?.details).toEqual({ version: 1, isOn: false, traits: 'age', reason: REASON })
  })

  test('limits the rules of an organization', async () => {
    await app.owner.run(
      `with added as (
         insert into signal_rules (organization_id, id, version) select $1, gen_random_uuid(), 1 from generate_series(1, 50)
         returning id)
       insert into signal_rule_versions (organization_id, rule_id, version, name, condition, category, subtype, date_from,
         confidence, traits)
       select $1, id, 1, 'Rule', 'contact.hasPhone', 'debt', 'debt.nod', 'first_match', 0.1, '{}' from added`,
      [ann.organizationId],
    )
    expect((await ann.request('POST', path(), DRAFT)).status).toBe(409)
  })
})

describe('rules about age, family and marital status', () => {
  test('change the order of lists and nothing else', async () => {
    const [first, second] = [await addContact('Aaron'), await addContact('Zimmer')]
    await app.owner.run('update contacts set age = 70 where id = $1', [second])
    await addRule({ condition: 'contact.age >= 65', reason: REASON })
    const listed = async (query = '') =>
      ((await ann.request('GET', `/api/contacts${query}`)).json as ContactDetail[]).map(({ id }) => id)
    expect(await listed()).toEqual([second, first])

    const contact = await getContact(second)
    expect([contact.signals, contact.topSignal, contact.signalsDetected, contact.nineDScore]).toEqual([
      [],
      null,
      0,
      null,
    ])
    const { ranking, points } = await explain(second)
    expect(points).toEqual([])
    expect(ranking).toMatchObject({
      signals: [{ name: 'VIP tag', version: 1, category: 'destinations', evidence: { 'contact.age': 70 } }],
    })
    expect(ranking!.score).toBeGreaterThan(20)

    // Every way to choose contacts: filters of lists and of bulk actions, Today, tasks, changes and exports.
    for (const query of [
      ...['?topSignal=destinations', '?signals=destinations', '?minScore=0', '?maxScore=100', '?minChance=0'],
    ])
      expect([query, await listed(query)]).toEqual([query, []])
    const matching = { signals: ['destinations'] }
    const bulk = await ann.request('POST', '/api/contacts/bulk', { action: 'delete', matching })
    expect(bulk.json).toMatchObject({ done: 0 })
    const stored = await app.owner.row(
      `select (select count(*)::int from signals where contact_id = c.id) as signals, live_signals, sort_rank,
              (select count(*)::int from tasks where contact_id = c.id) as tasks
         from contacts c where id = $1`,
      [second],
    )
    expect(stored).toEqual({ signals: 0, liveSignals: 0, sortRank: 1, tasks: 0 })
  })

  test('stop at once when the organization excludes the trait', async () => {
    const id = await addContact('Byron')
    await app.owner.run('update contacts set age = 70 where id = $1', [id])
    const rule = await addRule({ condition: 'contact.age >= 65', reason: REASON })
    expect((await explain(id)).ranking).not.toBeNull()
    await ann.request('PATCH', `/api/organizations/${ann.organizationId}/score-policy`, { excludeAge: true })
    expect((await explain(id)).ranking).toBeNull()
    await work()
    const row = await app.owner.row('select rank_score from contacts where id = $1', [id])
    expect(row).toEqual({ rankScore: null })
    expect((await ann.request('PATCH', path(`/${rule.id}`), { confidence: 0.2 })).status).toBe(400)
  })

  test('move to the signals when an edit removes the trait, and back', async () => {
    const id = await addContact('Byron', ['VIP'])
    await app.owner.run('update contacts set age = 70 where id = $1', [id])
    const rule = await addRule({ condition: 'contact.age >= 65', reason: REASON })
    await changeRule(rule.id, { condition: DRAFT.condition })
    expect([await sourcesOf(id), (await explain(id)).ranking]).toEqual([['own rule: VIP tag v2'], null])
    await changeRule(rule.id, { condition: 'contact.age >= 65' })
    expect([await sourcesOf(id), (await explain(id)).ranking?.signals.length]).toEqual([[], 1])
  })
})

describe('the run over all contacts', () => {
  const runOf = () =>
    app.owner.row<{ checked: number; failed: number; finishedAt: string | null }>(
      'select checked, failed, finished_at from signal_rule_runs where organization_id = $1',
      [ann.organizationId],
    )

  test('resumes after an interruption, and an error of one contact never stops it', async () => {
    await app.owner.run(
      `insert into contacts (organization_id, first_name, last_name, search, last_name_key)
       select $1, 'P' || n, 'Same', ' p' || n || ' same', 'same' from generate_series(1, 450) n`,
      [ann.organizationId],
    )
    const { json: rule } = await send<SignalRule>('POST', path(), {
      ...DRAFT,
      condition: '1 / size(tags) > 0',
    })
    await ann.request('PATCH', path(`/${rule.id}`), { isOn: true })
    let batches = 0
    const stopsAfterTwo = {
      throwIfAborted: () => {
        if (++batches > 2) throw new Error('stopped')
      },
    } as AbortSignal
    const id = parseOrganizationId(ann.organizationId)
    await expect(app.services.signalRules.runChecks(id, stopsAfterTwo)).rejects.toThrow('stopped')
    expect(await runOf()).toEqual({ checked: 400, failed: 400, finishedAt: null })
    await app.services.signalRules.startRuns()
    await app.queue.drain()
    expect(await runOf()).toEqual({ checked: 450, failed: 450, finishedAt: expect.any(String) })
  })

  test('starts once a day, and waits while the organization is suspended', async () => {
    const contactId = await addContact('Byron', ['VIP'])
    await addRule()
    await app.owner.run('delete from signals where contact_id = $1', [contactId])
    await app.services.signalRules.startRuns()
    await app.queue.drain()
    expect(await sourcesOf(contactId)).toEqual([])
    await app.owner.run('update signal_rule_runs set day = day - 1 where organization_id = $1', [
      ann.organizationId,
    ])
    await app.owner.run(
      `update organizations set suspended_at = now(), suspended_reason = 'test' where id = $1`,
      [ann.organizationId],
    )
    await app.services.signalRules.startRuns()
    await app.queue.drain()
    await app.owner.run(
      'update organizations set suspended_at = null, suspended_reason = null where id = $1',
      [ann.organizationId],
    )
    expect(await sourcesOf(contactId)).toEqual([])
    await app.services.signalRules.startRuns()
    await app.queue.drain()
    expect(await sourcesOf(contactId)).toEqual(['own rule: VIP tag v1'])
  })

  test('shows members with own records only the signals of their contacts', async () => {
    const mine = await addContact('Mine', ['VIP'])
    const hidden = await addContact('Hidden', ['VIP'])
    const mia = await app.member(`${randomUUID()}@example.com`, ann.organizationId, 'MEMBER')
    await app.owner.run(`update memberships set access = 'own' where user_id = $1`, [mia.userId])
    await app.owner.run('update contacts set owner_id = $2 where id = $1', [mine, mia.userId])
    await addRule()
    expect(
      (await send<ScoreExplanation>('GET', `/api/contacts/${mine}/score`, undefined, mia)).json.signals,
    ).toHaveLength(1)
    expect((await mia.request('GET', `/api/contacts/${hidden}/score`)).status).toBe(404)
    // A change by the member leads to a check, too.
    await mia.request('PATCH', `/api/contacts/${mine}/tags`, {
      ...{ add: [], create: [] },
      remove: (await getContact(mine)).tags.map(({ id }) => id),
    })
    await work()
    expect(await sourcesOf(mine)).toEqual([])
    expect(await sourcesOf(hidden)).toHaveLength(1)
  })
})
