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
  /** The hint about where the reason is recorded; names both audit logs by default. */
  hint?: string
  pending: boolean
  error: Error | null
  onClose: () => void
  onSubmit: (event: SubmitEvent) => Promise<void>
  reason: { field: UseFormRegisterReturn; error: string | undefined }
  children?: ReactNode
}

/** A form for one operator action and its reason. Stays open if the action fails. */
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
      refusal={error ? messageOf(error, "That didn't work. Try again.") : undefined}
      onClose={onClose}
      // The error shows through the mutation's own state.
      onSubmit={(event) => void onSubmit(event).catch(() => {})}
    >
      {children}
      <Field
        label="Reason"
        required
        error={reason.error}
        hint={props.hint ?? "Recorded in the organization's and the platform's audit logs."}
      >
        <Textarea {...reason.field} rows={2} />
      </Field>
    </FormDialog>
  )
}
