import type { KeyboardEvent } from 'react'

/**
 * A key handler for a modal's content. Radix sends Escape to the layer opened last, which may be a toast: without this
 * handler the first Escape would close the toast instead of the modal.
 */
export function closeOnEscape(onOpenChange: ((open: boolean) => void) | undefined) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    // Keeps the modal under this one open.
    event.preventDefault()
    onOpenChange?.(false)
  }
}
