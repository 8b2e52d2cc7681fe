import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import type { Billing, CreditUsageDay } from '#contract/billing.ts'

import { formatCount, formatDay, formatMomentDay } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type TableColumn, TableHead } from '#web/ui/table-head.tsx'
import { usageQuery } from './credits-queries.ts'
import { signedAmount } from './ledger-texts.ts'
import { UsageChart } from './usage-chart.tsx'
import { activeDays, chartDayCount } from './usage-days.ts'

interface CreditsSectionProps {
  credits: Billing['credits']
  organizationId: string
  /** True while the subscription is active. */
  usable: boolean
}

/** Balance, usage by day and the next renewal in the current credit month. */
export function CreditsSection({ credits, organizationId, usable }: CreditsSectionProps) {
  const { granted, carriedOver, used, adjusted, balance, renewsAt } = credits
  const total = carriedOver + granted + adjusted
  const usage = useQuery(usageQuery(organizationId))
  const isLow = total > 0 && balance <= total / 10
  return (
    <Card className="p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-base">Credits</h2>
        <Link to={urls.credits} className="text-sm text-muted underline underline-offset-2 hover:text-text">
          Credit ledger
        </Link>
      </div>
      <div className="mt-3 flex flex-wrap items-end gap-x-8 gap-y-3">
        <p>
          <span className={`text-3xl font-semibold tabular-nums ${isLow ? 'text-yellow' : ''}`}>
            {formatCount(balance)}
          </span>{' '}
          <span className="text-sm text-muted">left</span>
        </p>
        <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm tabular-nums [&_dt]:text-[13px] [&_dt]:text-dim">
          {carriedOver > 0 && (
            <div>
              <dt>Carried over</dt>
              <dd className="font-medium">{formatCount(carriedOver)}</dd>
            </div>
          )}
          <div>
            <dt>Granted this month</dt>
            <dd className="font-medium">{formatCount(granted)}</dd>
          </div>
          {adjusted !== 0 && (
            <div>
              <dt>Adjusted</dt>
              <dd className="font-medium">{signedAmount(adjusted)}</dd>
            </div>
          )}
          <div>
            <dt>Used this month</dt>
            <dd className="font-medium">{formatCount(used)}</dd>
          </div>
          <div>
            <dt>Next credits on</dt>
            <dd className="font-medium">{renewsAt ? formatMomentDay(renewsAt) : '–'}</dd>
          </div>
        </dl>
      </div>
      {total > 0 && (
        <Progress
          className="mt-3"
          label="Credits used this month"
          value={used}
          max={Math.max(total, used)}
          {...(isLow && { color: 'var(--yellow)' })}
        />
      )}
      <p className="mt-2 text-[13px] text-dim">
        {carriedOver > 0 &&
          'Carried over: unused credits from a switch between monthly and yearly, or refunds from an earlier month. '}
        {usable
          ? '1 credit per match. No match, no charge. Unused credits expire at renewal.'
          : 'You can use credits while your subscription is active.'}
      </p>
      {usage.isPending && <Skeleton className="mt-5 h-45" />}
      {usage.isError && (
        <LoadError query={usage} text="We couldn't load your daily usage." className="mt-4" />
      )}
      {usage.data && (
        <div className="mt-5 grid items-start gap-x-8 gap-y-4 lg:grid-cols-[3fr_2fr]">
          <UsageChart days={usage.data.days} width={chartDayCount(usage.data.days, renewsAt)} />
          <UsageTable days={activeDays(usage.data.days)} />
        </div>
      )}
    </Card>
  )
}

const HEAD = 'sticky top-0 border-b border-line bg-surface py-1 pr-2 text-right font-medium text-muted'
const COLUMNS: readonly TableColumn[] = [
  { label: 'Day', className: 'text-left!' },
  { label: 'Used' },
  { label: 'Refunded' },
  { label: 'Granted' },
]
const CELL = 'border-b border-line py-1 pr-2 text-right'

function UsageTable({ days }: { days: readonly CreditUsageDay[] }) {
  const id = useId()
  if (days.length === 0) return <p className="text-[13px] text-dim">No credit activity this month.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area needs keyboard focus
    <section aria-labelledby={id} tabIndex={0} className="relative max-h-45 overflow-y-auto">
      <table className="w-full border-collapse text-[13px] tabular-nums">
        <caption id={id} className="sr-only">
          Credits by day, in UTC
        </caption>
        <TableHead cell={HEAD} columns={COLUMNS} />
        <tbody>
          {days.map(({ day, used, refunded, granted }) => (
            <tr key={day}>
              <th scope="row" className={`${CELL} text-left! font-normal whitespace-nowrap`}>
                {formatDay(day)}
              </th>
              <td className={CELL}>{formatCount(used)}</td>
              <td className={CELL}>{formatCount(refunded)}</td>
              <td className={CELL}>{formatCount(granted)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
