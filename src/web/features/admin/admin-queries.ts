import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/admin.ts'
import type { LogEntry } from '#contract/admin.ts'
import type * as customers from '#contract/admin-organizations.ts'
import type { ManagedOrganization } from '#contract/admin-organizations.ts'
import type * as messages from '#contract/contact-form.ts'
import type { Member } from '#contract/organizations.ts'
import { call, send, urlOf, withQuery } from '#web/lib/api.ts'
import { keyOf, read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'

const ORGANIZATIONS = '/api/admin/organizations'
const ORGANIZATION = `${ORGANIZATIONS}/{id}`

const getOverview = route<typeof contract.getOverview>('GET', '/api/admin/overview')
const getOrganization = route<typeof customers.getOrganization>('GET', ORGANIZATION)
const listLog = route<typeof contract.listLog>('GET', '/api/admin/log')
const getSystem = route<typeof contract.getSystem>('GET', '/api/admin/system')
const checkMoneyRules = route<typeof contract.checkMoneyRules>('POST', '/api/admin/system/money')
const listMessages = route<typeof messages.listContactSubmissions>('GET', '/api/admin/contact-submissions')
const addOrganization = route<typeof customers.addOrganization>('POST', ORGANIZATIONS)

export const overviewQuery = read(getOverview)
/** Refreshed every few seconds while a billing check is running. */
export const systemQuery = queryOptions({
  ...read(getSystem),
  refetchInterval: ({ state }) => state.data?.check.isRunning === true && 3000,
})
export const organizationQuery = (id: string) => read(getOrganization, { params: { id } })

type CursorPage = { next: string | null }

/** Pages of a list that the server returns by cursor. */
function cursorPages<P extends CursorPage>(
  key: readonly unknown[],
  url: string,
  query: Record<string, string>,
) {
  const filter = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
  return infiniteQueryOptions({
    queryKey: [...key, filter, 'pages'],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<P> =>
      (await send('GET', withQuery(url, { ...filter, cursor: pageParam }), undefined, signal)).json(),
    getNextPageParam: (page: P) => page.next,
  })
}

export type OrganizationsPage = CursorPage & { organizations: customers.ListedOrganization[] }
export type LogPage = CursorPage & { entries: LogEntry[] }
type MembersPage = CursorPage & { members: Member[] }
type MessagesPage = CursorPage & { submissions: messages.ContactSubmission[] }

export const organizationPages = (filter: { search: string; status: string }) =>
  cursorPages<OrganizationsPage>([ORGANIZATIONS], ORGANIZATIONS, filter)

export const logPages = (action: string) => cursorPages<LogPage>([listLog.path], listLog.path, { action })

export const messagePages = cursorPages<MessagesPage>([listMessages.path], listMessages.path, {})

const pagesOfOrganization = <P extends CursorPage>(id: string, what: string) =>
  cursorPages<P>([ORGANIZATIONS, id, what], `${urlOf(getOrganization, { params: { id } })}/${what}`, {})

export const memberPages = (id: string) => pagesOfOrganization<MembersPage>(id, 'members')
export const actionPages = (id: string) => pagesOfOrganization<LogPage>(id, 'actions')

/** The operator's actions on an organization; each takes a reason. */
export const ACTIONS = {
  credits: route<typeof customers.adjustCredits>('POST', `${ORGANIZATION}/credits`),
  plan: route<typeof customers.agreePlan>('POST', `${ORGANIZATION}/plan`),
  end: route<typeof customers.endAgreement>('POST', `${ORGANIZATION}/plan/end`),
  suspend: route<typeof customers.suspendOrganization>('POST', `${ORGANIZATION}/suspend`),
  lift: route<typeof customers.liftSuspension>('POST', `${ORGANIZATION}/lift`),
  erase: route<typeof customers.eraseOrganizationAsOperator>('POST', `${ORGANIZATION}/erase`),
} as const

/** Refreshes the whole console after a change. */
function useRefresh() {
  const client = useQueryClient()
  return (organization: ManagedOrganization) => {
    client.setQueryData(keyOf(getOrganization, { params: { id: organization.id } }), organization)
    void client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => String(path).startsWith('/api/admin/'),
    })
    // The operator may be a member of the organization.
    void client.invalidateQueries({ queryKey: ['/api/auth/user'] })
    void client.invalidateQueries({ queryKey: ['/api/organizations'] })
  }
}

export function useAddOrganization() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: { name: string; ownerEmail: string }) => call(addOrganization, { body }),
    onSuccess: refresh,
  })
}

export function useOrganizationAction<T>(action: (input: T) => Promise<ManagedOrganization>) {
  const refresh = useRefresh()
  return useMutation({ mutationFn: action, onSuccess: refresh })
}

/** Starts a billing check; its result shows in the system state. */
export function useCheckMoney() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(checkMoneyRules, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: systemQuery.queryKey }),
  })
}

/** Starts erasing an organization and drops its cached pages. */
export function useEraseOrganization(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { name: string; reason: string }) => call(ACTIONS.erase, { params: { id }, body }),
    onSuccess: () => {
      client.removeQueries({ queryKey: [ORGANIZATIONS, id] })
      return client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => String(path).startsWith('/api/admin/'),
      })
    },
  })
}

/** A version 4 UUID that makes a command idempotent. `crypto.randomUUID` would need an HTTPS page. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
