import { useEffect, useRef } from 'react'
import { type ShortcutId, shortcutOf } from './shortcuts.ts'

type Handlers = Partial<Record<ShortcutId, () => void>>

/** Obeys the shortcuts that work on every page. A modal has the keyboard for itself, but for what closes the palette. */
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

/** A dialog with something to finish; the contact drawer and the palette itself give way. */
function isModalOpen(): boolean {
  const layers = document.querySelectorAll('[role="dialog"][data-state="open"], [role="alertdialog"]')
  return [...layers].some((layer) => !layer.matches('[data-palette], :has([data-contact-drawer])'))
}
