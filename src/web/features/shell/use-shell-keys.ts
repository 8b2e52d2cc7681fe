import { useEffect, useRef } from 'react'
import { type ShortcutId, shortcutOf } from './shortcuts.ts'

type Handlers = Partial<Record<ShortcutId, () => void>>

/** Handles the shortcuts of every page, except while a modal other than the palette or the contact drawer is open. */
export function useShellKeys(handlers: Handlers): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const id = shortcutOf(event)
      const handle = id ? latest.current[id] : undefined
      if (!handle || event.defaultPrevented || event.repeat) return
      if (id !== 'sidebar' && isModalOpen()) return
      event.preventDefault()
      handle()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** True while a modal other than the palette or the contact drawer is open. */
function isModalOpen(): boolean {
  const layers = document.querySelectorAll('[role="dialog"][data-state="open"], [role="alertdialog"]')
  return [...layers].some((layer) => !layer.matches('[data-palette], :has([data-contact-drawer])'))
}
