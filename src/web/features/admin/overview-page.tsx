import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OperatorMonth, Overview } from '#contract/admin.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatCents, formatCount, formatMoment, formatMonth } from '#web/lib/format.ts'
import { adminOrganizationsUrl } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadErrorState } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { overviewQuery } from './admin-queries.ts'
import { growthOf } from './admin-texts.ts'

import { MonthsTable } from './months-table.tsx'
import { RevenueChart } from './revenue-chart.tsx'

export const meta = privatePage('Admin')

/** Key numbers across all organizations. */
export default function OverviewPage() {
  const { data, error, isFetching, refetch } = useQuery(overviewQuery)
  if (error && !isFetching && !data)
    return <LoadErrorState query={{ error, refetch }} title="We couldn't load the overview" />
  if (!data) return <Skeleton className="h-96 w-full" />
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-[13px] text-dim">As of {formatMoment(data.at)}. Months are in UTC.</p>
        <Button size="sm" className="max-md:h-11" disabled={isFetching} onClick={() => void refetch()}>
          Refresh
        </Button>
      </div>
      <Figures overview={data} />
      <Revenue months={data.months} />
    </>
  )
}

function Figures({ overview }: { overview: Overview }) {
  const { organizations, seats, contacts, months } = overview
  const [before, month] = months.slice(-2)
  if (!before || !month) return null
  return (
    <dl className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure label="Organizations" value={formatCount(organizations.total)}>
        {formatCount(month.newOrganizations)} new this month, {formatCount(before.newOrganizations)} last
        month
      </Figure>
      <Figure label="Seats" value={formatCount(seats)}>
        members of organizations
      </Figure>
      <Figure label="Contacts" value={formatCount(contacts)}>
        in all organizations
      </Figure>
      <Figure label="Recurring revenue" value={formatCents(month.recurringCents)}>
        MRR (annual ÷ 12){comparisonText(month.recurringCents, before.recurringCents)}
      </Figure>
      <Figure label="Revenue this month" value={formatCents(month.revenueCents)}>
        {formatCents(before.revenueCents)} last month
        {comparisonText(month.revenueCents, before.revenueCents)}
      </Figure>
      <Figure label="Credits granted this month" value={formatCount(month.creditsGranted)}>
        {formatCount(before.creditsGranted)} last month
      </Figure>
      <Figure label="Credits used this month" value={formatCount(month.creditsUsed)}>
        {formatCount(before.creditsUsed)} last month
        {comparisonText(month.creditsUsed, before.creditsUsed)}
      </Figure>
      <OrganizationStatuses organizations={organizations} />
    </dl>
  )
}

function comparisonText(now: number, before: number): string {
  const growth = growthOf(now, before)
  return growth ? ` (${growth})` : ''
}

function Figure(props: { label: string; value: string; children: ReactNode }) {
  return (
    <Card className="p-3.5">
      <dt className="text-[13px] text-muted">{props.label}</dt>
      <dd className="mt-0.5 text-2xl font-semibold tabular-nums">{props.value}</dd>
      <dd className="mt-0.5 text-[13px] text-pretty text-dim tabular-nums">{props.children}</dd>
    </Card>
  )
}

const STATUS_ROWS = [
  ['active', 'active', 'active'],
  ['pastDue', 'past_due', 'past due'],
  ['trialing', 'trialing', 'trialing'],
  ['canceled', 'canceled', 'canceled'],
  ['incomplete', 'incomplete', 'incomplete'],
  ['suspended', 'suspended', 'suspended'],
] as const

/** Organizations by status; each status links to its list. */
function OrganizationStatuses({ organizations }: Pick<Overview, 'organizations'>) {
  return (
    <Card className="p-3.5">
      <dt className="text-[13px] text-muted">By status</dt>
      <dd>
        <ul className="mt-1 grid gap-x-3 text-[13px] tabular-nums sm:grid-cols-2">
          {STATUS_ROWS.map(([name, status, label]) => (
            <li key={name}>
              <Link
                to={adminOrganizationsUrl({ status })}
                className="inline-block rounded-sm py-0.5 leading-5 text-muted hover:text-text hover:underline max-md:py-2"
              >
                <span className="font-medium text-text">{formatCount(organizations[name])}</span> {label}
              </Link>
            </li>
          ))}
        </ul>
      </dd>
    </Card>
  )
}

function Revenue({ months }: { months: readonly OperatorMonth[] }) {
  const first = months[0]
  return (
    <Card role="region" aria-labelledby="revenue" className="mt-3 p-4">
      <h2 id="revenue" className="text-base">
        Revenue by month
      </h2>
      <p className="mt-0.5 text-[13px] text-dim">
        Paid invoices since {first ? formatMonth(first.month) : ''}, net of refunds.
      </p>
      <div className="mt-4 grid items-start gap-x-8 gap-y-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <RevenueChart months={months} />
        <MonthsTable months={months} />
      </div>
    </Card>
  )
}
