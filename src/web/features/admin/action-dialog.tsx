import type { ReactNode } from 'react'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { Textarea } from '#web/ui/form.tsx'
import { FormDialog, type FormDialogProps } from '#web/ui/form-dialog.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { type ToastMessage, toast } from '#web/ui/toast.tsx'
import { useActionForm } from '#web/ui/use-action-form.ts'

interface ActionDialogProps<Input extends FieldValues, Values, Result>
  extends Pick<FormDialogProps, 'title' | 'description' | 'verb' | 'danger' | 'pendingLabel' | 'onClose'> {
  /** The hint about where the reason is recorded; names both audit logs by default. */
  hint?: string
  schema: z.ZodType<Values, Input>
  defaultValues: DefaultValues<Input>
  send: (values: Values) => Promise<Result>
  successToast: (result: Result) => ToastMessage
  /** The fields above the reason. */
  children?: (form: UseFormReturn<Input, unknown, Values>) => ReactNode
}

/** A form for one operator action and its reason. Stays open if the action fails. */
export function ActionDialog<Input extends FieldValues & { reason: string }, Values, Result>(
  props: ActionDialogProps<Input, Values, Result>,
) {
  const { hint = "Recorded in the organization's and the platform's audit logs.", children, ...rest } = props
  const { schema, defaultValues, send, successToast, ...dialogProps } = rest
  const { form, dialog } = useActionForm({
    schema,
    defaultValues,
    send,
    onDone: (result) => {
      toast(successToast(result))
      dialogProps.onClose()
    },
    fallback: "That didn't work. Try again.",
  })
  return (
    <FormDialog {...dialogProps} {...dialog}>
      {children?.(form)}
      <FormField form={form} name={'reason' as Path<Input>} label="Reason" required hint={hint}>
        {(field) => <Textarea {...field} rows={2} />}
      </FormField>
    </FormDialog>
  )
}
