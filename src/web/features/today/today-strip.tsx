import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router'
import type { TodayItem } from '#contract/today.ts'
import { useContactsUrlState } from '#web/features/contacts/use-contacts-url-state.ts'
import { fullName } from '#web/lib/format.ts'
import { read } from '#web/lib/query-client.ts'
import { urls } from '#web/lib/urls.ts'
import { cx } from '#web/ui/class-names.ts'
import { LoadError, Skeleton } from '#web/ui/states.tsx'

const LIST_CLASSES =
  '-mx-4 grid auto-cols-[minmax(12.5rem,1fr)] grid-flow-col gap-2 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] ' +
  'sm:-mx-5 sm:px-5 md:-mx-0.5 md:px-0.5'

interface TodayStripProps {
  isFolded: boolean
  onFold: () => void
}

/** The first five people of Today in one row; each opens beside the contacts. It has the height of its slot. */
export function TodayStrip({ isFolded, onFold }: TodayStripProps) {
  const today = useQuery(read('GET /api/today', { query: { limit: 5 } }))
  const { promised = [], items = [] } = today.data ?? {}
  const summary = [
    items.length > 0 && `${items.length} to contact`,
    promised.length > 0 && `${promised.length} promised`,
  ]
  return (
    <section aria-labelledby="today-strip">
      <div className="flex h-9 items-center gap-2 text-[13px] max-md:h-11">
        <h2 id="today-strip" className="flex h-full min-w-0 flex-1 text-[13px] tracking-normal">
          <button
            type="button"
            aria-expanded={!isFolded}
            onClick={onFold}
            className="flex min-w-0 items-center gap-1.5 rounded-sm pr-2 font-medium"
          >
            <ChevronDown aria-hidden className={cx('size-4 text-dim', isFolded && '-rotate-90')} />
            Today
            <span className="truncate font-normal text-dim tabular-nums">
              {summary.filter(Boolean).join(' · ')}
            </span>
          </button>
        </h2>
        <Link
          to={urls.today}
          className="inline-flex h-full shrink-0 items-center rounded-sm text-accent underline-offset-2 hover:underline"
        >
          Open Today
        </Link>
      </div>
      {!isFolded && (
        <>
          {today.isError && <LoadError query={today} text="We couldn't load Today." />}
          {today.isPending && <Skeleton className="h-21" />}
          {today.isSuccess && items.length === 0 && (
            <p className="text-sm text-muted">
              No one else to contact today. New people appear here as signals are found and waiting periods
              end.
            </p>
          )}
          {items.length > 0 && (
            <ul aria-labelledby="today-strip" className={LIST_CLASSES}>
              {items.map((item) => (
                <Person key={item.contact.id} item={item} />
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}

function Person({ item: { contact, reason, channel } }: { item: TodayItem }) {
  const contacts = useContactsUrlState()
  return (
    <li>
      <Link
        to={contacts.contactHref(contact.id)}
        {...contacts.linkProps}
        className="block h-21 rounded-lg border border-line bg-surface px-3 py-2 text-[13px] leading-5 hover:border-line-strong hover:bg-raised/60"
      >
        <span className="flex gap-2">
          <span className="min-w-0 flex-1 truncate text-sm font-medium">{fullName(contact)}</span>
          {channel === 'personal' && <span className="text-dim">In person</span>}
        </span>
        <span className="line-clamp-2 text-pretty text-muted">{reason}</span>
      </Link>
    </li>
  )
}
