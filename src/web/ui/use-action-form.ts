import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { showFormError } from './form-field.tsx'

interface ActionFormOptions<Input extends FieldValues, Values, Result> {
  schema: z.ZodType<Values, Input>
  defaultValues: DefaultValues<Input>
  /** Sends the valid values. */
  send: (values: Values) => Promise<Result>
  onDone: (result: Result, values: Values) => void
  /** Error message if the server gives no reason. */
  fallback?: string
}

/** A form for one action. Shows the server's errors at their fields; spread `dialog` into a FormDialog. */
export function useActionForm<Input extends FieldValues, Values, Result>(
  options: ActionFormOptions<Input, Values, Result>,
) {
  const { schema, defaultValues, send, onDone, fallback } = options
  const form = useForm<Input, unknown, Values>({ resolver: zodResolver(schema), defaultValues })
  const { errors, isSubmitting } = form.formState
  const onSubmit = form.handleSubmit(async (values) => {
    try {
      onDone(await send(values), values)
    } catch (error) {
      showFormError(form, error, fallback)
    }
  })
  return { form, dialog: { pending: isSubmitting, error: errors.root?.message, onSubmit } }
}
