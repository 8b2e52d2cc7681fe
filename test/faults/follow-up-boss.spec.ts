import { afterEach, expect, test } from 'vitest'
import { type FollowUpBossFake, startFollowUpBoss } from '#test/fakes/follow-up-boss.ts'
import { becomeSubscriber, type Client } from '#test/product/client.ts'
import { findBrokenInvariants, rowsOf, waitForNumber } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import type { ProcessEnd } from '#test/product/running-product.ts'

const API_KEY = 'fka_key_of_the_owner'
const THERE = 40
const HERE = 24
/** Every second person has a note and a task. */
const isEven = (index: number) => index % 2 === 0
const TIMEOUT_MS = 60_000

let product: Product
let fake: FollowUpBossFake
afterEach(async () => {
  await product?.stop()
  await fake?.close()
})

/** Kills the product when the given write of its kind is stored there and not yet answered. @returns how it ended */
function killDuringWrite(path: string, number: number): Promise<ProcessEnd> {
  let count = 0
  return new Promise((resolve, reject) => {
    fake.state.beforeAnswer = async (call) => {
      if (call.method !== 'POST' || call.path !== path || ++count !== number) return
      fake.state.beforeAnswer = async () => {}
      await product.end('SIGKILL').then(resolve, reject)
    }
  })
}

/** Starts it again as if the lease of the killed process were over, and the next poll due. */
async function restart(): Promise<void> {
  await rowsOf(
    product.database.ownerUrl,
    'update follow_up_boss_connections set leased_until = null, wait_until = null, polled_at = null',
  )
  await product.restart()
}

async function addHere(client: Client): Promise<void> {
  for (let index = 0; index < HERE; index += 1) {
    const person = { firstName: 'Here', lastName: `Number ${index}`, email: `here-${index}@example.com` }
    const { id } = await client.json<{ id: string }>('POST', '/api/contacts', person)
    if (!isEven(index)) continue
    await client.json('POST', `/api/contacts/${id}/notes`, { text: `Our note ${index}`, isPinned: false })
    await client.json('POST', '/api/tasks', { contactId: id, title: `Our task ${index}` })
  }
}

function addThere(): number[] {
  return Array.from({ length: THERE }, (_, index) => {
    const emails = [{ value: `there-${index}@example.com`, isPrimary: true }]
    const person = { firstName: 'There', lastName: `Number ${index}`, emails }
    const { id } = fake.add(API_KEY, 'people', person)
    if (isEven(index)) {
      fake.add(API_KEY, 'notes', { personId: id, body: `Their note ${index}` })
      fake.add(API_KEY, 'tasks', { personId: id, name: `Their task ${index}`, dueDate: null })
    }
    return id
  })
}

const texts = (side: 'Our' | 'Their', kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => index)
    .filter(isEven)
    .map((index) => `${side} ${kind} ${index}`)
const everyone = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${first} Number ${index}`)

test('A40 the sync with Follow Up Boss loses and doubles nothing when kill -9 hits it in import and writes', async () => {
  fake = await startFollowUpBoss()
  fake.addAccount(API_KEY)
  fake.state.limit = 1_000_000
  product = await startProduct({
    FOLLOW_UP_BOSS_SYSTEM: fake.settings.system,
    FOLLOW_UP_BOSS_SYSTEM_KEY: fake.settings.systemKey,
    FOLLOW_UP_BOSS_URL: fake.url,
  })
  const { ownerUrl } = product.database
  const { client } = await becomeSubscriber(product, 'owner@example.com')
  await addHere(client)
  const people = addThere()
  await client.json('POST', '/api/follow-up-boss', { apiKey: API_KEY })
  await client.json('POST', '/api/follow-up-boss/import')

  await waitForNumber(ownerUrl, 'select count(*) from contacts', HERE + THERE / 2, TIMEOUT_MS)
  await product.kill()
  for (const id of people.slice(0, 5))
    fake.update(API_KEY, 'people', id, { stage: 'Nurture', firstName: 'Met' })
  for (const [path, number] of [
    ['/v1/people', 6],
    ['/v1/notes', 4],
    ['/v1/tasks', 4],
  ] as const) {
    const killed = killDuringWrite(path, number)
    await restart()
    expect(await killed).toEqual({ code: null, signal: 'SIGKILL' })
  }
  await restart()
  const isDone = `select (stage = 'done' and polled_at is not null and leased_until is null and not exists (
    select from follow_up_boss_queue where next_attempt_at is not null))::integer from follow_up_boss_connections`
  await waitForNumber(ownerUrl, isDone, 1, TIMEOUT_MS)

  const names = [
    ...everyone('Here', HERE),
    ...everyone('There', THERE).map((name, index) => (index < 5 ? name.replace('There', 'Met') : name)),
  ].toSorted()
  const column = async (sql: string) =>
    (await rowsOf<{ text: string }>(ownerUrl, sql)).map(({ text }) => text).toSorted()
  const rows = (resource: 'people' | 'notes' | 'tasks', text: (row: Record<string, unknown>) => unknown) =>
    fake.rows(API_KEY, resource).map(text).toSorted()
  expect(rows('people', ({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual(names)
  expect(await column(`select first_name || ' ' || last_name as text from contacts`)).toEqual(names)
  const notes = [...texts('Our', 'note', HERE), ...texts('Their', 'note', THERE)].toSorted()
  expect(rows('notes', ({ body }) => body)).toEqual(notes)
  expect(await column('select text from contact_notes')).toEqual(notes)
  const tasks = [...texts('Our', 'task', HERE), ...texts('Their', 'task', THERE)].toSorted()
  expect(rows('tasks', ({ name }) => name)).toEqual(tasks)
  expect(await column('select title as text from tasks')).toEqual(tasks)
  expect(await rowsOf(ownerUrl, 'select problem from follow_up_boss_queue')).toEqual([])
  expect(await findBrokenInvariants(ownerUrl)).toEqual([])
}, 200_000)
