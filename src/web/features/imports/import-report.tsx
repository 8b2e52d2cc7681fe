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
  onChooseAnother: () => void
}

/** Progress of a running import, then its report. */
export function ImportReport({ importId, onClose, onChooseAnother }: ImportReportProps) {
  const query = useImport(importId)
  const importStatus = query.data
  useImportFinish(importStatus)
  const [isFixing, setIsFixing] = useState(false)
  const isReadingRows = !importStatus || isReading(importStatus.status)
  if (isFixing) {
    return (
      <FixRows
        importId={importId}
        count={importStatus?.skipped ?? 0}
        onBack={() => setIsFixing(false)}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog
      onClose={onClose}
      title={titleOf(importStatus)}
      footer={
        <ReportButtons
          importStatus={importStatus}
          isReadingRows={isReadingRows}
          onClose={onClose}
          onChooseAnother={onChooseAnother}
        />
      }
    >
      {!importStatus && query.error ? (
        <LoadError query={query} text="We couldn't load the progress of the import. The import continues." />
      ) : (
        <ReportBody importStatus={importStatus} onFix={() => setIsFixing(true)} onLeave={onClose} />
      )}
    </Dialog>
  )
}

export function titleOf(importStatus: ImportStatus | undefined): string {
  if (!importStatus || isReading(importStatus.status)) return 'Importing contacts'
  if (importStatus.status === 'failed') return 'Import failed'
  return importStatus.status === 'undone' ? 'Import undone' : 'Import Complete'
}

/** Refreshes the contacts once the import has finished, and shows a failure once. */
export function useImportFinish(importStatus: ImportStatus | undefined): void {
  const refresh = useRefreshContacts()
  const announcedStatus = useRef<ImportStatus['status'] | null>(null)
  const status = importStatus?.status
  const failure = importStatus?.failure
  useEffect(() => {
    if (!status || isReading(status) || announcedStatus.current === status) return
    announcedStatus.current = status
    if (status === 'failed') toastImportFailed(failure ?? "We couldn't import the file.")
    refresh()
  }, [status, failure, refresh])
}

interface ReportButtonsProps {
  importStatus: ImportStatus | undefined
  isReadingRows: boolean
  onClose: () => void
  onChooseAnother: () => void
}

function ReportButtons({ importStatus, isReadingRows, onClose, onChooseAnother }: ReportButtonsProps) {
  if (isReadingRows || !importStatus) return <Button onClick={onClose}>Close</Button>
  return (
    <>
      <UndoImport summary={importStatus} />
      {importStatus.status === 'failed' && <Button onClick={onChooseAnother}>Choose another file</Button>}
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </>
  )
}
