import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import type { Billing, CreditUsageDay } from '#contract/billing.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatCount, formatDay, formatMomentDay } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { usageQuery } from './credits-queries.ts'
import { signedAmount } from './ledger-texts.ts'
import { UsageChart } from './usage-chart.tsx'
import { activeDays, chartDayCount } from './usage-days.ts'

interface CreditsSectionProps {
  credits: Billing['credits']
  organizationId: string
  /** Whether the subscription lets them be used. */
  usable: boolean
}

/** The credits of the running month: what is left, what was used day by day, and when new ones come. */
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
          'Carried over: credits left when you switched between monthly and yearly, or given back from an earlier month. '}
        {usable
          ? 'A look-up costs one credit, only when it finds the person. Unused credits expire when new ones come.'
          : 'Credits can be used while the subscription is active.'}
      </p>
      {usage.isPending && <Skeleton className="mt-5 h-45" />}
      {usage.isError && (
        <div role="alert" className="mt-4 text-sm">
          <p className="mb-2 text-red">{messageOf(usage.error, 'The use by day could not be loaded.')}</p>
          <Button size="sm" onClick={() => void usage.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {usage.data && <UsageByDay days={usage.data.days} renewsAt={renewsAt} />}
    </Card>
  )
}

function UsageByDay({ days, renewsAt }: { days: readonly CreditUsageDay[]; renewsAt: string | null }) {
  return (
    <div className="mt-5 grid items-start gap-x-8 gap-y-4 lg:grid-cols-[3fr_2fr]">
      <UsageChart days={days} width={chartDayCount(days, renewsAt)} />
      <UsageTable days={activeDays(days)} />
    </div>
  )
}

const HEAD = 'sticky top-0 border-b border-line bg-surface py-1 pr-2 text-right font-medium text-muted'
const CELL = 'border-b border-line py-1 pr-2 text-right'

function UsageTable({ days }: { days: readonly CreditUsageDay[] }) {
  const id = useId()
  if (days.length === 0) return <p className="text-[13px] text-dim">No credits moved this month.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-labelledby={id} tabIndex={0} className="relative max-h-45 overflow-y-auto">
      <table className="w-full border-collapse text-[13px] tabular-nums">
        <caption id={id} className="sr-only">
          Credits by day, in UTC
        </caption>
        <thead>
          <tr>
            <th scope="col" className={`${HEAD} text-left!`}>
              Day
            </th>
            <th scope="col" className={HEAD}>
              Used
            </th>
            <th scope="col" className={HEAD}>
              Given back
            </th>
            <th scope="col" className={HEAD}>
              Granted
            </th>
          </tr>
        </thead>
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
