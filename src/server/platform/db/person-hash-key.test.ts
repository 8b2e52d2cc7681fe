import { createHmac, hash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contactPointHashes } from '#server/features/contacts/service/new-contact.ts'
import { personHash, setPersonHashKey } from '#server/platform/person-hashes.ts'
import { createSecrets } from '#server/platform/secrets.ts'
import { dumpRows } from '#test/checks.ts'
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

/** A hash without the key. */
const unkeyedHash = (text: string) => hash('sha256', text).slice(0, 32)
const openKey = (...keys: Buffer[]) => openPersonHashKey(app.database.ownerUrl, createSecrets(keys))
const add = (contact: object) => ann.request('POST', '/api/contacts', contact)

const HAL = { firstName: 'Hal', lastName: 'Finch', email: 'hal@example.com', phone: '6305550142' }

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
    const databaseDump = await dumpRows(app.owner)
    const { email, phone } = contactPointHashes({ email: HAL.email, phone: '+16305550199' })
    expect(databaseDump).toContain(phone)
    expect(databaseDump).not.toContain(key.toString('hex'))
    for (const text of ['e:hal@example.com', 'p:+16305550142', 'p:+16305550199', 'hal@example.com'])
      expect(databaseDump).not.toContain(unkeyedHash(text))
    expect(email).not.toBe(unkeyedHash('e:hal@example.com'))
  })

  test('stay the same when SECRETS_KEY is replaced; the start fails without a matching key', async () => {
    const key = await openKey(OLD)
    expect(await openKey(NEW, OLD)).toEqual(key)
    // Sealed again, so the former key can be removed.
    expect(await openKey(NEW)).toEqual(key)
    await expect(openKey(OLD)).rejects.toThrow(/SECRETS_KEY does not match this database/)
  })

  test('share one key when several processes start at once', async () => {
    await app.owner.run('delete from sealed_keys')
    const keys = await Promise.all([openKey(NEW), openKey(NEW), openKey(NEW)])
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  })
})
