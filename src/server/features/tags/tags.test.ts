import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { ContactTag, Tag } from '#contract/tags.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())

const addTag = async (name: string = randomUUID(), color = 'blue'): Promise<Tag> =>
  (await ann.request('POST', '/api/tags', { name, color })).json
async function addContact(): Promise<string> {
  const person = { firstName: 'Hazel', lastName: randomUUID() }
  const { id }: ContactDetail = (await ann.request('POST', '/api/contacts', person)).json
  return id
}
const setTags = (id: string, body: object) => ann.request('PATCH', `/api/contacts/${id}/tags`, body)
const tagsOf = async (id: string): Promise<ContactTag[]> =>
  ((await ann.request('GET', `/api/contacts/${id}`)).json as ContactDetail).tags
const findTag = async (id: string) =>
  ((await ann.request('GET', '/api/tags')).json as Tag[]).find((tag) => tag.id === id)

test('tag names ignore case, and tags have a color', async () => {
  const tag = await addTag('Golf Club', 'green')
  expect(tag).toMatchObject({ name: 'Golf Club', color: 'green', contacts: 0 })
  const response = await ann.request('POST', '/api/tags', { name: 'gólf  CLUB' })
  expect([response.status, (response.json as ErrorBody).fields]).toEqual([
    409,
    { name: 'You already have a tag with this name' },
  ])
  const other = await addTag()
  expect((await ann.request('PATCH', `/api/tags/${other.id}`, { name: 'GOLF club' })).status).toBe(409)
})

test('a renamed tag shows on every contact', async () => {
  const tag = await addTag()
  const id = await addContact()
  await setTags(id, { add: [tag.id] })
  const name = randomUUID()
  const response = await ann.request('PATCH', `/api/tags/${tag.id}`, { name, color: 'red' })
  expect(response.json).toMatchObject({ id: tag.id, name, color: 'red', contacts: 1 })
  expect(await tagsOf(id)).toEqual([{ id: tag.id, name, color: 'red' }])
})

test('tags are added by id or name, and removed', async () => {
  const [id, tag, name] = [await addContact(), await addTag('a first'), `b ${randomUUID()}`]
  const response = await setTags(id, { add: [tag.id], create: [name, name.toUpperCase()] })
  expect((response.json as ContactTag[]).map((each) => each.name.toLowerCase())).toEqual(['a first', name])
  expect((await setTags(id, { remove: [tag.id] })).json).toHaveLength(1)
  expect((await setTags(id, { add: [randomUUID()] })).status).toBe(404)
  const names = Array.from({ length: 50 }, () => randomUUID())
  const { message }: ErrorBody = (await setTags(id, { create: names })).json
  expect(message).toBe('A contact can have at most 50 tags')
  expect(await tagsOf(id)).toHaveLength(1)
})

test('tagging many contacts skips those that have 50 tags', async () => {
  const [fullContact, other, tag] = [await addContact(), await addContact(), await addTag()]
  await setTags(fullContact, { create: Array.from({ length: 50 }, () => randomUUID()) })
  const body = { action: 'tag', tagId: tag.id, contactIds: [fullContact, other] }
  expect((await ann.request('POST', '/api/contacts/bulk', body)).json).toMatchObject({ done: 1, skipped: 1 })
  expect([(await tagsOf(fullContact)).length, (await tagsOf(other)).length]).toEqual([50, 1])
})

test('tagging many contacts keeps to 50 tags when another member adds the fiftieth at the same time', async () => {
  const [id, first, second] = [await addContact(), await addTag(), await addTag()]
  await setTags(id, { create: Array.from({ length: 49 }, () => randomUUID()) })
  const response = await runDuringTransaction(
    async (tx) => {
      await tx.run('select from contacts where id = $1 for no key update', [id])
      await tx.run('insert into contact_tags (organization_id, contact_id, tag_id) values ($1, $2, $3)', [
        ...[ann.organizationId, id, first.id],
      ])
    },
    () => ann.request('POST', '/api/contacts/bulk', { action: 'tag', tagId: second.id, contactIds: [id] }),
  )
  expect(response.json).toMatchObject({ done: 0, skipped: 1 })
  expect(await tagsOf(id)).toHaveLength(50)
  const both = [await addTag(), await addTag()]
  await setTags(id, { remove: [first.id] })
  await Promise.all(
    both.map((tag) =>
      ann.request('POST', '/api/contacts/bulk', { action: 'tag', tagId: tag.id, contactIds: [id] }),
    ),
  )
  expect(await tagsOf(id)).toHaveLength(50)
})

test('deleting a tag removes it from its contacts', async () => {
  const [id, tag] = [await addContact(), await addTag()]
  await setTags(id, { add: [tag.id] })
  expect((await ann.request('DELETE', `/api/tags/${tag.id}`)).status).toBe(204)
  expect(await tagsOf(id)).toEqual([])
  expect((await ann.request('DELETE', `/api/tags/${tag.id}`)).status).toBe(404)
})

test('merging a tag of 10,000 contacts during other changes loses no tags', async () => {
  const [from, into] = [await addTag(), await addTag()]
  await app.owner.run(
    `with many as (insert into contacts (organization_id, first_name, last_name, search, last_name_key)
       select $1, 'P' || n, 'Tagged', ' p' || n, 'tagged' from generate_series(1, 10000) n returning id)
     insert into contact_tags (organization_id, contact_id, tag_id)
     select $1, id, t from many, unnest(array[$2::uuid, $3::uuid]) t where t = $2 or id::text < '8'`,
    [ann.organizationId, from.id, into.id],
  )
  // As autovacuum does, without which each tag is found by reading all of them.
  await app.owner.run('analyze contacts, contact_tags')
  const newContactIds = await Promise.all(Array.from({ length: 5 }, addContact))
  const [mergeResponse, ...tagResponses] = await Promise.all([
    ann.request('POST', `/api/tags/${from.id}/merge`, { into: into.id }),
    ...newContactIds.map((id) => setTags(id, { add: [from.id] })),
  ])
  expect(mergeResponse.status).toBe(200)
  for (const { status } of tagResponses) expect([200, 404]).toContain(status)
  const taggedFirst = tagResponses.filter(({ status }) => status === 200).length
  expect(await findTag(into.id)).toMatchObject({ contacts: 10_000 + taggedFirst })
  expect(await findTag(from.id)).toBeUndefined()
})

/** Runs work while another transaction with `change` is open, which ends once the work waits for a lock. */
async function runDuringTransaction<T>(
  change: (tx: Tx) => Promise<unknown>,
  work: () => Promise<T>,
  end: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<T> {
  let result: Promise<T> | undefined
  await app.owner.transaction(async (tx) => {
    await change(tx)
    result = work()
    const isWaiting = () =>
      app.owner.exists(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    while (!(await isWaiting()));
    await end(tx)
  })
  return result as Promise<T>
}

test('a contact tagged during a merge is found by both tags', async () => {
  const [id, from, into, other] = [await addContact(), await addTag(), await addTag(), await addTag()]
  await setTags(id, { add: [from.id] })
  const response = await runDuringTransaction(
    async (tx) => {
      await tx.run('select from contacts where id = $1 for no key update', [id])
      await tx.run('insert into contact_tags (organization_id, contact_id, tag_id) values ($1, $2, $3)', [
        ...[ann.organizationId, id, other.id],
      ])
    },
    () => ann.request('POST', `/api/tags/${from.id}/merge`, { into: into.id }),
  )
  expect(response.status).toBe(200)
  for (const { name } of [into, other]) {
    const contacts: ContactDetail[] = (await ann.request('GET', `/api/contacts?search=${name}`)).json
    expect(contacts.map((contact) => contact.id)).toEqual([id])
  }
})

test('a tag that is merged while a contact gets it by name is added again', async () => {
  const [id, from] = [await addContact(), await addTag()]
  const response = await runDuringTransaction(
    (tx) => tx.run('select from tags where id = $1 for update', [from.id]),
    () => setTags(id, { create: [from.name] }),
    (tx) => tx.run('delete from tags where id = $1', [from.id]),
  )
  expect([response.status, (response.json as ContactTag[]).map(({ name }) => name)]).toEqual([
    200,
    [from.name],
  ])
})

test.each(['itself', 'a tag of another organization'])('rejects merging a tag into %s', async (target) => {
  const tag = await addTag()
  const bob = await app.subscriber(`${randomUUID()}@example.com`)
  const foreign: Tag = (await bob.request('POST', '/api/tags', { name: 'Theirs' })).json
  const into = target === 'itself' ? tag.id : foreign.id
  const { status } = await ann.request('POST', `/api/tags/${tag.id}/merge`, { into })
  expect(status).toBe(target === 'itself' ? 400 : 404)
  expect(await findTag(tag.id)).toBeDefined()
})
