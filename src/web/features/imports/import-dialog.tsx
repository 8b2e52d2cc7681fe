import { useState } from 'react'
import type { ImportTarget } from '#contract/imports.ts'
import type { CoupleChoice, CsvMapping } from '#domain/contact-files/csv-fields.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { useMembers } from '#web/features/organization/members.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { AssignChoice } from './assign-choice.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { FileChoice } from './file-choice.tsx'
import { ImportReport } from './import-report.tsx'
import { usePreview, useUploadFile } from './imports-queries.ts'
import { useChosenFile } from './use-chosen-file.ts'

/** Chooses a file, shows its column mapping and maximum cost, then the import's progress and report. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const choice = useChosenFile()
  const [mapping, setMapping] = useState<CsvMapping | null>(null)
  const [couples, setCouples] = useState<CoupleChoice>('one')
  const [enrich, setEnrich] = useState(true)
  const [assignTo, setAssignTo] = useState<ImportTarget>('file')
  const { access } = useMember()
  const members = useMembers()
  const mayAssign = access === 'all' && members.length > 1
  const [importId, setImportId] = useState<string | null>(null)
  const upload = useUploadFile()
  const preview = usePreview(choice.kind === 'csv' ? choice.file : null)

  // Corrections of an earlier file with the same header apply until changed.
  const corrections = mapping ?? preview.data?.remembered ?? null

  const reset = () => {
    setMapping(null)
    setCouples('one')
    setAssignTo('file')
    choice.clear()
  }
  const start = (file: File) =>
    upload.mutate(
      {
        ...{ file, kind: choice.kind, enrich, mapping: corrections, couples },
        assignTo: mayAssign ? assignTo : null,
      },
      { onSuccess: setImportId },
    )
  const startOver = () => {
    setImportId(null)
    reset()
  }

  if (importId) return <ImportReport importId={importId} onClose={onClose} onChooseAnother={startOver} />
  const { file } = choice
  return (
    <Dialog
      onClose={onClose}
      title="Import Contacts"
      description="Import a CSV file, such as an export from your CRM or address book, or a vCard file (.vcf)."
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
      <FileChoice
        choice={{ ...choice, clear: reset }}
        enrich={enrich}
        onEnrich={setEnrich}
        disabled={upload.isPending}
      >
        {preview.data && (
          <ColumnMapping
            preview={preview.data}
            corrections={corrections ?? {}}
            onCorrections={setMapping}
            couples={couples}
            onCouples={setCouples}
            disabled={upload.isPending}
          />
        )}
        {file && mayAssign && (
          <AssignChoice value={assignTo} onValue={setAssignTo} disabled={upload.isPending} />
        )}
      </FileChoice>
    </Dialog>
  )
}
