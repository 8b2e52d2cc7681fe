import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { closeOnEscape } from './close-on-escape.ts'
import { CloseButton, SCRIM } from './dialog.tsx'
import { useReturnFocus } from './return-focus.ts'

const SIDES = {
  right: 'inset-y-0 right-0 w-full md:w-[clamp(30rem,40vw,35rem)] md:border-l',
  left: 'inset-y-0 left-0 w-72 max-w-[85vw] border-r [--drawer-from:-100%]',
} as const

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Accessible name; visible unless `header` replaces it. */
  title: string
  /** Replaces the visible title, for example by avatar, name and actions. Leave 48 px at its right end. */
  header?: ReactNode
  children?: ReactNode
  /** Right: 480 to 560 px from 768 px up, full width below. Left: 288 px, for a menu. */
  side?: keyof typeof SIDES
  /** Padding and layout of the scrolling body; `px-5 pb-6` unless given. */
  bodyClassName?: string
}

/** A modal drawer. */
export function Sheet(props: SheetProps) {
  const { open, onOpenChange, title, header, children, side = 'right' } = props
  const returnFocus = useReturnFocus()
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={SCRIM} />
        <Primitive.Content
          {...returnFocus}
          onKeyDown={closeOnEscape(onOpenChange)}
          aria-describedby={undefined}
          className={cx(
            'fixed z-50 flex flex-col border-line bg-surface data-[state=open]:animate-drawer-in data-[state=closed]:animate-drawer-out',
            SIDES[side],
          )}
        >
          <header className={cx('relative px-5 pt-5', header ? 'pb-0' : 'pr-14 pb-4')}>
            <Primitive.Title className={header ? 'sr-only' : 'text-lg leading-7 font-semibold'}>
              {title}
            </Primitive.Title>
            {header}
          </header>
          <div className={cx('min-h-0 flex-1 overflow-y-auto', props.bodyClassName ?? 'px-5 pb-6')}>
            {children}
          </div>
          <CloseButton className="top-4" />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
