import { useCallback, useEffect, useState } from 'react'
import { sidebarCookie } from './sidebar-state.ts'

const PHONE = '(max-width: 767px)'

/** State of the sidebar on wide screens and of its sheet on phones. */
export function useSidebar(openAtFirst: boolean) {
  const [expanded, setExpanded] = useState(openAtFirst)
  const [sheetOpen, setSheetOpen] = useState(false)
  // Loaded on first opening and then kept mounted, so that closing is animated.
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
    const phone = window.matchMedia(PHONE)
    const onWidth = () => setSheetOpen(false)
    phone.addEventListener('change', onWidth)
    return () => phone.removeEventListener('change', onWidth)
  }, [])

  return { expanded, sheetWanted, sheetOpen, setSheetOpen, toggle }
}
