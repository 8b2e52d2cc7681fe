import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { downloadRefusedRows, type ImportStatus } from '#contract/imports.ts'
import { addressOf } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { isReading, lookupText } from './import-rules.ts'
import {
  importFailureText,
  toastImportFailed,
  useImport,
  useRefreshContacts,
  useUndoImport,
} from './imports-queries.ts'
import { Counts, RefusedRows } from './report-parts.tsx'

const FixRows = lazy(async () => ({ default: (await import('./fix-rows.tsx')).FixRows }))

interface ImportReportProps {
  importId: string
  onClose: () => void
  /** Back to choosing a file. */
  onAgain: () => void
}

/** An import while it runs, and what it did. */
export function ImportReport({ importId, onClose, onAgain }: ImportReportProps) {
  const { data: current, error, refetch } = useImport(importId)
  useEndOfImport(current)
  const [fixing, setFixing] = useState(false)
  const reading = !current || isReading(current.status)
  if (fixing) {
    return (
      <Suspense fallback={null}>
        <FixRows importId={importId} onBack={() => setFixing(false)} onClose={onClose} />
      </Suspense>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={titleOf(current)}
      footer={<ReportButtons current={current} reading={reading} onClose={onClose} onAgain={onAgain} />}
    >
      {!current && error ? (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-muted">
          {messageOf(error, 'The state of the import could not be read. The import itself goes on.')}
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <div className="grid gap-4">
          {reading && <ReadingProgress current={current} />}
          {current?.status === 'failed' && (
            <p role="alert" className="text-sm text-red">
              {importFailureText(current.failure ?? 'The file could not be imported.')}
            </p>
          )}
          {current?.status === 'undone' && (
            <p className="text-sm text-muted">The contacts that this import added were removed.</p>
          )}
          {current && <Counts counts={current} />}
          {current && !reading && <Lookups current={current} />}
          {current && <RefusedRows errors={current.errors} />}
          {current?.status === 'done' && current.errors.length > 0 && (
            <Corrections importId={importId} onFix={() => setFixing(true)} />
          )}
        </div>
      )}
    </Dialog>
  )
}

function titleOf(current: ImportStatus | undefined): string {
  if (!current || isReading(current.status)) return 'Importing contacts'
  if (current.status === 'failed') return 'Import failed'
  return current.status === 'undone' ? 'Import undone' : 'Import Complete'
}

/** The list shows the new people once the rows are in; a failure is told once, too. */
function useEndOfImport(current: ImportStatus | undefined): void {
  const refresh = useRefreshContacts()
  const told = useRef<ImportStatus['status'] | null>(null)
  const status = current?.status
  const failure = current?.failure
  useEffect(() => {
    if (!status || isReading(status) || told.current === status) return
    told.current = status
    if (status === 'failed') toastImportFailed(failure ?? 'The file could not be imported.')
    refresh()
  }, [status, failure, refresh])
}

function ReadingProgress({ current }: { current: ImportStatus | undefined }) {
  const percent = Math.round((current?.progress ?? 0) * 100)
  return (
    <div>
      <div className="mb-1.5 flex justify-between text-[13px] text-muted">
        <span>Reading the file</span>
        <span className="tabular-nums">{percent}&nbsp;%</span>
      </div>
      <Progress value={percent} label="Import progress" className="h-2" />
      <p className="mt-2 text-[13px] text-dim">You can close this window: the import goes on without it.</p>
    </div>
  )
}

function Lookups({ current }: { current: ImportStatus }) {
  const text = lookupText(current.enrichment)
  if (!text || current.status !== 'done') return null
  const { done, waiting } = current.enrichment
  return (
    <div>
      <p role="status" className="mb-1.5 text-[13px] text-muted tabular-nums">
        {text}
      </p>
      <Progress value={done} max={done + waiting} label="Lookup progress" />
    </div>
  )
}

/** Two ways to put refused rows right: here, one by one, or in a spreadsheet. */
function Corrections({ importId, onFix }: { importId: string; onFix: () => void }) {
  const address = addressOf(downloadRefusedRows, { params: { id: importId } })
  return (
    <div className="-mt-1 flex flex-wrap gap-2">
      <Button size="sm" onClick={onFix}>
        Fix rows
      </Button>
      <Button size="sm" asChild>
        <a href={address} download="refused_rows.csv">
          Download as CSV
        </a>
      </Button>
    </div>
  )
}

interface ReportButtonsProps {
  current: ImportStatus | undefined
  reading: boolean
  onClose: () => void
  onAgain: () => void
}

function ReportButtons({ current, reading, onClose, onAgain }: ReportButtonsProps) {
  const [asking, setAsking] = useState(false)
  const undo = useUndoImport()
  if (reading || !current) return <Button onClick={onClose}>Close</Button>
  return (
    <>
      {current.status === 'done' && current.imported > 0 && (
        <Button variant="danger-quiet" onClick={() => setAsking(true)}>
          Undo import
        </Button>
      )}
      {current.status === 'failed' && <Button onClick={onAgain}>Choose another file</Button>}
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Undo import?"
        description={`This will permanently delete the ${formatQuantity(current.imported, 'contact', 'contacts')} that this import added, with everything done for them since. This action cannot be undone.`}
        confirmLabel="Undo import"
        pendingLabel="Undoing..."
        pending={undo.isPending}
        onConfirm={() => undo.mutate(current, { onSettled: () => setAsking(false) })}
      />
    </>
  )
}
