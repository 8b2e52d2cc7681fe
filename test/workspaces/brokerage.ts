import { randomUUID } from 'node:crypto'
import type { ManagedBrokerage } from '#contract/admin-brokerages.ts'
import type {
  Brokerage,
  BrokerageInvitationInput,
  ReceivedBrokerageInvitation,
} from '#contract/brokerages.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const OPERATOR = 'operator@example.com'
const TERMS = {
  hasUnlimitedCredits: false,
  ...{ seats: null, maxOffices: null, slaNotes: null },
  ...{ managerName: null, managerEmail: null, managerPhone: null },
  reason: 'Contract',
}

/** An application with an operator, and helpers for brokerages. */
export async function openBrokerages(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp({ ...options, adminEmails: [OPERATOR] })
  const operator = await app.signIn(OPERATOR)
  let count = 0
  const newEmail = (role: string) => `${role}${++count}@example.com`
  const manage = async (id: string, path: string, body: object, method = 'POST') =>
    operator.request(method, `/api/admin/brokerages/${id}${path}`, { reason: 'Contract', ...body })

  return {
    ...app,
    operator,
    newEmail,
    manage,

    /** A brokerage with an owner who has no organization. */
    async brokerage(terms: Partial<typeof TERMS | { seats: number; maxOffices: number }> = {}) {
      // Every test signs more people in than the limit of links allows.
      await app.owner.run('delete from rate_limits')
      const owner = await app.signIn(newEmail('broker'))
      const body = { name: `Group ${count}`, ownerEmail: owner.email, reason: 'Contract' }
      const added = await operator.request('POST', '/api/admin/brokerages', body)
      const { id } = added.json as ManagedBrokerage
      if (Object.keys(terms).length > 0) await manage(id, '', { ...TERMS, ...terms }, 'PATCH')
      return { id, owner, at: (path = '') => `/api/brokerages/${id}${path}` }
    },

    /** A subscriber whose organization joins a brokerage by invitation. */
    async office(brokerage: { id: string; owner: Person }, credits = 1000): Promise<Person> {
      const person = await app.subscriber(newEmail('office'), credits)
      await this.join(brokerage, person)
      return person
    },

    invite: (brokerage: { id: string; owner: Person }, input: BrokerageInvitationInput) =>
      brokerage.owner.request('POST', `/api/brokerages/${brokerage.id}/invitations`, input),

    received: async (person: Person) =>
      (await person.request('GET', '/api/brokerage-invitations')).json as ReceivedBrokerageInvitation[],

    /** Invites a person and accepts. @returns the response to accepting */
    async join(brokerage: { id: string; owner: Person }, person: Person, input?: BrokerageInvitationInput) {
      await this.invite(brokerage, input ?? { kind: 'office', email: person.email })
      const [invitation] = await this.received(person)
      return person.request('POST', `/api/brokerage-invitations/${invitation?.id}/accept`)
    },

    read: async (brokerage: { id: string; owner: Person }) =>
      (await brokerage.owner.request('GET', `/api/brokerages/${brokerage.id}`)).json as Brokerage,

    creditsOf: async ({ organizationId }: Person) =>
      app.owner.value<number>('select credits from organizations where id = $1', [organizationId]),

    moveCredits: (
      brokerage: { id: string; owner: Person },
      from: string,
      to: string,
      amount: number,
      requestId: string = randomUUID(),
    ) =>
      brokerage.owner.request('POST', `/api/brokerages/${brokerage.id}/credits`, {
        from,
        to,
        amount,
        requestId,
      }),

    moveSeats: (
      brokerage: { id: string; owner: Person },
      from: string | null,
      to: string | null,
      amount: number,
    ) =>
      brokerage.owner.request('POST', `/api/brokerages/${brokerage.id}/seats`, {
        ...{ from, to, amount, requestId: randomUUID() },
      }),
  }
}
export type Brokerages = Awaited<ReturnType<typeof openBrokerages>> & TestApp
