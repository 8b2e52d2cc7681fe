import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as consents from '#contract/consents.ts'
import type * as contract from '#contract/outreach.ts'
import type { Channel } from '#domain/compliance/outreach.ts'
import { CONTACTS_KEY } from '#web/features/contacts/contacts-queries.ts'
import { call } from '#web/lib/api.ts'

import { read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.tsx'
import { toastFailure } from '#web/ui/toast-failure.ts'
import { CHANNEL_LABELS } from './outreach-texts.ts'

const writeOutreach = route<typeof contract.writeOutreach>('POST', '/api/contacts/{id}/outreach')
const logOutreach = route<typeof contract.logOutreach>('POST', '/api/contacts/{id}/outreach/log')
const getCallingHours = route<typeof contract.getCallingHours>('GET', '/api/contacts/{id}/calling-hours')
const getPostalAddress = route<typeof contract.getPostalAddress>(
  'GET',
  '/api/organizations/{id}/postal-address',
)
const setPostalAddress = route<typeof contract.setPostalAddress>(
  'PATCH',
  '/api/organizations/{id}/postal-address',
)
const listConsents = route<typeof consents.listConsents>('GET', '/api/contacts/{id}/consents')

export type OutreachRequest = Parameters<typeof call<typeof writeOutreach>>[1]['body']

export function postalAddressQuery(organizationId: string) {
  return read(getPostalAddress, { params: { id: organizationId } })
}

const MINUTE = 60_000

/** Whether a contact may be called or texted now; refreshed every minute. */
export function callingHoursQuery(id: string) {
  return { ...read(getCallingHours, { params: { id } }), refetchInterval: MINUTE }
}

/** Pages of a contact's consent history. */
export function consentPages(id: string) {
  return infiniteQueryOptions({
    queryKey: [...CONTACTS_KEY, id, 'consents'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listConsents, { params: { id }, query: { cursor: pageParam }, signal }),
    getNextPageParam: (page) => page.next ?? undefined,
  })
}

export function useWriteOutreach(id: string) {
  return useMutation({
    mutationFn: (body: OutreachRequest) => call(writeOutreach, { params: { id }, body }),
    onError: toastFailure('No Script', "We couldn't write the script. Try again."),
  })
}

export function useLogOutreach(id: string, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { channel: Channel; text?: string }) => call(logOutreach, { params: { id }, body }),
    onSuccess: ({ channel }) => {
      void client.invalidateQueries({ queryKey: [...CONTACTS_KEY, id, 'timeline'] })
      onDone()
      toast({ title: 'Outreach Logged', description: `${CHANNEL_LABELS[channel]} added to the timeline.` })
    },
    onError: toastFailure('Not Logged', "We couldn't log it. Try again."),
  })
}

export function useSetPostalAddress(organizationId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (postalAddress: string) =>
      call(setPostalAddress, { params: { id: organizationId }, body: { postalAddress } }),
    onSuccess: (saved) => {
      client.setQueryData(postalAddressQuery(organizationId).queryKey, saved)
      toast({ title: 'Saved', description: 'Use this address in emails and letters.' })
    },
    onError: toastFailure('Not Saved', "We couldn't save the address. Try again."),
  })
}
