import { ChevronLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { ImportStatus } from '#contract/imports.ts'
import { RequireSubscription } from '#web/features/auth/protected.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatMoment, formatMomentDay, joinPresent } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { titleOf, useImportFinish } from './import-report.tsx'
import { importName } from './import-rules.ts'
import { useImport } from './imports-queries.ts'
import { ReportBody } from './report-body.tsx'
import { UndoImport } from './undo-import.tsx'

const FixRows = lazy(async () => ({ default: (await import('./fix-rows.tsx')).FixRows }))

export const meta = privatePage('Import report')

/** The report of one import; skipped rows can be fixed and the import undone for 30 days. */
export default function ImportPage() {
  const { id = '' } = useParams()
  return (
    <RequireSubscription>
      <section aria-labelledby="import-heading" className="max-w-3xl px-4 pt-4 pb-20 sm:px-5">
        <Link
          to={urls.imports}
          className="-ml-1 inline-flex min-h-6 items-center gap-1 rounded-sm text-[13px] text-muted hover:text-text"
        >
          <ChevronLeft aria-hidden className="size-4" />
          Imports
        </Link>
        <Report key={id} importId={id} />
      </section>
    </RequireSubscription>
  )
}

function Report({ importId }: { importId: string }) {
  const { data: current, error, refetch } = useImport(importId)
  useImportFinish(current)
  const [fixing, setFixing] = useState(false)
  if (!current && error) {
    return (
      <EmptyState
        title="We couldn't load this import"
        description={messageOf(error, 'Check your connection and try again.')}
        actions={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    )
  }
  if (!current) return <Skeleton className="mt-3 h-72" />
  const stopFixing = () => setFixing(false)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h1 id="import-heading" className="text-xl break-words">
            {importName(current)}
          </h1>
          <p className="mt-0.5 text-[13px] text-muted">{importedText(current)}</p>
        </div>
        <UndoImport current={current} />
      </div>
      <Card className="mt-4 p-4 sm:p-5">
        <h2 className="mb-4 text-base">{titleOf(current)}</h2>
        <ReportBody current={current} onFix={() => setFixing(true)} />
      </Card>
      {fixing && (
        <Suspense fallback={null}>
          <FixRows importId={importId} count={current.skipped} onBack={stopFixing} onClose={stopFixing} />
        </Suspense>
      )}
    </>
  )
}

function importedText({ createdAt, importedBy, openUntil }: ImportStatus): string {
  const undo = openUntil && `Can be undone until ${formatMomentDay(openUntil)}`
  return joinPresent([formatMoment(createdAt), importedBy, undo], ' · ')
}
