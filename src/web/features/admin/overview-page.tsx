import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OperatorMonth, Overview } from '#contract/admin.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatCents, formatCount, formatMoment, formatMonth } from '#web/lib/format.ts'
import { adminOrganizationsUrl } from '#web/lib/urls.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { Card, Panel } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { type Column, DataTable } from '#web/ui/table.tsx'
import { overviewQuery } from './admin-queries.ts'
import { growthOf, ORGANIZATION_STATUSES, roundUpForAxis, shortMonth, statusLabel } from './admin-texts.ts'
import { RefreshBar } from './refresh-bar.tsx'

export const meta = privatePage('Admin')

/** Key numbers across all organizations. */
export default function OverviewPage() {
  const query = useQuery(overviewQuery)
  return (
    <Loaded query={query} failure="We couldn't load the overview">
      {(overview) => (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <RefreshBar text={`As of ${formatMoment(overview.at)}. Months are in UTC.`} query={query} />
          </div>
          <Stats overview={overview} />
          <Revenue months={overview.months} />
        </>
      )}
    </Loaded>
  )
}

function Stats({ overview }: { overview: Overview }) {
  const { organizations, seats, contacts, months } = overview
  const [previousMonth, month] = months.slice(-2)
  if (!previousMonth || !month) return null
  return (
    <dl className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat label="Organizations" value={formatCount(organizations.total)}>
        {formatCount(month.newOrganizations)} new this month, {formatCount(previousMonth.newOrganizations)}{' '}
        last month
      </Stat>
      <Stat label="Seats" value={formatCount(seats)}>
        organization members
      </Stat>
      <Stat label="Contacts" value={formatCount(contacts)}>
        across all organizations
      </Stat>
      <Stat label="Recurring revenue" value={formatCents(month.recurringCents)}>
        MRR (annual ÷ 12){comparisonText(month.recurringCents, previousMonth.recurringCents)}
      </Stat>
      <Stat label="Revenue this month" value={formatCents(month.revenueCents)}>
        {formatCents(previousMonth.revenueCents)} last month
        {comparisonText(month.revenueCents, previousMonth.revenueCents)}
      </Stat>
      <Stat label="Credits granted this month" value={formatCount(month.creditsGranted)}>
        {formatCount(previousMonth.creditsGranted)} last month
      </Stat>
      <Stat label="Credits used this month" value={formatCount(month.creditsUsed)}>
        {formatCount(previousMonth.creditsUsed)} last month
        {comparisonText(month.creditsUsed, previousMonth.creditsUsed)}
      </Stat>
      <OrganizationStatuses organizations={organizations} />
    </dl>
  )
}

function comparisonText(current: number, previous: number): string {
  const growth = growthOf(current, previous)
  return growth ? ` (${growth})` : ''
}

function Stat(props: { label: string; value: string; children: ReactNode }) {
  return (
    <Card className="p-3.5">
      <dt className="text-[13px] text-muted">{props.label}</dt>
      <dd className="mt-0.5 text-2xl font-semibold tabular-nums">{props.value}</dd>
      <dd className="mt-0.5 text-[13px] text-pretty text-dim tabular-nums">{props.children}</dd>
    </Card>
  )
}

/** Organizations by status; each status links to its list. */
function OrganizationStatuses({ organizations }: Pick<Overview, 'organizations'>) {
  return (
    <Card className="p-3.5">
      <dt className="text-[13px] text-muted">By status</dt>
      <dd>
        <ul className="mt-1 grid gap-x-3 text-[13px] tabular-nums sm:grid-cols-2">
          {ORGANIZATION_STATUSES.map((status) => (
            <li key={status}>
              <Link
                to={adminOrganizationsUrl({ status })}
                className="inline-block rounded-sm py-0.5 leading-5 text-muted hover:text-text hover:underline max-md:py-2"
              >
                <span className="font-medium text-text">
                  {formatCount(organizations[status === 'past_due' ? 'pastDue' : status])}
                </span>{' '}
                {statusLabel(status).toLowerCase()}
              </Link>
            </li>
          ))}
        </ul>
      </dd>
    </Card>
  )
}

const COLUMNS: readonly Column<OperatorMonth>[] = [
  {
    label: 'Month',
    isRowHeader: true,
    className: 'whitespace-nowrap',
    cell: ({ month }) => formatMonth(month),
  },
  { label: 'Revenue', isNumber: true, cell: ({ revenueCents }) => formatCents(revenueCents) },
  { label: 'Recurring', isNumber: true, cell: ({ recurringCents }) => formatCents(recurringCents) },
  {
    label: 'New',
    isNumber: true,
    hidden: 'max-sm:hidden',
    cell: ({ newOrganizations }) => formatCount(newOrganizations),
  },
  { label: 'Credits used', isNumber: true, cell: ({ creditsUsed }) => formatCount(creditsUsed) },
]

/** Revenue of each month as a chart, and as a table with the current month first. */
function Revenue({ months }: { months: readonly OperatorMonth[] }) {
  const [first, last] = [months[0], months.at(-1)]
  const max = Math.max(...months.map(({ revenueCents }) => revenueCents))
  return (
    <Panel title="Revenue by month" className="mt-3">
      <p className="mt-0.5 text-[13px] text-dim">
        Paid invoices since {first ? formatMonth(first.month) : ''}, net of refunds.
      </p>
      <div className="mt-4 grid items-start gap-x-8 gap-y-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <BarChart
          label={`Revenue by month${last ? `: ${formatCents(last.revenueCents)} in ${formatMonth(last.month)} so far` : ''}`}
          height={240}
          max={roundUpForAxis(max / 100) * 100}
          format={formatCents}
          bars={months.map(({ month, revenueCents }, index) => ({
            key: month,
            value: revenueCents,
            title: `${formatMonth(month)}: ${formatCents(revenueCents)}`,
            name: shortMonth(month),
            // Phones have room for every third name.
            isNameOptional: (months.length - 1 - index) % 3 !== 0,
          }))}
        />
        <DataTable
          isDense
          caption="Revenue, recurring revenue, new organizations and credits by month"
          columns={COLUMNS}
          rows={[...months].reverse()}
          rowKey={({ month }) => month}
        />
      </div>
    </Panel>
  )
}
