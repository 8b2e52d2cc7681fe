import type { ProvisioningChanges } from '#contract/provisioning.ts'
import { useOrganizationChange } from '#web/features/organization/organization-change.ts'
import { call } from '#web/lib/api.ts'
import { read } from '#web/lib/query-client.ts'

export const provisioningQuery = (id: string) =>
  read('GET /api/organizations/{id}/provisioning', { params: { id } })

export const useCreateToken = () =>
  useOrganizationChange({
    change: (id) => call('POST /api/organizations/{id}/provisioning/token', { params: { id } }),
    failureToast: ["We couldn't create the token", 'Check your connection and try again.'],
  })

export const useRevokeToken = () =>
  useOrganizationChange({
    change: (id) => call('DELETE /api/organizations/{id}/provisioning/token', { params: { id } }),
    successToast: () => ({
      title: 'Token revoked',
      description: "Your identity provider can't change your team anymore.",
    }),
    failureToast: ["We couldn't revoke the token", 'Check your connection and try again.'],
  })

export const useChangeProvisioning = () =>
  useOrganizationChange({
    change: (id, body: ProvisioningChanges) =>
      call('PATCH /api/organizations/{id}/provisioning', { params: { id }, body }),
    failureToast: ["We couldn't save the change", 'Check your connection and try again.'],
  })
