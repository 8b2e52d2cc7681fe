import type { ReactNode, SubmitEvent } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { messageOf } from '#web/lib/api-error.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

interface ActionDialogProps {
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
export function ActionDialog(props: ActionDialogProps) {
  const { verb, danger = false, pending, error, onClose, onSubmit, reason, children } = props
  return (
    <FormDialog
      title={props.title}
      description={props.description}
      verb={verb}
      danger={danger}
      pending={pending}
      pendingLabel="Saving..."
      refusal={error ? messageOf(error, 'That did not work. Please try again.') : undefined}
      onClose={onClose}
      // A refusal is shown from the mutation's own error.
      onSubmit={(event) => void onSubmit(event).catch(() => {})}
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
    </FormDialog>
  )
}
