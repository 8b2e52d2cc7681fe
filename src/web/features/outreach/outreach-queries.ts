import { useMutation } from '@tanstack/react-query'
import type { Channel, MessageKind } from '#domain/compliance/outreach.ts'
import { CONTACTS_KEY } from '#web/features/contacts/contacts-queries.ts'
import { type CallInput, call } from '#web/lib/api.ts'
import { cursorPages } from '#web/lib/pages.ts'
import { read } from '#web/lib/query-client.ts'
import { toastFailure } from '#web/ui/toast.tsx'
import { useChange } from '#web/ui/use-change.ts'
import { CHANNEL_LABELS } from './outreach-texts.ts'

export type OutreachRequest = CallInput<'POST /api/contacts/{id}/outreach'>['body']

export function postalAddressQuery(organizationId: string) {
  return read('GET /api/organizations/{id}/postal-address', { params: { id: organizationId } })
}

/** Query for the line about the sender's license that messages to a contact must carry. */
export function licenseRequirementQuery(id: string) {
  return read('GET /api/contacts/{id}/outreach/license', { params: { id } })
}

const MINUTE_MS = 60_000

/** Query for whether a contact may be called or texted now; refreshed every minute. */
export function callingHoursQuery(id: string) {
  return { ...read('GET /api/contacts/{id}/calling-hours', { params: { id } }), refetchInterval: MINUTE_MS }
}

/** Pages of a contact's consent history. */
export function consentPages(id: string) {
  return cursorPages('GET /api/contacts/{id}/consents', { params: { id } })
}

export function useWriteOutreach(id: string) {
  return useMutation({
    mutationFn: (body: OutreachRequest) => call('POST /api/contacts/{id}/outreach', { params: { id }, body }),
    onError: toastFailure('No Script', "We couldn't write the script. Try again."),
  })
}

export const useLogOutreach = (id: string) =>
  useChange({
    change: (body: { channel: Channel; kind: MessageKind; text?: string }) =>
      call('POST /api/contacts/{id}/outreach/log', { params: { id }, body }),
    successToast: ({ channel }) => ({
      title: 'Outreach Logged',
      description: `${CHANNEL_LABELS[channel]} added to the timeline.`,
    }),
    failureToast: ['Not Logged', "We couldn't log it. Try again."],
    refreshedKeys: [[...CONTACTS_KEY, id, 'timeline']],
  })

export const useSetPostalAddress = (organizationId: string) =>
  useChange({
    change: (postalAddress: string) =>
      call('PATCH /api/organizations/{id}/postal-address', {
        params: { id: organizationId },
        body: { postalAddress },
      }),
    successToast: () => ({ title: 'Saved', description: 'Use this address in emails and letters.' }),
    failureToast: ['Not Saved', "We couldn't save the address. Try again."],
    refreshedKeys: [postalAddressQuery(organizationId).queryKey],
  })
