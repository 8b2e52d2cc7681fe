import { useState } from 'react'
import type { ImportSummary } from '#contract/imports.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { useUndoImport } from './imports-queries.ts'

/** Button that undoes an import after confirmation; hidden if that isn't possible. */
export function UndoImport({ current }: { current: ImportSummary }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const undo = useUndoImport()
  if (!current.openUntil || !current.mayUndo || current.imported === 0) return null
  return (
    <>
      <Button variant="danger-quiet" onClick={() => setIsDialogOpen(true)}>
        Undo import
      </Button>
      <AlertDialog
        open={isDialogOpen}
        onOpenChange={setIsDialogOpen}
        title="Undo import?"
        description={`This will permanently delete the ${formatQuantity(current.imported, 'contact', 'contacts')} that this import added, and everything done for them since. This action cannot be undone.`}
        confirmLabel="Undo import"
        pendingLabel="Undoing..."
        pending={undo.isPending}
        onConfirm={() => undo.mutate(current, { onSettled: () => setIsDialogOpen(false) })}
      />
    </>
  )
}
