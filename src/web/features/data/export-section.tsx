import { useInfiniteQuery } from '@tanstack/react-query'
import { Archive, Download } from 'lucide-react'
import type { DataExport } from '#contract/data-export.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { ofShownOrganization } from '#web/lib/api.ts'
import { formatBytes, formatMoment, formatQuantity } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Panel } from '#web/ui/card.tsx'
import { PagedItems } from '#web/ui/loaded.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { exportPages, useStartExport } from './data-queries.ts'

/** The interval for reading the progress of a running export. */
const POLL_MS = 1500

const isUnderWay = ({ status }: DataExport) => status === 'queued' || status === 'running'

/** Exports everything the organization has as one archive. */
export function ExportSection() {
  const { organizationId } = useMember()
  const list = useInfiniteQuery({
    ...exportPages(organizationId),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isUnderWay)) ? POLL_MS : false,
  })
  const start = useStartExport()
  return (
    <Panel
      title="Export"
      aside={
        <Button
          variant="primary"
          className="ml-auto"
          disabled={list.data?.pages.some(({ items }) => items.some(isUnderWay))}
          pending={start.isPending}
          pendingLabel="Starting..."
          onClick={() => start.mutate()}
        >
          <Archive aria-hidden />
          Export all data
        </Button>
      }
      text="Get one archive with all your data: contacts, properties, signals, tasks, playbooks, scores, outcomes, consents, imports, the credit ledger, members, licenses, settings, the outreach log and the audit log, each as CSV and JSON. It stays available for 7 days."
    >
      <PagedItems
        isCompact
        list={list}
        listName="your exports"
        label="Exports"
        className="mt-3 divide-y divide-line/60"
      >
        {(each) => <ExportLine each={each} />}
      </PagedItems>
    </Panel>
  )
}

function ExportLine({ each }: { each: DataExport }) {
  const { organizationId } = useMember()
  const { id, status, createdAt, kinds, kindsDone } = each
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="mr-auto min-w-0">
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <time dateTime={createdAt} className="tabular-nums">
            {formatMoment(createdAt)}
          </time>
          <State status={status} />
        </div>
        <p className="mt-0.5 text-[13px] text-muted tabular-nums">{detailOf(each)}</p>
        {isUnderWay(each) && (
          <Progress label="Export progress" value={kindsDone} max={kinds} className="mt-2 w-56 max-w-full" />
        )}
      </div>
      {status === 'ready' && (
        <ButtonLink
          size="row"
          href={ofShownOrganization(`/api/organizations/${organizationId}/exports/${id}/file`)}
          download
        >
          <Download aria-hidden />
          Download
        </ButtonLink>
      )}
    </li>
  )
}

function State({ status }: Pick<DataExport, 'status'>) {
  if (status === 'ready') return <Badge tone="green">Ready</Badge>
  if (status === 'failed') return <Badge tone="red">Failed</Badge>
  if (status === 'voided') return <Badge>Unavailable</Badge>
  if (status === 'expired') return <Badge>Expired</Badge>
  return <Badge tone="blue">{status === 'queued' ? 'Queued' : 'Exporting'}</Badge>
}

function detailOf(each: DataExport): string {
  const records = formatQuantity(each.rowsDone, 'record', 'records')
  switch (each.status) {
    case 'ready':
      return `${records}, ${formatBytes(each.bytes)}, available until ${each.availableUntil ? formatMoment(each.availableUntil) : ''}`
    case 'failed':
      return 'Something went wrong on our side. Export again.'
    case 'voided':
      return "A contact in this archive was deleted, so you can't download it anymore. Export again."
    case 'expired':
      return `${records}, removed after 7 days`
    default:
      return `${each.kindsDone} of ${each.kinds} parts, ${records}`
  }
}
