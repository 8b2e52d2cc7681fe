import { Link } from 'react-router'
import type { AgentCounts, ImportStatus } from '#contract/imports.ts'
import { ofShownOrganization, urlOf } from '#web/lib/api.ts'
import { formatCount, formatMomentDay, formatQuantity } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { enrichmentProgressText, extraDataTexts, isReading } from './import-rules.ts'
import { importFailureText } from './imports-queries.ts'
import { Counts, SkippedRows } from './report-parts.tsx'
import { WorthACall } from './worth-a-call.tsx'

interface ReportBodyProps {
  importStatus: ImportStatus | undefined
  onFix: () => void
  /** Closes the dialog around the report when a person is opened. */
  onLeave?: () => void
}

/** Progress or result of an import: counts, opt-outs, extra data and skipped rows. */
export function ReportBody({ importStatus, onFix, onLeave }: ReportBodyProps) {
  const isReadingRows = !importStatus || isReading(importStatus.status)
  return (
    <div className="grid gap-4">
      {isReadingRows && <ReadingProgress importStatus={importStatus} />}
      {importStatus?.status === 'failed' && (
        <p role="alert" className="text-sm text-red">
          {importFailureText(importStatus.failure ?? "We couldn't import the file.")}
        </p>
      )}
      {importStatus?.status === 'undone' && (
        <p className="text-sm text-muted">We removed the contacts this import added.</p>
      )}
      {importStatus && <Counts counts={importStatus} />}
      {importStatus && !isReadingRows && <EnrichmentProgress importStatus={importStatus} />}
      {importStatus?.status === 'done' && importStatus.imported > 0 && (
        <WorthACall importStatus={importStatus} onLeave={onLeave} />
      )}
      {importStatus && <OptOuts importStatus={importStatus} />}
      {importStatus?.agents && <Agents agents={importStatus.agents} />}
      {importStatus && <ExtraData importStatus={importStatus} />}
      {importStatus && <SkippedRows errors={importStatus.errors} />}
      {importStatus?.status === 'done' && importStatus.skipped > 0 && (
        <Corrections importStatus={importStatus} onFix={onFix} />
      )}
    </div>
  )
}

function ReadingProgress({ importStatus }: { importStatus: ImportStatus | undefined }) {
  const percent = Math.round((importStatus?.progress ?? 0) * 100)
  return (
    <div>
      <div className="mb-1.5 flex justify-between text-[13px] text-muted">
        <span>{importStatus?.status === 'queued' ? 'Waiting to start' : 'Reading the file'}</span>
        <span className="tabular-nums">{percent}%</span>
      </div>
      <Progress value={percent} label="Import progress" className="h-2" />
      <p className="mt-2 text-[13px] text-dim">You can close this window. The import continues.</p>
    </div>
  )
}

function EnrichmentProgress({ importStatus }: { importStatus: ImportStatus }) {
  const text = enrichmentProgressText(importStatus.enrichment)
  if (!text || importStatus.status !== 'done') return null
  const { done, waiting } = importStatus.enrichment
  return (
    <div>
      <p role="status" className="mb-1.5 text-[13px] text-muted tabular-nums">
        {text}
      </p>
      <Progress value={done} max={done + waiting} label="Enrichment progress" />
    </div>
  )
}

/** Number of people this file opted out, already blocked, and a link to review them. */
function OptOuts({ importStatus: { optOuts, importId } }: { importStatus: ImportStatus }) {
  if (optOuts.people === 0) return null
  const peopleText = formatQuantity(optOuts.people, 'person', 'people')
  return (
    <p className="rounded-lg bg-raised px-3 py-2 text-sm">
      {peopleText} in this file opted out of some or all contact. We’ve blocked those channels.{' '}
      {optOuts.open > 0 ? (
        <Link
          to={`${urls.importReview}?${new URLSearchParams({ import: importId })}`}
          className="font-medium text-accent underline-offset-2 hover:underline"
        >
          Review {formatCount(optOuts.open)}
        </Link>
      ) : (
        <span className="text-muted">All reviewed.</span>
      )}
    </p>
  )
}

/** Contacts that the file assigned to members, and those whose agent is none. */
function Agents({ agents: { matched, unmatched } }: { agents: AgentCounts }) {
  const lines = [
    matched > 0 && `${formatQuantity(matched, 'contact was', 'contacts were')} assigned as in the file.`,
    unmatched > 0 &&
      `${formatQuantity(unmatched, 'contact has', 'contacts have')} an agent who isn't exactly one of your members. You find the name in the contact's history.`,
  ].filter((line) => line !== false)
  if (lines.length === 0) return null
  return <p className="text-[13px] text-muted">{lines.join(' ')}</p>
}

/** Extra data saved, columns not imported, and warnings. */
function ExtraData({ importStatus: { kept, unknownColumns, warnings } }: { importStatus: ImportStatus }) {
  const texts = extraDataTexts(kept)
  if (texts.length + unknownColumns.length + warnings.length === 0) return null
  return (
    <div className="grid gap-1.5 text-[13px] text-muted">
      {texts.length > 0 && (
        <p>
          <span className="text-text">Also saved:</span> {texts.join(', ')}
        </p>
      )}
      {unknownColumns.length > 0 && (
        <p className="break-words">
          <span className="text-text">Columns not imported:</span> {unknownColumns.join(', ')}
        </p>
      )}
      <Warnings warnings={warnings} />
    </div>
  )
}

/** More warnings are collapsed, so that the next steps stay visible. */
const MAX_WARNINGS = 5

function Warnings({ warnings }: { warnings: readonly string[] }) {
  const warningLines = warnings.map((warning) => (
    <p key={warning} className="text-yellow">
      {warning}
    </p>
  ))
  if (warnings.length <= MAX_WARNINGS) return warningLines
  return (
    <details>
      <summary className="cursor-pointer text-yellow">Some rows have warnings</summary>
      <div className="mt-1.5 grid gap-1.5">{warningLines}</div>
    </details>
  )
}

/** Skipped rows can be fixed here one by one, or downloaded as CSV. */
function Corrections({ importStatus, onFix }: { importStatus: ImportStatus; onFix: () => void }) {
  const { importId, openUntil } = importStatus
  return (
    <div className="-mt-1 flex flex-wrap items-center gap-2">
      {openUntil && (
        <Button size="sm" onClick={onFix}>
          Fix rows
        </Button>
      )}
      <Button size="sm" asChild>
        <a
          href={ofShownOrganization(urlOf('GET /api/imports/{id}/refused.csv', { params: { id: importId } }))}
          download="skipped_rows.csv"
        >
          Download as CSV
        </a>
      </Button>
      <span className="text-[13px] text-dim">
        {openUntil
          ? `You can fix rows until ${formatMomentDay(openUntil)}.`
          : 'You can fix rows for 30 days.'}
      </span>
    </div>
  )
}
