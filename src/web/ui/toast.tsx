import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import type { ShownToast, ToastMessage } from './toast-view.tsx'

let shown: ShownToast | null = null
const listeners = new Set<() => void>()

function show(next: ShownToast | null): void {
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

/** Takes the message away, for example because what it complained about was put right. */
export function dismissToast(): void {
  if (shown?.open) show({ ...shown, open: false })
}

const loadView = () => import('./toast-view.tsx')
const ToastView = lazy(async () => ({ default: (await loadView()).ToastView }))

/** Where toasts appear; put it once at the root. F8 moves focus there. */
export function Toaster() {
  const current = useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  )
  // Not needed to see a page, yet there before a first failure: the connection may be what fails.
  useEffect(() => {
    const load = () => void loadView()
    const once = { once: true, passive: true }
    window.addEventListener('pointerdown', load, once)
    window.addEventListener('keydown', load, once)
    return () => {
      window.removeEventListener('pointerdown', load)
      window.removeEventListener('keydown', load)
    }
  }, [])
  if (!current) return null
  return (
    <Suspense fallback={null}>
      <ToastView
        current={current}
        onClose={() => {
          if (shown?.id === current.id) dismissToast()
        }}
      />
    </Suspense>
  )
}
