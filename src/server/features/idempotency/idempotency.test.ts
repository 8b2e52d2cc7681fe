import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantTx } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'
import { idempotencyService } from './service.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.subscriber('owner@example.com')
})
afterAll(() => app.close())

const countNamed = (lastName: string) =>
  app.owner.value<number>('select count(*)::integer from contacts where last_name = $1', [lastName])

/** Runs work under a key, as a request does. */
function run(key: string, work: () => Promise<unknown>, isSafeToRepeat = false) {
  const organizationId = parseOrganizationId(owner.organizationId)
  return idempotencyService(app.platform).run(
    { organizationId, sender: owner.userId, route: 'POST /x', key, bodyHash: 'hash' },
    {
      work: async () => ({ status: 201, result: null, body: await work() }),
      repeat: async () => 'repeated',
      isSafeToRepeat,
    },
  )
}

const inOrganization = (work: (tx: TenantTx) => Promise<unknown>) =>
  app.db.tenant(parseOrganizationId(owner.organizationId), work)
const addTag = (name: string) =>
  inOrganization((tx) =>
    tx.run('insert into tags (organization_id, name, name_key) values ($1, $2, $2)', [
      ...[owner.organizationId, name],
    ]),
  )

test('A40 a request whose result could not be stored is answered and never runs again', async () => {
  await app.owner.run(`create function refuse_result() returns trigger language plpgsql as $$
      begin raise exception 'no result'; end $$;
    create trigger refuse_result before update on idempotent_requests for each row when (new.status is not null)
      execute function refuse_result()`)
  const add = () =>
    owner.request(
      'POST',
      '/api/v1/contacts',
      { firstName: 'Lost', lastName: 'Answer' },
      { 'idempotency-key': 'lost-1' },
    )
  expect((await add()).status).toBe(201)
  await app.owner.run('drop trigger refuse_result on idempotent_requests')
  await app.owner.run('delete from contacts where last_name = $1', ['Answer'])
  await app.owner.run("update idempotent_requests set locked_until = now() - interval '1 second'")
  const again = await add()
  expect([again.status, again.json]).toMatchObject([
    409,
    { detail: expect.stringContaining('its answer was lost') },
  ])
  expect(await countNamed('Answer')).toBe(0)
})

test('A40 a request that fails after its change never runs again', async () => {
  let runs = 0
  const work = async () => {
    runs += 1
    await addTag(`failed-${runs}`)
    throw new Error('The connection is gone')
  }
  await expect(run('failed', work)).rejects.toThrow('The connection is gone')
  await expect(run('failed', work)).rejects.toThrow('its answer was lost')
  expect(runs).toBe(1)
})

test.each([
  ['before its change', async () => {}],
  ['while its change is rolled back', () => inOrganization(() => Promise.reject(new Error('rolled back')))],
  ['after it only read', () => inOrganization((tx) => tx.rows('select 1 from contacts'))],
])('A40 a request that fails %s runs again', async (name, change) => {
  let runs = 0
  const work = async () => {
    runs += 1
    if (runs > 1) return 'done'
    await change()
    throw new AppError('unavailable', 'Try again')
  }
  await expect(run(name, work)).rejects.toThrow()
  expect(await run(name, work)).toMatchObject({ body: 'done', isRepeated: false })
})

test('A40 a request that is safe to repeat runs again after part of its changes', async () => {
  let runs = 0
  const work = async () => {
    runs += 1
    await addTag(`part-${runs}`)
    if (runs === 1) throw new Error('The connection is gone')
    return 'done'
  }
  await expect(run('safe', work, true)).rejects.toThrow()
  expect(await run('safe', work, true)).toMatchObject({ body: 'done' })
})
