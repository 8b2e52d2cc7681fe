import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight, FileUp } from 'lucide-react'
import { Link } from 'react-router'
import type { ImportSummary } from '#contract/imports.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatCount, formatMoment, formatMomentDay, formatQuantity, joinPresent } from '#web/lib/format.ts'
import { contactsUrl, urls } from '#web/lib/urls.ts'
import { Badge, type BadgeProps } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PagedList } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { importName, STATUS_TEXTS } from './import-rules.ts'
import { importPages } from './imports-queries.ts'

export const meta = privatePage('Imports')

export default function HistoryPage() {
  return <HistoryList />
}

const TONES: Record<ImportSummary['status'], BadgeProps['tone']> = {
  uploading: 'blue',
  queued: 'blue',
  running: 'blue',
  done: 'green',
  failed: 'red',
  undone: 'neutral',
}

function HistoryList() {
  const pages = useInfiniteQuery(importPages)
  const empty = (
    <EmptyState
      icon={<FileUp />}
      title="No imports yet"
      description="Import contacts from a CSV or vCard file. Each import appears here with its report. You can undo it for 30 days."
      actions={
        <ButtonLink variant="primary" to={contactsUrl({ open: 'import' })}>
          Import Contacts
        </ButtonLink>
      }
    />
  )
  return (
    <PagedList list={pages} listName="your imports" empty={empty}>
      {(imports) => (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {imports.map((each) => (
            <li key={each.importId}>
              <HistoryRow summary={each} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
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
      updated > 0 ? `${formatCount(updated)} updated` : null,
      skipped > 0 ? `${formatCount(skipped)} skipped` : null,
      `${formatCount(total)} total`,
    ],
    ' · ',
  )
}
