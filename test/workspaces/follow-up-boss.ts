import type { ContactDetail } from '#contract/contacts.ts'
import type { FollowUpBossConflict, FollowUpBossStatus } from '#contract/follow-up-boss.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { type Resource, startFollowUpBoss } from '#test/fakes/follow-up-boss.ts'
import { createTestApp } from '#test/test-app.ts'

const APP_URL = 'http://localhost:3000'

/** An application with a fake Follow Up Boss, whose webhooks arrive without a network. */
export async function openFollowUpBoss() {
  const fake = await startFollowUpBoss()
  const app = await createTestApp({ followUpBoss: fake.settings, appUrl: APP_URL })
  fake.deliverBy(async (url, body, headers) => {
    if (url.startsWith(APP_URL)) await app.visitor('POST', url.slice(APP_URL.length), body, headers)
  })

  /** Lets all work happen whose time has come. */
  async function settle(): Promise<void> {
    let jobs = 1
    while (jobs > 0) {
      await fake.settle()
      await app.services.followUpBoss.sweep()
      jobs = app.queue.pendingJobs.length
      await app.queue.drain()
      await fake.settle()
    }
  }

  /** An owner with an account of their own there. */
  async function addAccount() {
    const apiKey = `fka_${crypto.randomUUID()}`
    fake.addAccount(apiKey)
    const owner = await app.subscriber(`${apiKey}@example.com`)
    const organizationId = parseOrganizationId(owner.organizationId)
    const read = async <T>(path: string): Promise<T> => (await owner.request('GET', path)).json

    const account = {
      apiKey,
      owner,
      organizationId,
      /** A person there with an address of their own. */
      person: (fields: Record<string, unknown> = {}) =>
        account.add('people', {
          ...{ firstName: 'Ada', lastName: 'Byron' },
          emails: [{ value: `ada-${crypto.randomUUID()}@example.com`, type: 'home', isPrimary: true }],
          ...fields,
        }),
      add: (resource: Resource, fields: Record<string, unknown>) => fake.add(apiKey, resource, fields),
      update: (resource: Resource, id: number, fields: Record<string, unknown>) =>
        fake.update(apiKey, resource, id, fields),
      remove: (resource: Resource, id: number) => fake.remove(apiKey, resource, id),
      merge: (keptId: number, otherId: number) => fake.merge(apiKey, keptId, otherId),
      rows: (resource: Resource) => fake.rows(apiKey, resource),
      /** Calls of the account that changed something there, without the subscription to webhooks. */
      writes: () =>
        fake.calls.filter(
          (call) => call.apiKey === apiKey && call.method !== 'GET' && !call.path.includes('webhooks'),
        ),

      async addContact(fields: object = {}): Promise<string> {
        const email = `grace-${crypto.randomUUID()}@example.com`
        const input = { firstName: 'Grace', lastName: 'Hopper', email, ...fields }
        const added = await owner.request('POST', '/api/contacts', input)
        if (added.status !== 201) throw new Error(added.text)
        return (added.json as { id: string }).id
      },
      contacts: () => read<ContactDetail[]>('/api/contacts?limit=100'),
      contact: (id: string) => read<ContactDetail>(`/api/contacts/${id}`),
      async onlyContact(): Promise<ContactDetail> {
        const [only, ...others] = await account.contacts()
        if (!only || others.length > 0)
          throw new Error(`There are ${others.length + (only ? 1 : 0)} contacts`)
        return account.contact(only.id)
      },
      /** The contact that is linked to a person there. */
      linkedContact: (remoteId: number): Promise<string> =>
        app.owner.value(
          `select contact_id from follow_up_boss_links where resource = 'people' and remote_id = $1`,
          [remoteId],
        ),
      notes: async (id: string) =>
        (await read<{ items: { id: string; text: string }[] }>(`/api/contacts/${id}/notes`)).items,
      addNote: (id: string, text: string) =>
        owner.request('POST', `/api/contacts/${id}/notes`, { text, isPinned: false }),
      optOut: (id: string, body: object) =>
        owner.request('PATCH', `/api/contacts/${id}/do-not-contact`, { reason: 'They said so', ...body }),

      status: async () => (await read<FollowUpBossStatus>('/api/follow-up-boss')).connection,
      conflicts: async () =>
        (await read<{ items: FollowUpBossConflict[] }>('/api/follow-up-boss/conflicts')).items,
      change: (body: object) => owner.request('PATCH', '/api/follow-up-boss', body),
      /** Connects without an import, or replaces the key. */
      enterKey: () => owner.request('POST', '/api/follow-up-boss', { apiKey }),
      /** Connects and imports everything. */
      async connect(): Promise<void> {
        const connected = await account.enterKey()
        if (connected.status !== 200) throw new Error(connected.text)
        const started = await owner.request('POST', '/api/follow-up-boss/import')
        if (started.status !== 200) throw new Error(started.text)
        await settle()
      },
      /** Lets polls, retries and leases be due now. */
      async passTime(): Promise<void> {
        fake.passWindow()
        await app.owner.run(
          `update follow_up_boss_connections set polled_at = null, wait_until = null, leased_until = null
            where organization_id = $1`,
          [organizationId],
        )
        await app.owner.run(
          `update follow_up_boss_queue set next_attempt_at = now()
            where organization_id = $1 and next_attempt_at is not null`,
          [organizationId],
        )
      },
    }
    return account
  }

  return {
    app,
    fake,
    settle,
    addAccount,
    async close(): Promise<void> {
      await app.close()
      await fake.close()
    },
  }
}
export type FollowUpBossWorkspace = Awaited<ReturnType<typeof openFollowUpBoss>>
export type FollowUpBossAccount = Awaited<ReturnType<FollowUpBossWorkspace['addAccount']>>
