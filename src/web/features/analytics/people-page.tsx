import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { metricTitle } from '#domain/analytics/texts.ts'
import type { PageHandle } from '#web/features/auth/protected.tsx'
import { OpenContact } from '#web/features/contacts/open-contact.tsx'
import { useContactsUrlState } from '#web/features/contacts/use-contacts-url-state.ts'
import type { ReadInput } from '#web/lib/api.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatDay, formatQuantity, fullName } from '#web/lib/format.ts'
import { cursorPages } from '#web/lib/pages.ts'
import { urls } from '#web/lib/urls.ts'
import { cx } from '#web/ui/class-names.ts'
import { PagedItems } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { ScoreNumber } from '#web/ui/score-number.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { queryIn } from './use-analytics-url-state.ts'

export const meta = privatePage('People')
export const handle: PageHandle = { needs: 'subscription' }

type PeopleInput = ReadInput<'GET /api/analytics/people'>

/** The people behind a number of analytics; each opens the contact. */
export default function PeoplePage() {
  const [params] = useSearchParams()
  const contacts = useContactsUrlState()
  const metric = params.get('metric') ?? ''
  // The server checks the texts of the URL.
  const input = { query: { metric, ...queryIn(params) } } as PeopleInput
  const list = useInfiniteQuery(cursorPages('GET /api/analytics/people', input))
  const total = list.data?.pages[0]?.total
  const from = params.get('from')
  const to = params.get('to')
  return (
    <div className="flex items-start">
      <Page
        title={metricTitle(metric)}
        width="flex-1"
        back={{ label: 'Analytics', to: urls.analytics }}
        aside={
          total !== undefined && (
            <span className="text-sm text-muted tabular-nums">
              {formatQuantity(total, 'person', 'people')}
            </span>
          )
        }
      >
        {from && to && (
          <p className="mt-1 text-sm text-muted">
            {from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`}
          </p>
        )}
        <div className="mt-4 max-w-3xl">
          <PagedItems
            list={list}
            listName="the people"
            label={metricTitle(metric)}
            className="grid gap-2"
            empty={
              <EmptyState
                icon={<Users />}
                title="No one to show"
                description="The people behind this number may have been deleted, or you can't see their contacts."
              />
            }
          >
            {(person) => (
              <li
                className={cx(
                  'flex items-center gap-x-4 rounded-lg border px-3 py-2',
                  person.id === contacts.contactId ? 'border-accent ring-1 ring-accent' : 'border-line',
                )}
              >
                <div className="min-w-0 flex-1">
                  <Link
                    to={contacts.contactHref(person.id)}
                    {...contacts.linkProps}
                    className="rounded-sm text-sm font-medium hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
                  >
                    {fullName(person)}
                  </Link>
                  {person.city && <p className="text-[13px] text-muted">{person.city}</p>}
                </div>
                {person.on && (
                  <time dateTime={person.on} className="text-[13px] text-dim tabular-nums">
                    {formatDay(person.on)}
                  </time>
                )}
                <ScoreNumber score={person.nineDScore} />
              </li>
            )}
          </PagedItems>
        </div>
      </Page>
      <OpenContact />
    </div>
  )
}
