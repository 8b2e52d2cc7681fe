import { useCallback, useEffect, useState } from 'react'
import { cookieValue } from '#web/lib/cookies.ts'

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

  const closeSheet = useCallback(() => setSheetOpen(false), [])
  useEffect(() => {
    const phone = window.matchMedia(PHONE)
    phone.addEventListener('change', closeSheet)
    return () => phone.removeEventListener('change', closeSheet)
  }, [closeSheet])

  return { expanded, sheetWanted, sheetOpen, closeSheet, toggle }
}

const COOKIE = 'sidebar_state'
const SEVEN_DAYS_S = 7 * 24 * 60 * 60

/** True if the sidebar is open according to a `Cookie` header or `document.cookie`; open by default. */
export function sidebarOpenIn(cookies: string): boolean {
  return cookieValue(cookies, COOKIE) !== 'false'
}

/** The cookie that remembers the sidebar for 7 days, as a string for `document.cookie`. */
export function sidebarCookie(open: boolean): string {
  return `${COOKIE}=${open}; path=/; max-age=${SEVEN_DAYS_S}; samesite=lax`
}
