import { useCallback, useEffect, useState } from 'react'
import { cookieValue } from '#web/lib/cookies.ts'

const PHONE_QUERY = '(max-width: 767px)'

/** State of the sidebar on wide screens and of its sheet on phones. */
export function useSidebar(initiallyOpen: boolean) {
  const [isExpanded, setIsExpanded] = useState(initiallyOpen)
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  // Loaded on first opening and then kept mounted, so that closing is animated.
  const [isSheetMounted, setIsSheetMounted] = useState(false)

  const toggle = useCallback(() => {
    if (window.matchMedia(PHONE_QUERY).matches) {
      setIsSheetMounted(true)
      setIsSheetOpen((open) => !open)
      return
    }
    setIsExpanded(!isExpanded)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support
    document.cookie = sidebarCookie(!isExpanded)
  }, [isExpanded])

  const closeSheet = useCallback(() => setIsSheetOpen(false), [])
  useEffect(() => {
    const mediaQuery = window.matchMedia(PHONE_QUERY)
    mediaQuery.addEventListener('change', closeSheet)
    return () => mediaQuery.removeEventListener('change', closeSheet)
  }, [closeSheet])

  return { isExpanded, isSheetMounted, isSheetOpen, closeSheet, toggle }
}

const COOKIE_NAME = 'sidebar_state'
const MAX_AGE_S = 7 * 24 * 60 * 60

/** True if the sidebar is open according to a `Cookie` header or `document.cookie`; open by default. */
export function isSidebarOpenIn(cookies: string): boolean {
  return cookieValue(cookies, COOKIE_NAME) !== 'false'
}

/** The cookie that remembers the sidebar for 7 days, as a string for `document.cookie`. */
export function sidebarCookie(open: boolean): string {
  return `${COOKIE_NAME}=${open}; path=/; max-age=${MAX_AGE_S}; samesite=lax`
}
