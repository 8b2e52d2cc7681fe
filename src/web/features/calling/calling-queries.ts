import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallPermission } from '#contract/call-permission.ts'
import { type CallInput, call } from '#web/lib/api.ts'
import { read } from '#web/lib/query-client.ts'
import { toastFailure } from '#web/ui/toast.tsx'

/** Query for whether a contact may be called or texted. */
export function callPermissionQuery(id: string) {
  return read('GET /api/contacts/{id}/call-permission', { params: { id } })
}

/** The permission for one of the contact's numbers; null if the contact no longer has the number. */
export function permissionFor(permission: CallPermission, phone = permission.phone): CallPermission | null {
  if (phone === permission.phone) return permission
  const otherNumber = permission.otherNumbers.find((number) => number.phone === phone)
  return otherNumber ? { ...permission, ...otherNumber } : null
}

type Exemption = CallInput<'POST /api/contacts/{id}/call-exemptions'>['body']

/** Records why a number on a registry may be called. */
export function useAddExemption(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Exemption) =>
      call('POST /api/contacts/{id}/call-exemptions', { params: { id }, body }),
    onSuccess: (permission) => client.setQueryData(callPermissionQuery(id).queryKey, permission),
  })
}

/** Withdraws an exemption. */
export function useWithdrawExemption(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (exemptionId: string) =>
      call('DELETE /api/contacts/{id}/call-exemptions/{exemptionId}', { params: { id, exemptionId } }),
    onSuccess: (permission) => client.setQueryData(callPermissionQuery(id).queryKey, permission),
    onError: toastFailure('Not Removed', "We couldn't remove the exemption. Try again."),
  })
}

export interface DialTarget {
  contact: { id: string; firstName: string; lastName: string }
  /** A `tel:` or `sms:` link. */
  href: string
  /** The number, if it isn't the main one. */
  phone?: string | undefined
  verb: 'call' | 'text'
}
