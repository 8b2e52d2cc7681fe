import type { OptOutItem } from '#contract/consents.ts'
import { CONTACTS_KEY } from '#web/features/contacts/contacts-queries.ts'
import { call } from '#web/lib/api.ts'
import { fullName } from '#web/lib/format.ts'
import { cursorPages } from '#web/lib/pages.ts'
import { useChange } from '#web/ui/use-change.ts'

export type OptOutFilter = { state: 'open' | 'all'; importId: string | null }

/** Opt-outs from imported files, page by page. */
export function optOutPages({ state, importId }: OptOutFilter) {
  const query = { state, ...(importId && { import: importId }) }
  return cursorPages('GET /api/opt-outs', { query })
}

const REFRESHES = [['/api/opt-outs'], CONTACTS_KEY, ['/api/imports']]

export const useKeepOptOut = () =>
  useChange({
    change: ({ id }: OptOutItem) => call('POST /api/opt-outs/{id}/keep', { params: { id } }),
    failureToast: ['Not Saved', "We couldn't confirm the opt-out. Please try again."],
    refreshedKeys: REFRESHES,
  })

/** Lifts an opt-out; a reason is required. */
export const useLiftOptOut = () =>
  useChange({
    change: ({
      contactId,
      channel,
      reason,
    }: Pick<OptOutItem, 'contactId' | 'channel'> & { reason: string }) =>
      call('PATCH /api/contacts/{id}/do-not-contact', {
        params: { id: contactId },
        body: { doNotContact: false, channel, reason },
      }),
    successToast: (_, contact) => ({
      title: 'Opt-Out Removed',
      description: `${fullName(contact)} can be contacted again.`,
    }),
    refreshedKeys: REFRESHES,
  })
