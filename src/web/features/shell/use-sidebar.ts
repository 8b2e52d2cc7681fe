import { useCallback, useEffect, useState } from 'react'
import { sidebarCookie } from './sidebar-state.ts'

const PHONE = '(max-width: 767px)'

/** Whether somebody is typing, so that a single key is a letter and not a shortcut. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  )
}

/** The sidebar's two states, the wide one and the sheet on phones, and their key: Ctrl or Cmd and B. */
export function useSidebar(openAtFirst: boolean) {
  const [expanded, setExpanded] = useState(openAtFirst)
  const [sheetOpen, setSheetOpen] = useState(false)
  // Loaded with the first opening and kept, so that closing is drawn too.
  const [sheetWanted, setSheetWanted] = useState(false)

  const toggle = useCallback(() => {
    if (window.matchMedia(PHONE).matches) {
      setSheetWanted(true)
      setSheetOpen((open) => !open)
      return
    }
    setExpanded(!expanded)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support
    document.cookie = sidebarCookie(!expanded)
  }, [expanded])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() === 'b' &&
        (event.ctrlKey || event.metaKey) &&
        !event.altKey &&
        !event.shiftKey
      ) {
        event.preventDefault()
        toggle()
      } else if (event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) {
        event.preventDefault()
        document.getElementById('contact-search')?.focus()
      }
    }
    const phone = window.matchMedia(PHONE)
    const onWidth = () => setSheetOpen(false)
    window.addEventListener('keydown', onKeyDown)
    phone.addEventListener('change', onWidth)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      phone.removeEventListener('change', onWidth)
    }
  }, [toggle])

  return { expanded, sheetWanted, sheetOpen, setSheetOpen, toggle }
}
