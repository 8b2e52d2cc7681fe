import { useQuery } from '@tanstack/react-query'
import type { SentBody } from '#contract/endpoint.ts'
import type { Connection, changeConnection, createConnection } from '#contract/single-sign-on.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { useOrganizationChange } from '#web/features/organization/organization-change.ts'
import { call } from '#web/lib/api.ts'
import { read } from '#web/lib/query-client.ts'

/** Settings of single sign-on; owners only. */
export function useSingleSignOn(enabled: boolean) {
  const { organizationId: id } = useMember()
  return useQuery({ ...read('GET /api/organizations/{id}/single-sign-on', { params: { id } }), enabled })
}

/** Adds a connection; the dialog shows its errors. */
export const useCreateConnection = () =>
  useOrganizationChange({
    change: (id, body: SentBody<typeof createConnection>) =>
      call('POST /api/organizations/{id}/single-sign-on', { params: { id }, body }),
  })

/** Changes a connection; the form shows its errors. */
export const useChangeConnection = (connection: Pick<Connection, 'id' | 'name'>) =>
  useOrganizationChange({
    change: (id, body: SentBody<typeof changeConnection>) =>
      call('PATCH /api/organizations/{id}/single-sign-on/{connectionId}', {
        params: { id, connectionId: connection.id },
        body,
      }),
    successToast: () => ({ title: 'Connection Saved', description: `Saved ${connection.name}.` }),
  })

/** Switches a connection on, off or required, with a toast for a failure. */
export const useSwitchConnection = (connection: Pick<Connection, 'id' | 'name'>) =>
  useOrganizationChange({
    change: (id, body: { isOn?: boolean; isForced?: boolean }) =>
      call('PATCH /api/organizations/{id}/single-sign-on/{connectionId}', {
        params: { id, connectionId: connection.id },
        body,
      }),
    failureToast: ['Error', 'Failed to change the connection'],
    successToast: (_, { isOn, isForced }) => ({
      title: 'Connection Saved',
      description: isForced
        ? `${connection.name} is now required.`
        : `${connection.name} is ${isOn ? 'on' : 'off'}.`,
    }),
  })

export const useDeleteConnection = () =>
  useOrganizationChange({
    change: (id, { id: connectionId }: Connection) =>
      call('DELETE /api/organizations/{id}/single-sign-on/{connectionId}', { params: { id, connectionId } }),
    failureToast: ['Error', 'Failed to delete the connection'],
    successToast: ({ name }) => ({
      title: 'Connection Deleted',
      description: `${name} no longer signs anyone in. Members can use emailed links.`,
    }),
  })

/** Leads to the identity provider for a test. */
export const useTestConnection = () =>
  useOrganizationChange({
    change: (id, { id: connectionId }: Connection) =>
      call('POST /api/organizations/{id}/single-sign-on/{connectionId}/test', {
        params: { id, connectionId },
      }).then(({ location }) => window.location.assign(location)),
    failureToast: ['Error', 'Failed to start the test'],
  })

export const useSetBreakGlass = () =>
  useOrganizationChange({
    change: (id, breakGlass: string[]) =>
      call('PATCH /api/organizations/{id}/single-sign-on', { params: { id }, body: { breakGlass } }),
    failureToast: ['Error', 'Failed to save the owners'],
    successToast: () => ({ title: 'Owners Saved', description: 'Saved who can still use an emailed link.' }),
  })
