import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

export interface TooltipProps {
  /** Short text; never the only place something is said, for touch screens do not show it. */
  content: ReactNode
  /** One focusable element. */
  children: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
}

/** Words beside a control on hover and focus, after 300 ms. */
export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={300}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-70 max-w-72 rounded-md border border-line-strong bg-popover px-2 py-1 text-xs text-text data-[state=delayed-open]:animate-fade-in"
          >
            {content}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
