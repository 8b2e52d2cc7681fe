import type { ReactNode, SubmitEvent } from 'react'
import { Field } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'

interface TypedConfirmationProps {
  title: string
  description: string
  /** Label of the text to type, such as "Name of the organization". */
  label: string
  error: string | undefined
  children: ReactNode
  verb: string
  pending: boolean
  pendingLabel: string
  onClose: () => void
  onSubmit: (event: SubmitEvent) => void
  /** More inputs below the field. */
  more?: ReactNode
}

/** Confirms a permanent deletion by typing a text. */
export function TypedConfirmation(props: TypedConfirmationProps) {
  const { label, error, children, verb, pending, pendingLabel, onClose, onSubmit } = props
  return (
    <FormDialog
      title={props.title}
      description={props.description}
      verb={verb}
      danger
      pending={pending}
      pendingLabel={pendingLabel}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <Field label={label} required error={error}>
        {children}
      </Field>
      {props.more}
    </FormDialog>
  )
}
