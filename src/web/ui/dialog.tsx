import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { closeOnEscape } from './close-on-escape.ts'
import { useReturnFocus } from './return-focus.ts'

const WIDTHS = { sm: 'sm:max-w-sm', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl' } as const

/** Classes of the scrim behind dialogs and drawers. */
export const SCRIM =
  'fixed inset-0 z-50 bg-scrim data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, main action last. Submit buttons refer to their form by the `form` attribute. */
  footer?: ReactNode
  width?: keyof typeof WIDTHS
}

/** A centered modal; under 640 px it fills the screen. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, width = 'md' } = props
  const returnFocus = useReturnFocus()
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={SCRIM} />
        <Primitive.Content
          {...returnFocus}
          onKeyDown={closeOnEscape(onOpenChange)}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fixed inset-0 z-50 flex flex-col bg-surface data-[state=open]:animate-rise-in data-[state=closed]:animate-fade-out',
            'sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[calc(100dvh-4rem)] sm:w-[calc(100%-2rem)] sm:-translate-1/2',
            'sm:rounded-xl sm:border sm:border-line',
            WIDTHS[width],
          )}
        >
          <header className="pt-5 pr-14 pb-3 pl-5">
            <Primitive.Title className="text-lg leading-7 font-semibold">{title}</Primitive.Title>
            {description && (
              <Primitive.Description className="mt-1 text-sm text-muted">{description}</Primitive.Description>
            )}
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3 max-sm:*:flex-1">
              {footer}
            </footer>
          )}
          {/* Last, so that the first field gets the focus. */}
          <CloseButton className="top-3.5" />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** The X of a dialog or sheet. */
export function CloseButton({ className }: { className: string }) {
  return (
    <Primitive.Close asChild>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label="Close"
        className={cx('absolute right-3 max-md:size-11', className)}
      >
        <X aria-hidden />
      </Button>
    </Primitive.Close>
  )
}
