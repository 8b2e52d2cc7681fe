import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShownApiKey } from '#contract/api-keys.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.subscriber('owner@example.com')
})
afterAll(() => app.close())

const path = () => `/api/organizations/${owner.organizationId}/api-keys`

async function createKey(input: object = {}): Promise<ShownApiKey> {
  return (await owner.request('POST', path(), { name: 'Test', scopes: ['contacts:read'], ...input })).json
}

const statusWith = async (key: string) =>
  (await app.visitor('GET', '/api/v1/contacts', undefined, { authorization: `Bearer ${key}` })).status

test('A40 a key is not rotated again while its former one works', async () => {
  const { id, key } = await createKey()
  const rotate = () => owner.request('POST', `${path()}/${id}/rotate`)
  const answers = await Promise.all([rotate(), rotate()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.json).toMatchObject({
    message: expect.stringContaining('24 hours'),
  })
  expect(await statusWith(key)).toBe(200)
  await app.owner.run("update api_keys set previous_until = now() - interval '1 second' where id = $1", [id])
  expect((await rotate()).status).toBe(200)
})

test('A40 many calls at once note the last use of a key once', async () => {
  const { id, key } = await createKey()
  const version = () => app.owner.value<string>('select xmin::text from api_keys where id = $1', [id])
  await app.owner.run(`create table key_updates (id uuid);
    create function count_update() returns trigger language plpgsql security definer as $$
      begin insert into public.key_updates values (new.id); return new; end $$;
    create trigger count_update after update on api_keys for each row execute function count_update()`)
  const before = await version()
  const statuses = await Promise.all(Array.from({ length: 50 }, () => statusWith(key)))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await version()).not.toBe(before)
  expect(await app.owner.value('select count(*)::integer from key_updates')).toBe(1)
})

test.each(['Bearer', 'Bearer ', 'bearer  a b', 'Bearer\ta', 'Bearer,x'])(
  'A40 a malformed bearer token is refused and never replaced by the session cookie: %j',
  async (authorization) => {
    const response = await owner.request('GET', '/api/v1/contacts', undefined, { authorization })
    expect(response.status).toBe(401)
  },
)
