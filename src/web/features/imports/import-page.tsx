import { useState } from 'react'
import { useParams } from 'react-router'
import type { ImportStatus } from '#contract/imports.ts'
import type { PageHandle } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { formatMoment, formatMomentDay, joinPresent } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Card } from '#web/ui/card.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { BackLink } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { titleOf, useImportFinish } from './import-report.tsx'
import { importName } from './import-rules.ts'
import { useImport } from './imports-queries.ts'
import { ReportBody } from './report-body.tsx'
import { UndoImport } from './undo-import.tsx'

const FixRows = lazyDialog(async () => (await import('./fix-rows.tsx')).FixRows)

export const meta = privatePage('Import report')
export const handle: PageHandle = { needs: 'subscription' }

/** The report of one import; skipped rows can be fixed and the import undone for 30 days. */
export default function ImportPage() {
  const { id = '' } = useParams()
  return (
    <section aria-labelledby="import-heading" className="max-w-3xl px-4 pt-4 pb-20 sm:px-5">
      <BackLink label="Imports" to={urls.imports} />
      <Report key={id} importId={id} />
    </section>
  )
}

function Report({ importId }: { importId: string }) {
  const query = useImport(importId)
  useImportFinish(query.data)
  const [isFixing, setIsFixing] = useState(false)
  const stopFixing = () => setIsFixing(false)
  return (
    <Loaded query={query} failure="We couldn't load this import" pending={<Skeleton className="mt-3 h-72" />}>
      {(importStatus) => (
        <>
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
            <div className="min-w-0">
              <h1 id="import-heading" className="text-xl break-words">
                {importName(importStatus)}
              </h1>
              <p className="mt-0.5 text-[13px] text-muted">{importedText(importStatus)}</p>
            </div>
            <UndoImport summary={importStatus} />
          </div>
          <Card className="mt-4 p-4 sm:p-5">
            <h2 className="mb-4 text-base">{titleOf(importStatus)}</h2>
            <ReportBody importStatus={importStatus} onFix={() => setIsFixing(true)} />
          </Card>
          {isFixing && (
            <FixRows
              importId={importId}
              count={importStatus.skipped}
              onBack={stopFixing}
              onClose={stopFixing}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

function importedText({ createdAt, importedBy, openUntil }: ImportStatus): string {
  const undo = openUntil && `Can be undone until ${formatMomentDay(openUntil)}`
  return joinPresent([formatMoment(createdAt), importedBy, undo], ' · ')
}
