import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FileChoice } from './file-choice.tsx'
import { ImportReport } from './import-report.tsx'
import { useUploadCsv } from './imports-queries.ts'
import { useChosenFile } from './use-chosen-file.ts'

/** Chooses a file, says what the import costs at most, and follows it until its report. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const choice = useChosenFile()
  const [enrich, setEnrich] = useState(true)
  const [importId, setImportId] = useState<string | null>(null)
  const upload = useUploadCsv()

  const start = (file: File) => upload.mutate({ file, enrich }, { onSuccess: setImportId })
  const again = () => {
    setImportId(null)
    choice.clear()
  }

  if (importId) return <ImportReport importId={importId} onClose={onClose} onAgain={again} />
  const { file } = choice
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Import Contacts"
      description="Add many people at once from a CSV file, for example an export of your address book or CRM."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!file}
            pending={upload.isPending}
            pendingLabel="Uploading..."
            onClick={() => file && start(file)}
          >
            Start import
          </Button>
        </>
      }
    >
      <FileChoice choice={choice} enrich={enrich} onEnrich={setEnrich} disabled={upload.isPending} />
    </Dialog>
  )
}
