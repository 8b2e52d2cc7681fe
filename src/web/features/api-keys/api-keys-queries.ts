import { useQuery } from '@tanstack/react-query'
import type { ApiKey } from '#contract/api-keys.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { useOrganizationChange } from '#web/features/organization/organization-change.ts'
import { type CallInput, call } from '#web/lib/api.ts'
import { read } from '#web/lib/query-client.ts'

export function useApiKeys() {
  const { organizationId: id } = useMember()
  return useQuery(read('GET /api/organizations/{id}/api-keys', { params: { id } }))
}

type NewKey = CallInput<'POST /api/organizations/{id}/api-keys'>['body']

/** Creates a key; the form shows its errors. */
export const useCreateKey = () =>
  useOrganizationChange({
    change: (id, body: NewKey) => call('POST /api/organizations/{id}/api-keys', { params: { id }, body }),
  })

export const useRotateKey = () =>
  useOrganizationChange({
    change: (id, { id: keyId }: ApiKey) =>
      call('POST /api/organizations/{id}/api-keys/{keyId}/rotate', { params: { id, keyId } }),
    failureToast: ["We couldn't rotate the key", 'Check your connection and try again.'],
  })

export const useRevokeKey = () =>
  useOrganizationChange({
    change: (id, { id: keyId }: ApiKey) =>
      call('DELETE /api/organizations/{id}/api-keys/{keyId}', { params: { id, keyId } }),
    successToast: ({ name }) => ({ title: 'Key Revoked', description: `${name} can't be used anymore.` }),
    failureToast: ["We couldn't revoke the key", 'Check your connection and try again.'],
  })
