import { useInfiniteQuery } from '@tanstack/react-query'
import { Archive, Download } from 'lucide-react'
import { useEffect } from 'react'
import type { DataExport } from '#contract/data-export.ts'

import { formatMoment, formatQuantity } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { exportFileUrl, exportPages, useStartExport } from './data-queries.ts'

/** The interval for reading the progress of a running export. */
const POLL_MS = 1500

const isUnderWay = ({ status }: DataExport) => status === 'queued' || status === 'running'

/** Exports everything the organization has as one archive. */
export function ExportSection({ organizationId }: { organizationId: string }) {
  const list = useInfiniteQuery(exportPages(organizationId))
  const start = useStartExport(organizationId)
  const exports = list.data?.pages.flatMap((page) => page.exports) ?? []
  const busy = exports.some(isUnderWay)
  const { refetch } = list
  useEffect(() => {
    if (!busy) return
    const timer = setInterval(() => void refetch(), POLL_MS)
    return () => clearInterval(timer)
  }, [busy, refetch])
  return (
    <Card role="region" aria-labelledby="export-heading" className="p-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="mr-auto max-w-2xl">
          <h2 id="export-heading" className="text-base">
            Export
          </h2>
          <p className="mt-1 text-sm text-muted">
            Get one archive with all your data: contacts, properties, signals, tasks, playbooks, scores,
            outcomes, consents, imports, the credit ledger, members, settings and the audit log, each as CSV
            and JSON. It stays available for 7 days.
          </p>
        </div>
        <Button
          variant="primary"
          disabled={busy}
          pending={start.isPending}
          pendingLabel="Starting..."
          onClick={() => start.mutate()}
        >
          <Archive aria-hidden />
          Export all data
        </Button>
      </div>
      {list.isPending && <Skeleton className="mt-4 h-12 w-full" />}
      {list.isError && exports.length === 0 && (
        <LoadError query={list} text="We couldn't load your archives." className="mt-4" />
      )}
      {exports.length > 0 && (
        <ul aria-label="Archives" className="mt-3 divide-y divide-line/60">
          {exports.map((each) => (
            <ExportLine key={each.id} organizationId={organizationId} each={each} />
          ))}
        </ul>
      )}
      <ShowMore list={list} size="sm" className="max-md:h-11 mt-2" />
    </Card>
  )
}

function ExportLine({ organizationId, each }: { organizationId: string; each: DataExport }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="mr-auto min-w-0">
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <time dateTime={each.createdAt} className="tabular-nums">
            {formatMoment(each.createdAt)}
          </time>
          <State status={each.status} />
        </div>
        <p className="mt-0.5 text-[13px] text-muted tabular-nums">{detailOf(each)}</p>
        {isUnderWay(each) && (
          <Progress
            label="Progress of the archive"
            value={each.kindsDone}
            max={each.kinds}
            className="mt-2 w-56 max-w-full"
          />
        )}
      </div>
      {each.status === 'ready' && (
        <Button asChild size="sm" className="max-md:h-11">
          <a href={exportFileUrl(organizationId, each.id)} download>
            <Download aria-hidden />
            Download
          </a>
        </Button>
      )}
    </li>
  )
}

function State({ status }: Pick<DataExport, 'status'>) {
  if (status === 'ready') return <Badge tone="green">Ready</Badge>
  if (status === 'failed') return <Badge tone="red">Failed</Badge>
  if (status === 'voided') return <Badge>Withdrawn</Badge>
  if (status === 'expired') return <Badge>Removed</Badge>
  return <Badge tone="blue">{status === 'queued' ? 'Queued' : 'Exporting'}</Badge>
}

function detailOf(each: DataExport): string {
  const records = formatQuantity(each.rowsDone, 'record', 'records')
  switch (each.status) {
    case 'ready':
      return `${records}, ${sizeOf(each.bytes)}, available until ${each.availableUntil ? formatMoment(each.availableUntil) : ''}`
    case 'failed':
      return 'Something went wrong on our side. Export again.'
    case 'voided':
      return 'A contact in it was deleted since. Export again.'
    case 'expired':
      return `${records}, removed after 7 days`
    default:
      return `${each.kindsDone} of ${each.kinds} parts, ${records}`
  }
}

/** `12 KB`, `3.4 MB` */
function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
