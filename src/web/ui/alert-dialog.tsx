import { AlertDialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { closeOnEscape } from './close-on-escape.ts'
import { SCRIM } from './dialog.tsx'
import { useReturnFocus } from './return-focus.ts'

export interface AlertDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
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
  const { open, onOpenChange, title, description, onConfirm, pending, destructive = true } = props
  const returnFocus = useReturnFocus()
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={SCRIM} />
        <Primitive.Content
          {...returnFocus}
          onKeyDown={closeOnEscape(onOpenChange)}
          className={
            'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-md -translate-1/2 overflow-y-auto ' +
            'rounded-xl border border-line bg-surface p-5 data-[state=open]:animate-rise-in data-[state=closed]:animate-fade-out'
          }
        >
          <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
          <Primitive.Description className="mt-2 text-sm text-muted">{description}</Primitive.Description>
          {props.children}
          <div className="mt-5 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
            <Primitive.Cancel asChild>
              <Button disabled={pending}>{props.cancelLabel ?? 'Cancel'}</Button>
            </Primitive.Cancel>
            <Button
              variant={destructive ? 'danger' : 'primary'}
              pending={pending}
              pendingLabel={props.pendingLabel}
              onClick={onConfirm}
            >
              {props.confirmLabel}
            </Button>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
