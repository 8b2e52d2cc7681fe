import { ChevronRight } from 'lucide-react'
import { Collapsible as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export interface CollapsibleProps {
  label: ReactNode
  children: ReactNode
  /** Shown at the right end of the button, for example a count. */
  aside?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
}

/** A collapsible section; its content is mounted only while open. */
export function Collapsible({ label, children, aside, className, ...state }: CollapsibleProps) {
  return (
    <Primitive.Root {...state} className={className}>
      <Primitive.Trigger className="group/fold flex min-h-9 w-full items-center gap-2 text-left text-sm font-medium max-md:min-h-11">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-dim transition-transform group-data-[state=open]/fold:rotate-90"
        />
        <span className="min-w-0 flex-1">{label}</span>
        {aside && <span className="text-[13px] font-normal text-dim">{aside}</span>}
      </Primitive.Trigger>
      <Primitive.Content
        className={cx(
          '[--fold:var(--radix-collapsible-content-height)] overflow-hidden',
          'data-[state=open]:animate-open data-[state=closed]:animate-close',
        )}
      >
        <div className="pt-1 pb-3 pl-6">{children}</div>
      </Primitive.Content>
    </Primitive.Root>
  )
}
