import type { KeyboardEvent } from 'react'

/**
 * A key handler for a modal's content. Radix gives Escape to the layer that opened last, and a toast is one: without
 * this the first Escape would take the toast away and leave the modal standing.
 */
export function closeOnEscape(onOpenChange: ((open: boolean) => void) | undefined) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    // The modal under this one must not close, too.
    event.preventDefault()
    onOpenChange?.(false)
  }
}
