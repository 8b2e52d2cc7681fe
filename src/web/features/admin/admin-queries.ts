import { type Query, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { ManagedOrganization, OrganizationFilter } from '#contract/admin-organizations.ts'
import { type CallInput, call } from '#web/lib/api.ts'
import { cursorPages } from '#web/lib/pages.ts'
import { read } from '#web/lib/query-client.ts'
import { urls } from '#web/lib/urls.ts'
import { useChange } from '#web/ui/use-change.ts'

export const overviewQuery = read('GET /api/admin/overview')
/** Refreshed every few seconds while a billing check is running. */
export const systemQuery = queryOptions({
  ...read('GET /api/admin/system'),
  refetchInterval: ({ state }) => state.data?.check.isRunning === true && 3000,
})
export const organizationQuery = (id: string) => read('GET /api/admin/organizations/{id}', { params: { id } })

export const organizationPages = ({ search, status }: { search: string; status: OrganizationFilter | '' }) =>
  cursorPages('GET /api/admin/organizations', {
    query: { search: search || undefined, status: status || undefined },
  })
export const logPages = (action: string) =>
  cursorPages('GET /api/admin/log', { query: { action: action || undefined } })
export const messagePages = cursorPages('GET /api/admin/contact-submissions')
export const memberPages = (id: string) =>
  cursorPages('GET /api/admin/organizations/{id}/members', { params: { id } })
export const actionPages = (id: string) =>
  cursorPages('GET /api/admin/organizations/{id}/actions', { params: { id } })

/** Every query of the console. */
const CONSOLE_QUERIES = { predicate: ({ queryKey: [path] }: Query) => String(path).startsWith('/api/admin/') }

/** Sends a change of an organization, then refreshes the whole console. */
function useOrganizationMutation<V>(send: (input: V) => Promise<ManagedOrganization>) {
  const client = useQueryClient()
  return async (input: V): Promise<ManagedOrganization> => {
    const organization = await send(input)
    client.setQueryData(organizationQuery(organization.id).queryKey, organization)
    void client.invalidateQueries(CONSOLE_QUERIES)
    // The operator may be a member of the organization.
    void client.invalidateQueries({ queryKey: ['/api/auth/user'] })
    void client.invalidateQueries({ queryKey: ['/api/organizations'] })
    return organization
  }
}

export const useAddOrganization = () =>
  useOrganizationMutation((body: { name: string; ownerEmail: string }) =>
    call('POST /api/admin/organizations', { body }),
  )

type ActionRoute =
  `POST /api/admin/organizations/{id}/${'credits' | 'plan' | 'plan/end' | 'suspend' | 'lift'}`

/** An operator's action on an organization; each takes a reason. */
export const useOrganizationAction = <R extends ActionRoute>(route: R, id: string) =>
  useOrganizationMutation((body: CallInput<R>['body']) =>
    call<ActionRoute>(route, { params: { id }, body } as CallInput<ActionRoute>),
  )

/** Starts a billing check; its result shows in the system state. */
export const useStartBillingCheck = () =>
  useChange({
    change: () => call('POST /api/admin/system/money', {}),
    refreshedKeys: [systemQuery.queryKey],
  })

/** Starts erasing an organization, opens the list and drops its cached pages. */
export function useEraseOrganization(id: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (body: { name: string; reason: string }) => {
    await call('POST /api/admin/organizations/{id}/erase', { params: { id }, body })
    // Leaves the page first, because it would refetch the removed queries.
    await navigate(urls.adminOrganizations, { replace: true })
    client.removeQueries({ queryKey: ['/api/admin/organizations', id] })
    void client.invalidateQueries(CONSOLE_QUERIES)
  }
}

/** A version 4 UUID that makes a command idempotent. `crypto.randomUUID` would need an HTTPS page. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
