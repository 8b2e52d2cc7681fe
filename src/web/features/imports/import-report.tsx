import { useEffect, useRef, useState } from 'react'
import type { ImportStatus } from '#contract/imports.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { LoadError } from '#web/ui/states.tsx'
import { isReading } from './import-rules.ts'
import { toastImportFailed, useImport, useRefreshContacts } from './imports-queries.ts'
import { ReportBody } from './report-body.tsx'
import { UndoImport } from './undo-import.tsx'

const FixRows = lazyDialog(async () => (await import('./fix-rows.tsx')).FixRows)

interface ImportReportProps {
  importId: string
  onClose: () => void
  /** Back to choosing a file. */
  onAgain: () => void
}

/** Progress of a running import, then its report. */
export function ImportReport({ importId, onClose, onAgain }: ImportReportProps) {
  const query = useImport(importId)
  const current = query.data
  useImportFinish(current)
  const [fixing, setFixing] = useState(false)
  const reading = !current || isReading(current.status)
  if (fixing) {
    return (
      <FixRows
        importId={importId}
        count={current?.skipped ?? 0}
        onBack={() => setFixing(false)}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog
      onClose={onClose}
      title={titleOf(current)}
      footer={<ReportButtons current={current} reading={reading} onClose={onClose} onAgain={onAgain} />}
    >
      {!current && query.error ? (
        <LoadError query={query} text="We couldn't load the progress of the import. The import continues." />
      ) : (
        <ReportBody current={current} onFix={() => setFixing(true)} onLeave={onClose} />
      )}
    </Dialog>
  )
}

export function titleOf(current: ImportStatus | undefined): string {
  if (!current || isReading(current.status)) return 'Importing contacts'
  if (current.status === 'failed') return 'Import failed'
  return current.status === 'undone' ? 'Import undone' : 'Import Complete'
}

/** Refreshes the contacts once the import has finished, and shows a failure once. */
export function useImportFinish(current: ImportStatus | undefined): void {
  const refresh = useRefreshContacts()
  const announcedStatus = useRef<ImportStatus['status'] | null>(null)
  const status = current?.status
  const failure = current?.failure
  useEffect(() => {
    if (!status || isReading(status) || announcedStatus.current === status) return
    announcedStatus.current = status
    if (status === 'failed') toastImportFailed(failure ?? "We couldn't import the file.")
    refresh()
  }, [status, failure, refresh])
}

interface ReportButtonsProps {
  current: ImportStatus | undefined
  reading: boolean
  onClose: () => void
  onAgain: () => void
}

function ReportButtons({ current, reading, onClose, onAgain }: ReportButtonsProps) {
  if (reading || !current) return <Button onClick={onClose}>Close</Button>
  return (
    <>
      <UndoImport current={current} />
      {current.status === 'failed' && <Button onClick={onAgain}>Choose another file</Button>}
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </>
  )
}
