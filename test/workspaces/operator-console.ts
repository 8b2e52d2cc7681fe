import type { LogEntry } from '#contract/admin.ts'
import type { ManagedOrganization } from '#contract/admin-organizations.ts'
import { createTestApp, type Person } from '../test-app.ts'

/** Last name of the only contact of `ann`, which must not appear in any response to an operator. */
export const CANARY = 'Quillfeather'
export const CONSOLE_START = '2026-03-10T12:00:00Z'

/** The application with an operator, one customer with a contact, and an adjustable clock. */
export async function openConsole() {
  const clock = { time: new Date(CONSOLE_START) }
  const app = await createTestApp({ clock: { now: () => clock.time }, adminEmails: ['op@example.com'] })
  const operator = await app.signIn('op@example.com')
  const ann = await app.subscriber('ann@example.com', 100)
  await app.owner.run(
    `insert into contacts (organization_id, first_name, last_name, email, phone, search, last_name_key)
     values ($1, $2, $2, $2 || '@example.com', '+16305550142', lower($2), lower($2))`,
    [ann.organizationId, CANARY],
  )
  await app.owner.run('update organization_counters set contacts = 1 where organization_id = $1', [
    ann.organizationId,
  ])

  const managementUrlOf = (person: Person) => `/api/admin/organizations/${person.organizationId}`
  return {
    ...app,
    ...{ clock, operator, ann, manage: managementUrlOf },
    readOrganization: async (person: Person) =>
      (await operator.request('GET', managementUrlOf(person))).json as ManagedOrganization,
    /** An operator action, with a reason. */
    act: (person: Person, action: string, body: object) =>
      operator.request('POST', `${managementUrlOf(person)}/${action}`, {
        reason: 'As agreed by phone',
        ...body,
      }),
    listActions: async (person: Person) =>
      ((await operator.request('GET', `${managementUrlOf(person)}/actions`)).json as { items: LogEntry[] })
        .items,
  }
}
export type Console = Awaited<ReturnType<typeof openConsole>>
