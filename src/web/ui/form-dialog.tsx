import { type ReactNode, type SubmitEvent, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'width'> {
  /** Label of the submit button. */
  verb: string
  pendingLabel?: string
  pending?: boolean
  danger?: boolean
  disabled?: boolean
  /** Enables Cancel; by default except while pending. */
  cancelable?: boolean
  /** The server's error if it doesn't belong to a field. */
  refusal?: string | undefined
  onClose: () => void
  onSubmit: (event: SubmitEvent) => void
  children: ReactNode
}

/** An open dialog with a form, Cancel and a submit button. */
export function FormDialog(props: FormDialogProps) {
  const { verb, pendingLabel, pending = false, danger = false, disabled, refusal, onClose, onSubmit } = props
  const { cancelable = !pending, width = 'md' } = props
  const formId = useId()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={props.title}
      description={props.description}
      width={width}
      footer={
        <>
          <Button disabled={!cancelable} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={danger ? 'danger' : 'primary'}
            disabled={disabled}
            pending={pending}
            pendingLabel={pendingLabel}
          >
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
        {props.children}
        {refusal && (
          <p role="alert" className="text-sm text-red">
            {refusal}
          </p>
        )}
      </form>
    </Dialog>
  )
}
