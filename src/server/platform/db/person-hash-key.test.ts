import { createHmac, hash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samePersonKeys } from '#domain/identity/person-match.ts'
import { contactPointHashes } from '#server/features/contacts/service/new-contact.ts'
import { personHash, setPersonHashKey } from '#server/platform/person-hashes.ts'
import { createSecrets } from '#server/platform/secrets.ts'
import { dump, whileJobsRun } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'
import { openPersonHashKey } from './person-hash-key.ts'

const [NEW, OLD] = [randomBytes(32), randomBytes(32)]

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())

/** The plain hash of former releases. */
const plain = (text: string) => hash('sha256', text).slice(0, 32)
const open = (...keys: Buffer[]) => openPersonHashKey(app.database.ownerUrl, createSecrets(keys))
const add = (contact: object) => ann.request('POST', '/api/contacts', contact)

const HAL = { firstName: 'Hal', lastName: 'Finch', email: 'hal@example.com', phone: '6305550142' }
const IDA = { firstName: 'Ida', lastName: 'Wren', email: 'ida@example.com', phone: '6305550143' }

describe('hashes of personal data', () => {
  test('are an HMAC with a key that is not in the database', async () => {
    const key = randomBytes(32)
    setPersonHashKey(key)
    const sha = hash('sha256', 'p:+16305550142', 'buffer')
    expect(personHash('p:+16305550142')).toEqual(createHmac('sha256', key).update(sha).digest())
    await add(HAL)
    await ann.request('POST', `/api/organizations/${ann.organizationId}/suppressions`, {
      phone: '6305550199',
    })
    const everything = await dump(app.owner)
    const { email, phone } = contactPointHashes({ email: HAL.email, phone: '+16305550199' })
    expect(everything).toContain(phone)
    expect(everything).not.toContain(key.toString('hex'))
    for (const text of ['e:hal@example.com', 'p:+16305550142', 'p:+16305550199', 'hal@example.com'])
      expect(everything).not.toContain(plain(text))
    expect(email).not.toBe(plain('e:hal@example.com'))
  })

  test('of former releases are rehashed at the first start and still recognized', async () => {
    // As a former release left them.
    await app.owner.run('delete from contact_keys')
    await app.owner.run('delete from suppressions')
    await app.owner.run('delete from erasure_journal')
    const { id } = (await add(IDA)).json as { id: string }
    await app.owner.run('delete from contact_keys')
    setPersonHashKey(Buffer.alloc(32))
    const keys = samePersonKeys({ ...IDA, phone: '+16305550143' })
    for (const key of keys) {
      await app.owner.run(
        `insert into contact_keys (organization_id, key, contact_id) values ($1, decode($2, 'hex'), $3)`,
        [ann.organizationId, plain(key), id],
      )
    }
    await app.owner.run(
      `insert into suppressions (organization_id, key, kind, reason) values ($1, decode($2, 'hex'), 'phone', 'added-by-hand')`,
      [ann.organizationId, plain('p:+16305550177')],
    )
    await app.owner.run(
      `insert into erasure_journal (kind, organization, subject, details) values ('suppression', $1, $2, '{"kind": "phone"}')`,
      [ann.organizationId, plain('p:+16305550177')],
    )
    const key = await open(OLD)
    expect(await open(OLD)).toEqual(key)
    setPersonHashKey(key)
    expect((await add(IDA)).status).toBe(409)
    const csv = 'First Name,Last Name,Phone\nSomebody,Else,6305550177\n'
    const file = ann.request('POST', '/api/contacts/import/csv', csv, { 'content-type': 'text/csv' })
    const imported = await whileJobsRun(app, file)
    expect(imported.json).toMatchObject({ imported: 0, skipped: 1 })
    const everything = await dump(app.owner)
    for (const text of [...keys, 'p:+16305550177']) expect(everything).not.toContain(plain(text))
    expect(await app.owner.row('select subject, details from erasure_journal')).toEqual({
      subject: contactPointHashes({ email: null, phone: '+16305550177' }).phone,
      details: { kind: 'phone', keyed: true },
    })
  })

  test('stay the same when SECRETS_KEY is replaced; the start fails without a matching key', async () => {
    const key = await open(OLD)
    expect(await open(NEW, OLD)).toEqual(key)
    // Sealed anew: the former one can go.
    expect(await open(NEW)).toEqual(key)
    await expect(open(OLD)).rejects.toThrow(/SECRETS_KEY does not match this database/)
  })

  test('share one key when several processes start at once', async () => {
    await app.owner.run('delete from sealed_keys')
    const keys = await Promise.all([open(NEW), open(NEW), open(NEW)])
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  })
})
