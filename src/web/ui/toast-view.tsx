import { X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'

export interface ToastMessage {
  title: ReactNode
  description?: ReactNode
  variant?: 'default' | 'destructive'
  /** A button within the toast. */
  action?: { label: string; onClick: () => void }
}

export interface ShownToast extends ToastMessage {
  id: number
  open: boolean
}

/** The toast, at the bottom right; on phones over the top bar, where it covers no title and isn't tapped by accident. */
export function ToastView({ current, onClose }: { current: ShownToast; onClose: () => void }) {
  const destructive = current.variant === 'destructive'
  return (
    <Primitive.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      <Primitive.Root
        key={current.id}
        open={current.open}
        onOpenChange={(open) => !open && onClose()}
        className={cx(
          'pointer-events-auto relative rounded-lg border bg-popover py-3 pr-12 pl-4 max-sm:py-1.5',
          'data-[state=open]:animate-rise-in data-[state=closed]:animate-fade-out',
          'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0',
          'data-[swipe=cancel]:transition-transform data-[swipe=end]:opacity-0',
          destructive ? 'border-red' : 'border-line-strong',
        )}
      >
        <Primitive.Title className={cx('text-sm font-semibold', destructive && 'text-red')}>
          {current.title}
        </Primitive.Title>
        {current.description && (
          <Primitive.Description className="mt-0.5 text-sm break-words text-muted max-sm:mt-0">
            {current.description}
          </Primitive.Description>
        )}
        {current.action && (
          <Primitive.Action asChild altText={current.action.label} onClick={current.action.onClick}>
            <Button size="sm" className="mt-2 max-md:h-10">
              {current.action.label}
            </Button>
          </Primitive.Action>
        )}
        <Primitive.Close asChild>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Close"
            className="absolute top-1.5 right-1.5 max-md:size-11 max-md:-translate-y-0.5"
          >
            <X aria-hidden />
          </Button>
        </Primitive.Close>
      </Primitive.Root>
      <Primitive.Viewport
        hotkey={['F8']}
        // Positioned above an action bar, so that it doesn't cover it.
        className="fixed right-0 z-100 flex w-full flex-col p-4 outline-none max-sm:top-0 max-sm:p-1.5 sm:bottom-0 sm:max-md:bottom-14 sm:in-[:root:has([data-action-bar])]:bottom-14 sm:max-xl:in-[:root:has([data-action-bar])]:bottom-24 md:max-w-[420px]"
      />
    </Primitive.Provider>
  )
}
