import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import type { ShownToast, ToastMessage } from './toast-view.tsx'

export type { ToastMessage }

let currentToast: ShownToast | null = null
const listeners = new Set<() => void>()

function setToast(next: ShownToast | null): void {
  currentToast = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a message for 5000 ms in place of the previous one. Browser only. */
export function toast(message: ToastMessage): void {
  setToast({ ...message, id: (currentToast?.id ?? 0) + 1, open: true })
}

/** Closes the current toast, for example once its problem is fixed. */
export function dismissToast(): void {
  if (currentToast?.open) setToast({ ...currentToast, open: false })
}

const loadView = () => import('./toast-view.tsx')
const ToastView = lazy(async () => ({ default: (await loadView()).ToastView }))

/** The toast area, mounted once at the root. F8 moves focus there. */
export function Toaster() {
  const current = useSyncExternalStore(
    subscribe,
    () => currentToast,
    () => null,
  )
  // Loads on first input, since a lost connection may be the first thing to report.
  useEffect(() => {
    const load = () => void loadView()
    const listenerOptions = { once: true, passive: true }
    window.addEventListener('pointerdown', load, listenerOptions)
    window.addEventListener('keydown', load, listenerOptions)
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
          if (currentToast?.id === current.id) dismissToast()
        }}
      />
    </Suspense>
  )
}

/** Shows an error. */
export function toastError(title: string, description: string): void {
  toast({ variant: 'destructive', title, description })
}

/** An error handler for a mutation: shows the server's message, or `fallback` if it sent none. */
export function toastFailure(title: string, fallback: string) {
  return (error: unknown) => toastError(title, messageOf(error, fallback))
}
