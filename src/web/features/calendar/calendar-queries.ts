import type { CalendarFeed } from '#contract/calendar-feeds.ts'
import { type CallInput, call } from '#web/lib/api.ts'
import { keyOf, read } from '#web/lib/query-client.ts'
import { useChange } from '#web/ui/use-change.ts'

export const calendarFeedsQuery = read('GET /api/profile/calendar-feeds')

const FEED_KEYS = [keyOf('GET /api/profile/calendar-feeds')]

/** Creates an address; the form shows its errors. */
export const useCreateFeed = () =>
  useChange({
    change: (body: CallInput<'POST /api/profile/calendar-feeds'>['body']) =>
      call('POST /api/profile/calendar-feeds', { body }),
    refreshedKeys: FEED_KEYS,
  })

export const useRevokeFeed = () =>
  useChange({
    change: ({ id }: CalendarFeed) => call('DELETE /api/profile/calendar-feeds/{id}', { params: { id } }),
    successToast: ({ name }) => ({
      title: 'Address Revoked',
      description: `${name} shows no tasks after its next update.`,
    }),
    failureToast: ["We couldn't revoke the address", 'Check your connection and try again.'],
    refreshedKeys: FEED_KEYS,
  })
