import { Download, Sparkles, Trash2, UserCheck, X } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { formatCount, formatQuantity } from '#web/lib/format.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { useBulkActions } from './use-bulk-actions.tsx'
import type { ContactsUrlState } from './use-contacts-url-state.ts'
import type { ContactSelection } from './use-selection.ts'

interface SelectionBarProps {
  selection: ContactSelection
  address: ContactsUrlState
  /** Number of matching contacts as the list counts them: `2418` or `1000+`. */
  total: string | null
}

type BulkDialog = 'enrich' | 'assign' | 'delete' | null

/** Bulk actions on the selected contacts. Delete, export and selecting all matches are for administrators. */
export function SelectionBar({ selection, address, total }: SelectionBarProps) {
  const { user } = useCurrentUser()
  const isAdministrator = user !== null && user.role !== 'MEMBER'
  const [openDialog, setOpenDialog] = useState<BulkDialog>(null)
  const close = () => setOpenDialog(null)
  const work = useBulkActions({ selection, address })
  // The dialog closes, so that the progress is visible.
  const start = (_: Promise<void>) => close()
  const people = peopleText(selection, total)
  const matching = total === null ? null : countText(total)
  return (
    <section
      aria-label="Selected contacts"
      data-action-bar
      className="sticky bottom-3 z-20 max-sm:bottom-18 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-xl border border-line-strong bg-popover p-2 pl-3.5"
    >
      {work.running ? (
        <div className="flex min-w-56 items-center gap-3 py-1 pr-2">
          <p role="status" className="text-sm whitespace-nowrap tabular-nums">
            {work.running.label} {formatCount(work.running.done)}
          </p>
          {!selection.all && (
            <Progress
              label={work.running.label}
              value={work.running.done}
              max={selection.ids.size}
              className="flex-1"
            />
          )}
        </div>
      ) : (
        <>
          <p role="status" className="text-sm font-medium whitespace-nowrap tabular-nums">
            {people} selected
          </p>
          {isAdministrator && !selection.all && matching !== null && (
            <Button size="sm" variant="ghost" onClick={selection.selectAll}>
              Select all {matching} matching
            </Button>
          )}
          <div className="flex flex-wrap gap-1.5 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:*:h-11">
            <Button size="sm" onClick={() => setOpenDialog('enrich')}>
              <Sparkles aria-hidden />
              Enrich
            </Button>
            <Button size="sm" onClick={() => setOpenDialog('assign')}>
              <UserCheck aria-hidden />
              Assign
            </Button>
            {isAdministrator && (
              <>
                <Button size="sm" onClick={() => void work.exportCsv()}>
                  <Download aria-hidden />
                  Export CSV
                </Button>
                <Button size="sm" variant="danger-quiet" onClick={() => setOpenDialog('delete')}>
                  <Trash2 aria-hidden />
                  Delete
                </Button>
              </>
            )}
            <Button
              size="icon-sm"
              variant="ghost"
              aria-label="Clear selection"
              onClick={selection.clear}
              className="max-sm:absolute max-sm:top-1.5 max-sm:right-1.5 max-sm:w-11"
            >
              <X aria-hidden />
            </Button>
          </div>
        </>
      )}
      <AlertDialog
        open={openDialog === 'enrich'}
        onOpenChange={(open) => !open && close()}
        title={`Enrich ${people}?`}
        description="Each match uses 1 credit. Contacts matched in the last 24 hours are skipped. Enrichment runs in the background and pauses when you run out of credits."
        confirmLabel="Enrich"
        destructive={false}
        onConfirm={() => start(work.enrich())}
      />
      <AlertDialog
        open={openDialog === 'delete'}
        onOpenChange={(open) => !open && close()}
        title={`Delete ${people}?`}
        description={`This will permanently delete ${people} and all associated data. This action cannot be undone.`}
        confirmLabel={`Delete ${people}`}
        onConfirm={() => start(work.remove())}
      />
      {openDialog === 'assign' && (
        <AssignDialog
          people={people}
          onAssign={(userId, name) => start(work.assign(userId, name))}
          onClose={close}
        />
      )}
    </section>
  )
}

/** `12 contacts`; with all selected, the number of matches. */
function peopleText({ all, ids }: ContactSelection, total: string | null): string {
  if (!all) return formatQuantity(ids.size, 'contact', 'contacts')
  if (total === null) return 'All contacts'
  return total === '1' ? '1 contact' : `${countText(total)} contacts`
}

function countText(total: string): string {
  return total.endsWith('+') ? `${formatCount(Number.parseInt(total, 10))}+` : formatCount(Number(total))
}
