import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Origin, OriginRequest } from '#contract/origins.ts'
import { call } from '#web/lib/api.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { cursorPages } from '#web/lib/pages.ts'
import { read } from '#web/lib/query-client.ts'
import { useChange } from '#web/ui/use-change.ts'

const CHANGED_KEYS = [['/api/contacts'], ['/api/origin-requests']]

export const useContactOrigin = (id: string) =>
  useQuery(read('GET /api/contacts/{id}/origin', { params: { id } }))

export const useOriginRequests = () => useInfiniteQuery(cursorPages('GET /api/origin-requests'))

export const useAskForOrigin = () =>
  useChange({
    change: ({ contactId, to }: { contactId: string; to: Origin }) =>
      call('POST /api/contacts/{id}/origin', { params: { id: contactId }, body: { to } }),
    failureToast: ['Not Asked', "We couldn't send the request. Please try again."],
    successToast: () => ({
      title: 'Request Sent',
      description: 'The origin changes when the other side accepts.',
    }),
    refreshedKeys: CHANGED_KEYS,
  })

export const useAnswerOrigin = () =>
  useChange({
    change: (body: { ids: string[]; accept: boolean }) => call('POST /api/origin-requests/answer', { body }),
    failureToast: ['Not Saved', "We couldn't save your answer. Please try again."],
    successToast: ({ accept }, { answered }) => ({
      title: accept ? 'Accepted' : 'Declined',
      description: accept
        ? `${formatQuantity(answered, 'contact has', 'contacts have')} the new origin.`
        : 'The origin stays as it is.',
    }),
    refreshedKeys: CHANGED_KEYS,
  })

export const useWithdrawOrigin = () =>
  useChange({
    change: ({ id }: OriginRequest) => call('DELETE /api/origin-requests/{id}', { params: { id } }),
    failureToast: ['Not Withdrawn', "We couldn't withdraw the request. Please try again."],
    successToast: () => ({ title: 'Request Withdrawn', description: 'The origin stays as it is.' }),
    refreshedKeys: CHANGED_KEYS,
  })
