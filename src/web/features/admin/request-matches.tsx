import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
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
  type Pages = InfiniteData<PrivacyMatches>
  return infiniteQueryOptions<PrivacyMatches, Error, Pages, readonly unknown[], string | null>({
    queryKey: ['/api/admin/privacy-requests', id, 'matches', { byPhone }],
    queryFn: ({ pageParam, signal }) => {
      const query = { byPhone: byPhone ? ('1' as const) : ('0' as const) }
      return call(findMatches, {
        params: { id },
        query: pageParam ? { ...query, cursor: pageParam } : query,
        signal,
      })
    },
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}

type MatchCounts = Pick<PrivacyMatches['totals'], 'contacts' | 'importRows' | 'invitations'>

function matchTexts({ contacts, importRows, invitations }: MatchCounts): string[] {
  return [
    contacts > 0 && formatQuantity(contacts, 'contact', 'contacts'),
    importRows > 0 && formatQuantity(importRows, 'refused row', 'refused rows'),
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
    messages > 0 && formatQuantity(messages, 'message of the contact form', 'messages of the contact form'),
    newsletter > 0 && 'the newsletter',
    requests > 0 && formatQuantity(requests, 'other privacy request', 'other privacy requests'),
    account && 'an account',
  ].filter((part) => part !== false)
}

const ACTION_EFFECTS = {
  answer: 'Messages are in the Messages tab; what organizations hold is theirs to hand over.',
  erase: 'What was found goes for good, and nobody can add the person again.',
  object: 'Contacts are marked, the newsletter ends, and nobody can add the person again.',
} as const

interface RequestMatchesProps {
  id: string
  byPhone: boolean
  action: keyof typeof ACTION_EFFECTS
}

/** What is stored of the person of a request, and what the chosen action does with it: in counts alone. */
export function RequestMatches({ id, byPhone, action }: RequestMatchesProps) {
  const list = useInfiniteQuery(matchPages(id, byPhone))
  const first = list.data?.pages[0]
  if (list.error && !first) {
    return (
      <p role="alert" className="text-sm text-red">
        {messageOf(list.error, 'The matches could not be counted.')}
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
          : 'Found in no organization.'}
        {platformText && ` On this instance: ${platformText}.`}
      </p>
      <p className="mt-1 text-muted">{ACTION_EFFECTS[action]}</p>
      {elsewhere.account && action === 'erase' && (
        <p className="mt-1 text-muted">The account stays: only its owner can delete it, in the profile.</p>
      )}
      {elsewhere.requests > 0 && action === 'erase' && (
        <p className="mt-1 text-muted">Requests that are still open stay until they are dealt with.</p>
      )}
      {totals.organizations > 0 && (
        <ul
          aria-label="Organizations"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
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
