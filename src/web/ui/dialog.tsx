import { X } from 'lucide-react'
import { type AlertDialog as Alert, Dialog as Primitive } from 'radix-ui'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'

export interface ModalProps extends ComponentProps<typeof Primitive.Content> {
  /** Closed modals stay mounted for their animation. */
  open?: boolean | undefined
  onClose: () => void
  kind?: typeof Primitive | typeof Alert
}

/** The scrim and the content of a modal, without any layout. */
export function Modal({ open = true, onClose, kind: Kind = Primitive, className, ...content }: ModalProps) {
  const previousFocus = useRef<Element | null>(null)
  // Radix sends Escape to the layer opened last, which may be a toast: without this handler the first Escape would
  // close the toast instead of the modal.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    // Keeps the modal under this one open.
    event.preventDefault()
    onClose()
  }
  // Radix returns the focus only to its own triggers; ours are opened from cards, menus and URLs.
  const onCloseAutoFocus = (event: Event) => {
    const element = previousFocus.current
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) return
    event.preventDefault()
    if (element.isConnected) element.focus()
  }
  return (
    <Kind.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Kind.Portal>
        <Kind.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out" />
        <Kind.Content
          {...content}
          onOpenAutoFocus={() => {
            previousFocus.current = document.activeElement
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          onKeyDown={onKeyDown}
          className={cx('fixed z-50 border-line bg-surface', className)}
        />
      </Kind.Portal>
    </Kind.Root>
  )
}

const WIDTHS = { sm: 'sm:max-w-sm', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl' } as const
export const RISE_ANIMATION = 'data-[state=open]:animate-rise-in data-[state=closed]:animate-fade-out'

export interface DialogProps extends Pick<ModalProps, 'open' | 'onClose'> {
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, main action last. Submit buttons refer to their form by the `form` attribute. */
  footer?: ReactNode
  width?: keyof typeof WIDTHS
}

/** A centered modal; under 640 px it fills the screen. */
export function Dialog({ title, description, children, footer, width = 'md', ...modal }: DialogProps) {
  return (
    <Modal
      {...modal}
      {...(description ? {} : { 'aria-describedby': undefined })}
      className={cx(
        'inset-0 flex flex-col sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[calc(100dvh-4rem)]',
        'sm:w-[calc(100%-2rem)] sm:-translate-1/2 sm:rounded-xl sm:border',
        RISE_ANIMATION,
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
    </Modal>
  )
}

/** The X of a dialog or sheet. */
function CloseButton({ className }: { className: string }) {
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

const SIDES = {
  right: 'inset-y-0 right-0 w-full md:w-[clamp(30rem,40vw,35rem)] md:border-l',
  left: 'inset-y-0 left-0 w-72 max-w-[85vw] border-r [--drawer-from:-100%]',
} as const

interface SheetProps extends Pick<ModalProps, 'open' | 'onClose'> {
  /** Accessible name; visible unless `header` replaces it. */
  title: string
  /** Replaces the visible title, for example with an avatar, name and actions. Leave 48 px at its right end. */
  header?: ReactNode
  children?: ReactNode
  /** Right: 480 to 560 px from 768 px up, full width below. Left: 288 px, for a menu. */
  side?: keyof typeof SIDES
  /** Padding and layout of the scrolling body; `px-5 pb-6` unless given. */
  bodyClassName?: string
}

/** A modal drawer. */
export function Sheet({ title, header, children, side = 'right', bodyClassName, ...modal }: SheetProps) {
  return (
    <Modal
      {...modal}
      aria-describedby={undefined}
      className={cx(
        'flex flex-col data-[state=open]:animate-drawer-in data-[state=closed]:animate-drawer-out',
        SIDES[side],
      )}
    >
      <header className={cx('relative px-5 pt-5', header ? 'pb-0' : 'pr-14 pb-4')}>
        <Primitive.Title className={header ? 'sr-only' : 'text-lg leading-7 font-semibold'}>
          {title}
        </Primitive.Title>
        {header}
      </header>
      <div className={cx('min-h-0 flex-1 overflow-y-auto', bodyClassName ?? 'px-5 pb-6')}>{children}</div>
      <CloseButton className="top-4" />
    </Modal>
  )
}
