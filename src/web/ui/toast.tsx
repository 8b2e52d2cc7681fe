import { X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'

export interface ToastMessage {
  title: ReactNode
  description?: ReactNode
  variant?: 'default' | 'destructive'
}

interface Shown extends ToastMessage {
  id: number
  open: boolean
}

let shown: Shown | null = null
const listeners = new Set<() => void>()

function show(next: Shown | null): void {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a message for 5000 ms; it takes the place of the one before. Call it in the browser only. */
export function toast(message: ToastMessage): void {
  show({ ...message, id: (shown?.id ?? 0) + 1, open: true })
}

/** Where toasts appear; put it once at the root. F8 moves focus there. */
export function Toaster() {
  const current = useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  )
  return (
    <Primitive.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {current && (
        <Primitive.Root
          key={current.id}
          open={current.open}
          onOpenChange={(open) => {
            if (!open && shown?.id === current.id) show({ ...current, open: false })
          }}
          className={cx(
            'pointer-events-auto relative rounded-lg border bg-popover py-3 pr-12 pl-4',
            'data-[state=open]:animate-rise-in data-[state=closed]:animate-fade-out',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0',
            'data-[swipe=cancel]:transition-transform data-[swipe=end]:opacity-0',
            current.variant === 'destructive' ? 'border-red' : 'border-line-strong',
          )}
        >
          <Primitive.Title
            className={cx('text-sm font-semibold', current.variant === 'destructive' && 'text-red')}
          >
            {current.title}
          </Primitive.Title>
          {current.description && (
            <Primitive.Description className="mt-0.5 text-sm text-muted">
              {current.description}
            </Primitive.Description>
          )}
          <Primitive.Close asChild>
            <Button variant="ghost" size="icon-sm" aria-label="Close" className="absolute top-1.5 right-1.5">
              <X aria-hidden />
            </Button>
          </Primitive.Close>
        </Primitive.Root>
      )}
      <Primitive.Viewport
        hotkey={['F8']}
        className="fixed right-0 bottom-0 z-100 flex w-full flex-col p-4 outline-none md:max-w-[420px]"
      />
    </Primitive.Provider>
  )
}
