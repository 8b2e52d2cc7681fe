import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Coins } from 'lucide-react'
import { Link } from 'react-router'

import { formatMoment } from '#web/lib/format.ts'
import { contactsUrl } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadErrorState } from '#web/ui/load-error.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type TableColumn, TableHead } from '#web/ui/table-head.tsx'
import { entriesOf, type LedgerEntry, type LedgerPage } from './credits-queries.ts'
import { operationLabel, signedAmount } from './ledger-texts.ts'

const HEAD = 'border-b border-line py-2 pr-4 last:pr-0 text-left font-medium text-muted'
const COLUMNS: readonly TableColumn[] = [
  { label: 'Time', className: 'max-sm:hidden' },
  { label: 'Entry' },
  { label: 'Contact', className: 'max-sm:hidden' },
  { label: 'Credits', className: 'text-right!' },
]
const CELL = 'border-b border-line py-2.5 pr-4 last:pr-0 align-top'

interface LedgerListProps {
  list: UseInfiniteQueryResult<InfiniteData<LedgerPage>>
  isFiltered: boolean
  onClear: () => void
}

/** The entries read so far, and a button for more. */
export function LedgerList({ list, isFiltered, onClear }: LedgerListProps) {
  const entries = entriesOf(list.data)
  if (list.isPending) return <LedgerSkeleton />
  if (list.isError && entries.length === 0)
    return <LoadErrorState query={list} title="We couldn't load the ledger" />
  if (entries.length === 0) {
    return isFiltered ? (
      <EmptyState
        icon={<Coins />}
        title="No matching entries"
        description="Try other dates or operations."
        actions={<Button onClick={onClear}>Show all entries</Button>}
      />
    ) : (
      <EmptyState
        icon={<Coins />}
        title="No credit activity yet"
        description="Your plan includes credits every month. Each match uses one."
      />
    )
  }
  return (
    <>
      <LedgerTable entries={entries} />
      <ShowMore list={list} className="mx-auto mt-4 flex" />
    </>
  )
}

function LedgerTable({ entries }: { entries: readonly LedgerEntry[] }) {
  return (
    <table aria-labelledby="ledger-heading" className="w-full border-collapse text-sm">
      <TableHead cell={HEAD} columns={COLUMNS} />
      <tbody>
        {entries.map((entry) => (
          <LedgerRow key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  )
}

function LedgerRow({ entry }: { entry: LedgerEntry }) {
  const { amount, operation, description, contactId, contactName, memberName, createdAt } = entry
  const contact = contactId && (
    <Link
      to={contactsUrl({ contact: contactId })}
      className="rounded-sm text-muted underline underline-offset-2 hover:text-text"
    >
      {contactName ?? 'Open contact'}
    </Link>
  )
  return (
    <tr>
      <td className={`${CELL} whitespace-nowrap text-muted tabular-nums max-sm:hidden`}>
        <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
      </td>
      <td className={CELL}>
        <span className="font-medium">{operationLabel(operation)}</span>
        {description && (
          <span className="text-[13px] text-pretty text-muted max-sm:block sm:ml-2.5">{description}</span>
        )}
        {memberName && (
          <span className="text-[13px] text-dim max-sm:block sm:ml-2.5">Requested by {memberName}</span>
        )}
        <span className="flex flex-wrap gap-x-4 text-[13px] text-dim tabular-nums sm:hidden">
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
          {contact}
        </span>
      </td>
      <td className={`${CELL} text-[13px] whitespace-nowrap max-sm:hidden`}>{contact}</td>
      <td
        className={`${CELL} text-right font-medium whitespace-nowrap tabular-nums ${amount > 0 ? 'text-green' : ''}`}
      >
        {signedAmount(amount)}
      </td>
    </tr>
  )
}

function LedgerSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading the ledger" className="grid gap-2">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-11" />
      ))}
    </div>
  )
}
