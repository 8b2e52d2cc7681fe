import type { ContactPointInput } from '#contract/erasure.ts'
import { useOrganizationChange } from '#web/features/organization/organization-change.ts'
import { call } from '#web/lib/api.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'
import { cursorPages } from '#web/lib/pages.ts'

export type RemovalReason = 'mistake' | 'consented' | 'other'

export const exportPages = (id: string) =>
  cursorPages('GET /api/organizations/{id}/exports', { params: { id } })

export const suppressionPages = (id: string) =>
  cursorPages('GET /api/organizations/{id}/suppressions', { params: { id } })

export const useStartExport = () =>
  useOrganizationChange({
    change: (id) => call('POST /api/organizations/{id}/exports', { params: { id } }),
    failureToast: ["We couldn't start the export", 'Check your connection and try again.'],
  })

export const useAddSuppression = () =>
  useOrganizationChange({
    change: (id, body: ContactPointInput) =>
      call('POST /api/organizations/{id}/suppressions', { params: { id }, body }),
  })

export const useCheckSuppression = () =>
  useOrganizationChange({
    change: (id, body: ContactPointInput) =>
      call('POST /api/organizations/{id}/suppressions/check', { params: { id }, body }),
  })

export const useRemoveSuppression = () =>
  useOrganizationChange({
    change: (id, { suppressionId, reason }: { suppressionId: string; reason: RemovalReason }) =>
      call('DELETE /api/organizations/{id}/suppressions/{suppressionId}', {
        params: { id, suppressionId },
        query: { reason },
      }),
  })

export const useEraseOrganization = () =>
  useOrganizationChange({
    change: (id, name: string) =>
      call('POST /api/organizations/{id}/erase', { params: { id }, body: { name } }),
  })

/** The typed text as an email address where it has an @, otherwise as a phone number. */
export const toContactPoint = (input: string): ContactPointInput =>
  input.includes('@') ? { email: input } : { phone: input }

/** The error to show at the field. */
export function contactPointErrorOf(error: Error | null): string | undefined {
  if (!error) return undefined
  const { email, phone } = fieldErrorsOf(error)
  return email ?? phone ?? messageOf(error, "That didn't work. Try again.")
}
