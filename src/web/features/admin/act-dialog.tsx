import { type ReactNode, type SubmitEvent, useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

interface ActDialogProps {
  title: string
  description: string
  verb: string
  danger?: boolean
  /** Where the reason stands; in both logs unless told otherwise. */
  hint?: string
  pending: boolean
  error: Error | null
  onClose: () => void
  onSubmit: (event: SubmitEvent) => Promise<void>
  reason: { field: UseFormRegisterReturn; error: string | undefined }
  children?: ReactNode
}

/** A form for one act of the operator, with its reason. It stays open where the act was refused. */
export function ActDialog(props: ActDialogProps) {
  const { verb, danger = false, pending, error, onClose, onSubmit, reason, children } = props
  const formId = useId()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={props.title}
      description={props.description}
      footer={
        <>
          <Button onClick={onClose} disabled={pending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={danger ? 'danger' : 'primary'}
            pending={pending}
            pendingLabel="Saving..."
          >
            {verb}
          </Button>
        </>
      }
    >
      {/* A refusal is shown from the mutation's own error. */}
      <form
        id={formId}
        noValidate
        onSubmit={(event) => void onSubmit(event).catch(() => {})}
        className="grid gap-3.5"
      >
        {children}
        <Field
          label="Reason"
          required
          error={reason.error}
          hint={props.hint ?? 'Stands in the audit logs of the organization and of the platform.'}
        >
          <Textarea {...reason.field} rows={2} />
        </Field>
        {error && (
          <p role="alert" className="text-sm text-red">
            {messageOf(error, 'That did not work. Please try again.')}
          </p>
        )}
      </form>
    </Dialog>
  )
}
