import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type * as contract from '#contract/privacy-requests.ts'
import type { PrivacyMatches } from '#contract/privacy-requests.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatQuantity, joinPresent } from '#web/lib/format.ts'
import { route } from '#web/lib/route.ts'
import { ShowMore } from '#web/ui/show-more.tsx'

const findMatches = route<typeof contract.findPrivacyMatches>(
  'GET',
  '/api/admin/privacy-requests/{id}/matches',
)

function matchPages(id: string, byPhone: boolean) {
  return infiniteQueryOptions({
    queryKey: ['/api/admin/privacy-requests', id, 'matches', { byPhone }],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(findMatches, { params: { id }, query: { byPhone: byPhone ? '1' : '0', cursor }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}

type MatchCounts = Pick<PrivacyMatches['totals'], 'contacts' | 'importRows' | 'invitations'>

function matchTexts({ contacts, importRows, invitations }: MatchCounts): string[] {
  return [
    contacts > 0 && formatQuantity(contacts, 'contact', 'contacts'),
    importRows > 0 && formatQuantity(importRows, 'skipped row', 'skipped rows'),
    invitations > 0 && formatQuantity(invitations, 'invitation', 'invitations'),
  ].filter((part) => part !== false)
}

function platformMatchTexts({
  messages,
  newsletter,
  requests,
  account,
}: PrivacyMatches['elsewhere']): string[] {
  return [
    messages > 0 && formatQuantity(messages, 'contact-form message', 'contact-form messages'),
    newsletter > 0 && 'the newsletter',
    requests > 0 && formatQuantity(requests, 'other privacy request', 'other privacy requests'),
    account && 'an account',
  ].filter((part) => part !== false)
}

const ACTION_EFFECTS = {
  answer: 'Messages are in the Messages tab. Organizations answer for the data they hold.',
  erase: 'This permanently deletes all matches and blocks the person from being added again.',
  object:
    'This marks the contacts do not contact, ends the newsletter and blocks the person from being added again.',
} as const

interface RequestMatchesProps {
  id: string
  byPhone: boolean
  action: keyof typeof ACTION_EFFECTS
}

/** Counts of the data stored about a requester, and the effect of the chosen action. */
export function RequestMatches({ id, byPhone, action }: RequestMatchesProps) {
  const list = useInfiniteQuery(matchPages(id, byPhone))
  const first = list.data?.pages[0]
  if (list.error && !first) {
    return (
      <p role="alert" className="text-sm text-red">
        {messageOf(list.error, "We couldn't count the matches.")}
      </p>
    )
  }
  if (!first) return <Box>Counting...</Box>
  const { totals, elsewhere } = first
  const matchesText = joinPresent(matchTexts(totals), ', ')
  const platformText = joinPresent(platformMatchTexts(elsewhere), ', ')
  return (
    <Box>
      <p>
        {matchesText
          ? `Found ${matchesText} in ${formatQuantity(totals.organizations, 'organization', 'organizations')}.`
          : 'Not found in any organization.'}
        {platformText && ` On the platform: ${platformText}.`}
      </p>
      <p className="mt-1 text-muted">{ACTION_EFFECTS[action]}</p>
      {elsewhere.account && action === 'erase' && (
        <p className="mt-1 text-muted">The account stays: only its owner can delete it, under Profile.</p>
      )}
      {elsewhere.requests > 0 && action === 'erase' && (
        <p className="mt-1 text-muted">Open requests stay until they're resolved.</p>
      )}
      {totals.organizations > 0 && (
        <ul
          aria-label="Organizations"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area needs keyboard focus
          tabIndex={0}
          className="mt-2 max-h-40 overflow-y-auto text-[13px] text-muted"
        >
          {list.data?.pages.flatMap(({ organizations }) =>
            organizations.map((organization) => (
              <li key={organization.id} className="wrap-anywhere">
                {organization.name}: {joinPresent(matchTexts(organization), ', ')}
              </li>
            )),
          )}
        </ul>
      )}
      <ShowMore list={list} size="sm" className="max-md:h-11 mt-2" />
    </Box>
  )
}

function Box({ children }: { children: React.ReactNode }) {
  return (
    <div role="status" className="rounded-lg border border-line bg-raised px-3 py-2.5 text-sm">
      {children}
    </div>
  )
}
