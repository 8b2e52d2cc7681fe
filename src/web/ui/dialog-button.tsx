import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'

interface DialogButtonProps extends Omit<ButtonProps, 'onClick'> {
  dialog: (close: () => void) => ReactNode
}

/** A button that opens a dialog. */
export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)} />
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  )
}
