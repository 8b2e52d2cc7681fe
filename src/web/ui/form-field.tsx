import type { ReactNode } from 'react'
import type { FieldValues, Path, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'
import { fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'
import { Field, type FieldProps, Input, type InputProps, Select, type SelectProps } from './form.tsx'

interface FormFieldProps<V extends FieldValues, C, T>
  extends Pick<FieldProps, 'label' | 'hint' | 'required' | 'hideLabel'>,
    Omit<InputProps, 'form' | 'name' | 'required' | 'children'> {
  form: UseFormReturn<V, C, T>
  name: Path<V>
  /** Renders a select with these options; the input's properties don't apply to it. */
  options?: SelectProps['options']
  /** Renders a custom control instead of the text input. */
  children?: (registration: UseFormRegisterReturn) => ReactNode
}

/** A field of a form with its error. `className` is the field's, the other properties are the input's. */
export function FormField<V extends FieldValues, C, T>(props: FormFieldProps<V, C, T>) {
  const { form, name, label, hint, required, hideLabel, className, options, children, ...input } = props
  const registered = form.register(name, { ...(input.type === 'number' && { valueAsNumber: true }) })
  const control = options ? (
    <Select {...registered} options={options} />
  ) : (
    <Input autoComplete="off" {...input} {...registered} />
  )
  return (
    <Field
      label={label}
      hint={hint}
      required={required}
      hideLabel={hideLabel}
      className={className}
      error={form.getFieldState(name, form.formState).error?.message}
    >
      {children ? children(registered) : control}
    </Field>
  )
}

/**
 * Shows a failed save in its form: the server's errors at their fields, otherwise its message or the fallback for the
 * whole form. An error in one list item (`keywords.2`) shows at the list's field.
 *
 * @returns whether a field has an error
 */
export function showFormError<V extends FieldValues, C, T>(
  form: UseFormReturn<V, C, T>,
  error: unknown,
  fallback?: string,
): boolean {
  const shownFields = Object.entries(fieldErrorsOf(error)).flatMap(([path, message]) => {
    const [name = ''] = path.split('.')
    return name in form.getValues() ? [{ name: name as Path<V>, message }] : []
  })
  for (const { name, message } of shownFields) form.setError(name, { message })
  if (shownFields.length === 0 && fallback) form.setError('root', { message: messageOf(error, fallback) })
  return shownFields.length > 0
}
