import { useRef } from 'react'

/**
 * Handlers for a modal's content that return focus to the previously focused element. Radix does so only for its own
 * triggers; ours are opened from cards, menus and URLs.
 */
export function useReturnFocus() {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      const element = before.current
      if (!(element instanceof HTMLElement || element instanceof SVGElement)) return
      event.preventDefault()
      if (element.isConnected) element.focus()
    },
  }
}
