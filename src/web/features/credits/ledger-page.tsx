import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { NoOrganization } from '#web/features/billing/no-organization.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { ledgerPages } from './credits-queries.ts'
import { ExportButton } from './export-button.tsx'
import { LedgerFilter } from './ledger-filter.tsx'
import { LedgerList } from './ledger-list.tsx'
import { useLedgerUrlState } from './use-ledger-url-state.ts'

export const meta = privatePage('Credit ledger')

/** All credits granted, used and refunded, newest first. */
export default function LedgerPage() {
  const { user } = useCurrentUser()
  return (
    <section aria-labelledby="ledger-heading" className="max-w-5xl px-4 pt-4 pb-20 sm:px-5">
      <Link
        to={urls.billing}
        className="-ml-1 inline-flex min-h-6 items-center gap-1 rounded-sm text-[13px] text-muted hover:text-text"
      >
        <ChevronLeft aria-hidden className="size-4" />
        Billing
      </Link>
      {user?.organizationId ? (
        <Ledger organizationId={user.organizationId} canExport={user.role !== 'MEMBER'} />
      ) : (
        <>
          <Heading />
          {user && <NoOrganization />}
        </>
      )}
    </section>
  )
}

function Heading() {
  return (
    <h1 id="ledger-heading" className="text-xl">
      Credit ledger
    </h1>
  )
}

function Ledger({ organizationId, canExport }: { organizationId: string; canExport: boolean }) {
  const ledgerFilter = useLedgerUrlState()
  const list = useInfiniteQuery(ledgerPages(organizationId, ledgerFilter.filter))
  const balance = list.data?.pages[0]?.balance
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="flex min-h-9 min-w-0 flex-1 items-baseline gap-2.5">
          <Heading />
          <p role="status" className="truncate text-sm text-dim tabular-nums">
            {balance !== undefined && `${formatQuantity(balance, 'credit', 'credits')} left`}
          </p>
        </div>
        {canExport && <ExportButton organizationId={organizationId} filter={ledgerFilter.filter} />}
      </div>
      <LedgerFilter {...ledgerFilter} />
      <LedgerList list={list} isFiltered={ledgerFilter.isFiltered} onClear={ledgerFilter.clear} />
    </>
  )
}
