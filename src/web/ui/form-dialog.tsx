import { AlertDialog as Alert } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { Dialog, type DialogProps, Modal, type ModalProps, RISE_ANIMATION } from './dialog.tsx'
import { Field, Input } from './form.tsx'

interface AlertDialogProps extends Pick<ModalProps, 'open' | 'onClose'> {
  title: ReactNode
  description: ReactNode
  /** Additional input, such as a checkbox. */
  children?: ReactNode
  confirmLabel: ReactNode
  cancelLabel?: ReactNode
  /** Called on confirm. The caller closes the dialog, so that it stays open after a failure. */
  onConfirm: () => void
  pending?: boolean
  pendingLabel?: ReactNode
  /** Red confirm button (default). */
  destructive?: boolean
}

/** Confirmation dialog; focus starts on Cancel. */
export function AlertDialog(props: AlertDialogProps) {
  const { open, onClose, pending, destructive = true } = props
  return (
    <Modal
      kind={Alert}
      open={open}
      onClose={onClose}
      className={cx(
        'top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-md -translate-1/2 overflow-y-auto',
        'rounded-xl border p-5',
        RISE_ANIMATION,
      )}
    >
      <Alert.Title className="text-lg font-semibold">{props.title}</Alert.Title>
      <Alert.Description className="mt-2 text-sm text-muted">{props.description}</Alert.Description>
      {props.children}
      <div className="mt-5 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        <Alert.Cancel asChild>
          <Button disabled={pending}>{props.cancelLabel ?? 'Cancel'}</Button>
        </Alert.Cancel>
        <Button
          variant={destructive ? 'danger' : 'primary'}
          pending={pending}
          pendingLabel={props.pendingLabel}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </div>
    </Modal>
  )
}

interface FormButtonsProps extends Pick<DialogProps, 'onClose'> {
  /** Label of the submit button. */
  verb: string
  /** "Saving..." for verbs that start with Save; any other verb stays. */
  pendingLabel?: string
  pending?: boolean
  danger?: boolean
  disabled?: boolean
  /** Enables Cancel; by default except while pending. */
  cancelable?: boolean
}

/** Cancel and the submit button of a dialog's form. */
export function FormButtons(props: FormButtonsProps & { formId: string }) {
  const { verb, pending = false, cancelable = !pending } = props
  const pendingLabel = props.pendingLabel ?? (verb.startsWith('Save') ? 'Saving...' : verb)
  return (
    <>
      <Button disabled={!cancelable} onClick={props.onClose}>
        Cancel
      </Button>
      <Button
        type="submit"
        form={props.formId}
        variant={props.danger ? 'danger' : 'primary'}
        disabled={props.disabled}
        pending={pending}
        pendingLabel={pendingLabel}
      >
        {verb}
      </Button>
    </>
  )
}

export interface FormDialogProps
  extends FormButtonsProps,
    Pick<DialogProps, 'title' | 'description' | 'width'> {
  /** An error that doesn't belong to a field. */
  error?: string | Error | null | undefined
  /** May reject: the caller shows the failure, usually by `error`. */
  onSubmit: () => unknown
  children?: ReactNode
}

/** An open dialog with a form, Cancel and a submit button. */
export function FormDialog(props: FormDialogProps) {
  const { error, onClose, onSubmit } = props
  const formId = useId()
  return (
    <Dialog
      title={props.title}
      description={props.description}
      width={props.width}
      onClose={onClose}
      footer={<FormButtons {...props} formId={formId} />}
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // React passes it on to a form around the dialog's button.
          event.stopPropagation()
          Promise.resolve(onSubmit()).catch(() => {})
        }}
        className="grid gap-3.5"
      >
        {props.children}
        {error && (
          <p role="alert" className="text-sm text-red">
            {typeof error === 'string' ? error : messageOf(error, "That didn't work. Try again.")}
          </p>
        )}
      </form>
    </Dialog>
  )
}

interface TypedConfirmationProps extends Omit<FormDialogProps, 'children' | 'error' | 'danger'> {
  /** Label of the text to type. */
  label: string
  type?: 'text' | 'email'
  /** The text to type, and the error for any other text. */
  expected: string
  mismatch: string
  /** The server's error. */
  error: string | undefined
}

/** Confirms a permanent deletion by typing a text. */
export function TypedConfirmation(props: TypedConfirmationProps) {
  const { label, type = 'text', expected, mismatch, error, onSubmit, ...dialog } = props
  const [input, setInput] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const normalizedInput = type === 'email' ? input.trim().toLowerCase() : input.trim()
  return (
    <FormDialog
      {...dialog}
      danger
      onSubmit={() => (normalizedInput === expected ? onSubmit() : setIsWrong(true))}
    >
      <Field label={label} required error={isWrong ? mismatch : error}>
        <Input
          type={type}
          autoComplete="off"
          value={input}
          onValue={(value) => {
            setIsWrong(false)
            setInput(value)
          }}
        />
      </Field>
    </FormDialog>
  )
}
