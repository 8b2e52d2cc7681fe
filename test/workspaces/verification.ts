import type { ContactDetail } from '#contract/contacts.ts'
import type { ProviderResult, Verdict } from '#server/platform/providers/provider.ts'
import { createFakeNameServer } from '../fakes/name-server.ts'
import { createTestApp } from '../test-app.ts'

const NOT_CONFIGURED = { status: 'not_configured' } as const

/** A match of the provider Acme. */
export function matchResult<T extends Verdict | { zip: string | null; state: string | null }>(
  data: T,
): ProviderResult<T> {
  return { status: 'match', data, provider: 'Acme', fetchedAt: '2026-03-01T10:00:00.000Z', sample: false }
}

/** Opens an application with a signed-in user, and fakes of verification providers and name servers that tests control. */
export async function openVerificationWorkspace() {
  const nameServer = createFakeNameServer()
  const vendor = {
    email: async (): Promise<ProviderResult<Verdict>> => NOT_CONFIGURED,
    phone: async (): Promise<ProviderResult<Verdict>> => NOT_CONFIGURED,
    geocoder: async (): Promise<ProviderResult<{ zip: string | null; state: string | null }>> =>
      NOT_CONFIGURED,
    /** Email addresses and numbers in the order they were sent to vendors. */
    requests: [] as string[],
  }
  const originalVendor = { ...vendor }
  const recordRequests = <T>(respond: () => Promise<T>) => {
    return (value: string) => {
      vendor.requests.push(value)
      return respond()
    }
  }
  const app = await createTestApp({
    nameServer,
    providers: {
      verifyEmail: recordRequests(() => vendor.email()),
      verifyPhone: recordRequests(() => vendor.phone()),
      geocode: () => vendor.geocoder(),
    },
  })
  const ann = await app.subscriber('ann@example.com')
  let peopleCount = 0

  const readContact = async (id: string): Promise<ContactDetail> =>
    (await ann.request('GET', `/api/contacts/${id}`)).json

  async function add(fields: object): Promise<ContactDetail> {
    const name = { firstName: 'Vera', lastName: `Person ${++peopleCount}` }
    return (await ann.request('POST', '/api/contacts', { ...name, ...fields })).json
  }

  return {
    ...{ app, ann, nameServer, vendor, read: readContact, add },
    /** Adds and verifies a contact. */
    async addVerified(fields: object): Promise<ContactDetail> {
      const { id } = await add(fields)
      await app.queue.drain()
      return readContact(id)
    },
    patch: async (id: string, fields: object): Promise<ContactDetail> =>
      (await ann.request('PATCH', `/api/contacts/${id}`, fields)).json,
    /** Makes a waiting contact due. */
    async verifyWhenDue(id: string): Promise<ContactDetail> {
      await app.owner.run('update contacts set verification_due_at = now() where id = $1', [id])
      await app.services.verification.sweep()
      await app.queue.drain()
      return readContact(id)
    },
    /** Minutes until a contact's next attempt, and the number of attempts. */
    readWait: (id: string) =>
      app.owner.row<{ minutes: number | null; attempts: number }>(
        `select round(extract(epoch from verification_due_at - now()) / 60)::int as minutes,
                verification_attempts as attempts from contacts where id = $1`,
        [id],
      ),
    /** Disconnects all providers and makes the name servers available. */
    reset() {
      Object.assign(vendor, originalVendor, { requests: [] })
      nameServer.isUnavailable = false
    },
  }
}
