import { usePageKeys } from '#web/features/shell/shortcuts.ts'

/** Attributes of an item that `j` and `k` move between. */
export const MAP_ITEM = { 'data-map-item': true }

interface MapKeyOptions {
  /** A contact is open. */
  isOpen: boolean
  onClose: () => void
  canZoomOut: boolean
  onZoomOut: () => void
}

/** Keys of the list beside the map, as on the contact list; Escape closes the contact, and then zooms out. */
export function useMapKeys({ isOpen, onClose, canZoomOut, onZoomOut }: MapKeyOptions): void {
  usePageKeys((shortcut) => {
    switch (shortcut) {
      case 'next':
        return focusItem(1)
      case 'previous':
        return focusItem(-1)
      case 'close':
        if (isOpen) onClose()
        else if (canZoomOut) onZoomOut()
        return isOpen || canZoomOut
      default:
        return false
    }
  })
}

function focusItem(step: 1 | -1): boolean {
  const items = [...document.querySelectorAll<HTMLElement>('[data-map-item]')]
  const current = items.indexOf(document.activeElement as HTMLElement)
  const next = current === -1 ? items[0] : items[current + step]
  next?.focus()
  return next !== undefined
}
