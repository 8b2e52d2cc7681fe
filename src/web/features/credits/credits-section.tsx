import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Billing, CreditUsageDay } from '#contract/billing.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { formatCount, formatDay, formatMomentDay } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { type Column, DataTable } from '#web/ui/table.tsx'
import { usageQuery } from './credits-queries.ts'
import { signedAmount } from './ledger-texts.ts'
import { activeDays, axisMax, chartDayCount, usageDescription } from './usage-days.ts'

interface CreditsSectionProps {
  credits: Billing['credits']
  /** True while the subscription is active. */
  isUsable: boolean
}

/** Balance, usage by day and the next renewal in the current credit month. */
export function CreditsSection({ credits, isUsable }: CreditsSectionProps) {
  const { granted, carriedOver, used, adjusted, balance, renewsAt } = credits
  const total = carriedOver + granted + adjusted
  const usage = useQuery(usageQuery(useMember().organizationId))
  const isLow = total > 0 && balance <= total / 10
  return (
    <Panel
      title="Credits"
      className="sm:p-5"
      aside={
        <Link
          to={urls.credits}
          className="ml-auto text-sm text-muted underline underline-offset-2 hover:text-text"
        >
          Credit ledger
        </Link>
      }
    >
      <div className="mt-3 flex flex-wrap items-end gap-x-8 gap-y-3">
        <p>
          <span className={`text-3xl font-semibold tabular-nums ${isLow ? 'text-yellow' : ''}`}>
            {formatCount(balance)}
          </span>{' '}
          <span className="text-sm text-muted">left</span>
        </p>
        <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm tabular-nums">
          {carriedOver > 0 && <Fact label="Carried over">{formatCount(carriedOver)}</Fact>}
          <Fact label="Granted this month">{formatCount(granted)}</Fact>
          {adjusted !== 0 && <Fact label="Adjusted">{signedAmount(adjusted)}</Fact>}
          <Fact label="Used this month">{formatCount(used)}</Fact>
          <Fact label="Next credits on">{renewsAt ? formatMomentDay(renewsAt) : '–'}</Fact>
        </dl>
      </div>
      {total > 0 && (
        <Progress
          className="mt-3"
          label="Credits used this month"
          value={used}
          max={Math.max(total, used)}
          {...(isLow && { color: 'var(--color-yellow)' })}
        />
      )}
      <p className="mt-2 text-[13px] text-dim">
        {carriedOver > 0 &&
          'Carried-over credits come from switching between monthly and yearly billing, or from refunds in earlier months. '}
        {isUsable
          ? '1 credit per match. No match, no charge. Unused credits expire at renewal.'
          : 'You can use credits while your subscription is active.'}
      </p>
      <Loaded
        isCompact
        query={usage}
        failure="We couldn't load your daily usage"
        pending={<Skeleton className="mt-5 h-45" />}
      >
        {({ days }) => (
          <div className="mt-5 grid items-start gap-x-8 gap-y-4 lg:grid-cols-[3fr_2fr]">
            <UsageChart days={days} slotCount={chartDayCount(days, renewsAt)} />
            <UsageTable days={activeDays(days)} />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

/** A fact about the plan or its credits. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[13px] text-dim">{label}</dt>
      <dd className="text-sm font-medium tabular-nums">{children}</dd>
    </div>
  )
}

/** Credits used per day. Labels the first and the last day. */
function UsageChart({ days, slotCount }: { days: readonly CreditUsageDay[]; slotCount: number }) {
  const lastIndex = days.length - 1
  return (
    <BarChart
      label={usageDescription(days)}
      height={180}
      max={axisMax(days)}
      format={(value) => (Number.isInteger(value) ? formatCount(value) : null)}
      slotCount={slotCount}
      bars={days.map(({ day, used }, index) => ({
        key: day,
        value: used,
        title: `${formatDay(day)}: ${used}`,
        // The last name needs room beside the first.
        ...((index === 0 || (index === lastIndex && lastIndex > slotCount / 5)) && {
          name: formatDay(day).replace(/, \d{4}$/, ''),
        }),
      }))}
    />
  )
}

const COLUMNS: readonly Column<CreditUsageDay>[] = [
  { label: 'Day', isRowHeader: true, className: 'whitespace-nowrap', cell: ({ day }) => formatDay(day) },
  { label: 'Used', isNumber: true, cell: ({ used }) => formatCount(used) },
  { label: 'Refunded', isNumber: true, cell: ({ refunded }) => formatCount(refunded) },
  { label: 'Granted', isNumber: true, cell: ({ granted }) => formatCount(granted) },
]

function UsageTable({ days }: { days: readonly CreditUsageDay[] }) {
  if (days.length === 0) return <p className="text-[13px] text-dim">No credit activity this month.</p>
  return (
    <section
      aria-label="Credits by day, in UTC"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area needs keyboard focus
      tabIndex={0}
      className="relative max-h-45 overflow-y-auto"
    >
      <DataTable
        isDense
        caption="Credits by day, in UTC"
        headClassName="sticky top-0 bg-surface"
        columns={COLUMNS}
        rows={days}
        rowKey={({ day }) => day}
      />
    </section>
  )
}
