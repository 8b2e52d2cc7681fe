import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight, FileUp } from 'lucide-react'
import { Link } from 'react-router'
import type { ImportSummary } from '#contract/imports.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatCount, formatMoment, formatMomentDay, formatQuantity, joinPresent } from '#web/lib/format.ts'
import { contactsUrl, urls } from '#web/lib/urls.ts'
import { Badge, type BadgeProps } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { importName, STATUS_TEXTS } from './import-rules.ts'
import { importPages } from './imports-queries.ts'

const TONES: Record<ImportSummary['status'], BadgeProps['tone']> = {
  uploading: 'blue',
  queued: 'blue',
  running: 'blue',
  done: 'green',
  failed: 'red',
  undone: 'neutral',
}

export function HistoryList() {
  const list = useInfiniteQuery(importPages)
  if (list.isPending) {
    return (
      <div role="status" aria-label="Loading imports" className="grid gap-2">
        {[1, 2, 3].map((each) => (
          <Skeleton key={each} className="h-17" />
        ))}
      </div>
    )
  }
  if (!list.data) {
    return (
      <EmptyState
        title="We couldn't load your imports"
        description={messageOf(list.error, 'Check your connection and try again.')}
        actions={<Button onClick={() => void list.refetch()}>Try again</Button>}
      />
    )
  }
  const imports = list.data.pages.flatMap((page) => page.imports)
  if (imports.length === 0) {
    return (
      <EmptyState
        icon={<FileUp />}
        title="No imports yet"
        description="Import contacts from a CSV or vCard file. Each import appears here with its report. You can undo it for 30 days."
        actions={
          <Button variant="primary" asChild>
            <Link to={contactsUrl({ open: 'import' })}>Import Contacts</Link>
          </Button>
        }
      />
    )
  }
  return (
    <div className="grid gap-3">
      <ul className="divide-y divide-line rounded-lg border border-line">
        {imports.map((each) => (
          <li key={each.importId}>
            <HistoryRow summary={each} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} className="justify-self-start" />
    </div>
  )
}

function HistoryRow({ summary }: { summary: ImportSummary }) {
  const { status, importedBy, createdAt, needsAttention, openUntil } = summary
  return (
    <Link
      to={urls.importReport(summary.importId)}
      className="flex items-center gap-3 px-3.5 py-3 transition-colors hover:bg-raised focus-visible:-outline-offset-2"
    >
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="min-w-0 truncate text-sm font-medium">{importName(summary)}</span>
          <Badge tone={TONES[status]}>{STATUS_TEXTS[status]}</Badge>
          {needsAttention > 0 && (
            <Badge tone="yellow">
              {formatQuantity(needsAttention, 'row needs attention', 'rows need attention')}
            </Badge>
          )}
        </p>
        <p className="mt-0.5 text-[13px] text-muted">
          {joinPresent([formatMoment(createdAt), importedBy], ' · ')}
        </p>
        <p className="text-[13px] text-dim tabular-nums">
          {countsText(summary)}
          {openUntil && ` · Can be undone until ${formatMomentDay(openUntil)}`}
        </p>
      </div>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-dim" />
    </Link>
  )
}

function countsText({ imported, updated, skipped, total }: ImportSummary): string {
  return joinPresent(
    [
      `${formatCount(imported)} imported`,
      updated > 0 && `${formatCount(updated)} updated`,
      skipped > 0 && `${formatCount(skipped)} skipped`,
      `${formatCount(total)} in total`,
    ].map((part) => part || null),
    ' · ',
  )
}
