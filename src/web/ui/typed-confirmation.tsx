import { type ReactNode, type SubmitEvent, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'

interface TypedConfirmationProps {
  title: string
  description: string
  /** What is typed, such as "Name of the organization". */
  label: string
  error: string | undefined
  /** The input. */
  children: ReactNode
  verb: string
  pending: boolean
  pendingLabel: string
  onClose: () => void
  onSubmit: (event: SubmitEvent) => void
  /** What else is asked, below the field. */
  more?: ReactNode
}

/** Asks to type what is about to go for good, before it goes. */
export function TypedConfirmation(props: TypedConfirmationProps) {
  const { label, error, children, verb, pending, pendingLabel, onClose, onSubmit } = props
  const formId = useId()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={props.title}
      description={props.description}
      footer={
        <>
          <Button disabled={pending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" pending={pending} pendingLabel={pendingLabel}>
            {verb}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(event)
        }}
        className="grid gap-3.5"
      >
        <Field label={label} required error={error}>
          {children}
        </Field>
        {props.more}
      </form>
    </Dialog>
  )
}
