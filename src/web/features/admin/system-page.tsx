import { useQuery } from '@tanstack/react-query'
import type { QueueFigure } from '#contract/admin.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatCount, formatDay, formatMoment, formatQuantity } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { moneyRulesQuery, systemQuery } from './admin-queries.ts'
import { CELL, HEAD, LoadFailed } from './list-frame.tsx'

export const meta = privatePage('System')

/** Whether background work keeps up and the rules about money hold. */
export default function SystemPage() {
  const { data, error, isFetching, refetch } = useQuery(systemQuery)
  if (error && !isFetching && !data) {
    return <LoadFailed what="The state of the system" error={error} onRetry={() => void refetch()} />
  }
  if (!data) return <Skeleton className="h-96 w-full" />
  return (
    <div className="grid gap-3">
      <Card role="region" aria-labelledby="queue" className="p-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h2 id="queue" className="text-base">
            Background work
          </h2>
          <p className="text-[13px] text-dim">As of {formatMoment(data.at)}</p>
          <Button size="sm" className="ml-auto" disabled={isFetching} onClick={() => void refetch()}>
            Refresh
          </Button>
        </div>
        <Queue figures={data.queue} />
      </Card>
      <MoneyRules alarms={data.alarms} />
    </div>
  )
}

function Queue({ figures }: { figures: readonly QueueFigure[] }) {
  if (figures.length === 0) return <p className="mt-3 text-sm text-muted">No job was kept lately.</p>
  const number = `${CELL} text-right tabular-nums`
  return (
    <table aria-labelledby="queue" className="mt-2 w-full border-collapse text-sm">
      <thead>
        <tr>
          <th scope="col" className={HEAD}>
            Job
          </th>
          <th scope="col" className={`${HEAD} text-right!`}>
            Waiting
          </th>
          <th scope="col" className={`${HEAD} text-right!`}>
            Running
          </th>
          <th scope="col" className={`${HEAD} text-right!`}>
            Failed
          </th>
          <th scope="col" className={`${HEAD} pr-0 text-right! max-sm:hidden`}>
            Waiting since
          </th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ job, waiting, running, failed, waitingSince }) => (
          <tr key={job}>
            <th scope="row" className={`${CELL} text-left font-normal break-all`}>
              {job}
            </th>
            <td className={number}>{formatCount(waiting)}</td>
            <td className={number}>{formatCount(running)}</td>
            <td className={`${number} ${failed > 0 ? 'text-red' : ''}`}>{formatCount(failed)}</td>
            <td className={`${number} pr-0 max-sm:hidden`}>
              {waitingSince ? formatMoment(waitingSince) : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function MoneyRules({ alarms }: { alarms: readonly { day: string; broken: number }[] }) {
  const check = useQuery(moneyRulesQuery)
  return (
    <Card role="region" aria-labelledby="money" className="p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="money" className="text-base">
          Rules about money
        </h2>
        {check.data && !check.isFetching && (
          <Badge tone={check.data.broken.length === 0 ? 'green' : 'red'}>
            {check.data.broken.length === 0
              ? 'All hold'
              : formatQuantity(check.data.broken.length, 'is broken', 'are broken')}
          </Badge>
        )}
        <Button
          size="sm"
          className="ml-auto"
          pending={check.isFetching}
          pendingLabel="Checking..."
          onClick={() => void check.refetch()}
        >
          Check now
        </Button>
      </div>
      <p className="mt-1 text-[13px] text-muted">
        Balances are the sums of their ledgers, each payment grants its credits once, each organization stands
        by its best subscription. Checked every hour.
      </p>
      {check.error && !check.isFetching && (
        <p role="alert" className="mt-2 text-sm text-red">
          {messageOf(check.error, 'The check could not be made. Please try again.')}
        </p>
      )}
      {check.data && check.data.broken.length > 0 && (
        <ul aria-label="Broken rules" className="mt-2 text-sm">
          {check.data.broken.map(({ rule, subject }) => (
            <li key={`${rule} ${subject}`} className="py-1 break-all">
              {rule}: <span className="font-mono text-xs">{subject}</span>
            </li>
          ))}
        </ul>
      )}
      <h3 className="mt-4 text-sm">Days with a broken rule</h3>
      {alarms.length === 0 ? (
        <p className="mt-1 text-[13px] text-muted">None.</p>
      ) : (
        <ul className="mt-1 text-[13px] text-muted tabular-nums">
          {alarms.map(({ day, broken }) => (
            <li key={day}>
              {formatDay(day)}: {formatCount(broken)}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
