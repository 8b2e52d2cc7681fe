import type { ImportSummary } from '#contract/imports.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { useUndoImport } from './imports-queries.ts'

/** Button that undoes an import after confirmation; hidden if that isn't possible. */
export function UndoImport({ summary }: { summary: ImportSummary }) {
  const undo = useUndoImport()
  if (!summary.openUntil || !summary.mayUndo || summary.imported === 0) return null
  return (
    <DialogButton
      variant="danger-quiet"
      dialog={(close) => (
        <AlertDialog
          onClose={close}
          title="Undo import?"
          description={`This will permanently delete the ${formatQuantity(summary.imported, 'contact', 'contacts')} that this import added, and everything added to them since. This action cannot be undone.`}
          confirmLabel="Undo import"
          pendingLabel="Undoing..."
          pending={undo.isPending}
          onConfirm={() => undo.mutate(summary, { onSettled: close })}
        />
      )}
    >
      Undo import
    </DialogButton>
  )
}
