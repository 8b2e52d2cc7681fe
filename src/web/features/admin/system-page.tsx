import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { QueueFigure } from '#contract/admin.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatCount, formatMoment } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadErrorState } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type TableColumn, TableHead } from '#web/ui/table-head.tsx'
import { systemQuery } from './admin-queries.ts'
import { CELL, HEAD } from './list-frame.tsx'
import { LostSecondFactor } from './lost-second-factor.tsx'
import { BillingFindings, MoneyRules } from './money-rules.tsx'

export const meta = privatePage('System')

/** Background jobs, billing checks and account recovery. */
export default function SystemPage() {
  const { data, error, isFetching, refetch } = useQuery(systemQuery)
  if (error && !isFetching && !data)
    return <LoadErrorState query={{ error, refetch }} title="We couldn't load the system state" />
  if (!data) return <Skeleton className="h-96 w-full" />
  return (
    <div className="grid gap-3">
      <Card role="region" aria-labelledby="queue" className="p-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h2 id="queue" className="text-base">
            Background jobs
          </h2>
          <p className="text-[13px] text-dim">As of {formatMoment(data.at)}</p>
          <Button
            size="sm"
            className="max-md:h-11 ml-auto"
            disabled={isFetching}
            onClick={() => void refetch()}
          >
            Refresh
          </Button>
        </div>
        <Queue figures={data.queue} />
      </Card>
      <MoneyRules check={data.check} alarms={data.alarms} />
      <BillingFindings notes={data.notes} />
      <LostSecondFactor />
    </div>
  )
}

const COLUMNS: readonly TableColumn[] = [
  { label: 'Job' },
  { label: 'Waiting', className: 'text-right!' },
  { label: 'Running', className: 'text-right!' },
  { label: 'Failed', className: 'text-right!' },
  { label: 'Waiting since', className: 'pr-0! text-right! max-sm:hidden' },
]

function Queue({ figures }: { figures: readonly QueueFigure[] }) {
  if (figures.length === 0) return <p className="mt-3 text-sm text-muted">No recent jobs.</p>
  const number = `${CELL} text-right tabular-nums`
  return (
    <table aria-labelledby="queue" className="mt-2 w-full border-collapse text-sm">
      <TableHead cell={HEAD} columns={COLUMNS} />
      <tbody>
        {figures.map(({ job, waiting, running, failed, waitingSince }) => (
          <tr key={job}>
            <th scope="row" className={`${CELL} text-left font-normal wrap-anywhere`}>
              {/* Lets a long name wrap after dots and hyphens. */}
              {job.split(/(?<=[.-])/).map((part) => (
                <Fragment key={part}>
                  {part}
                  <wbr />
                </Fragment>
              ))}
            </th>
            <td className={number}>{formatCount(waiting)}</td>
            <td className={number}>{formatCount(running)}</td>
            <td className={`${number} ${failed > 0 ? 'text-red' : ''}`}>{formatCount(failed)}</td>
            <td className={`${number} pr-0! max-sm:hidden`}>
              {waitingSince ? formatMoment(waitingSince) : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
