import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { ListState } from './use-contacts-url-state.ts'

/** Scroll position of each list, kept until the page reloads. */
const positions = new Map<string, number>()

/** A key for the list's search, filters and sort order. */
export function listKey({ search, signal, doNotContact, panel, sort }: ListState): string {
  return JSON.stringify([search, signal, doNotContact, panel, sort])
}

/**
 * Restores a list's scroll position when returning to it from another page or search.
 *
 * @param scrollBox the element that scrolls; the window without one
 */
export function useListPosition(
  state: ListState,
  isReady: boolean,
  scrollBox?: RefObject<HTMLElement | null>,
): void {
  const key = listKey(state) + (scrollBox ? ' table' : '')
  const restoredKey = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (!isReady || restoredKey.current === key) return
    restoredKey.current = key
    const top = positions.get(key) ?? 0
    if (scrollBox) scrollBox.current?.scrollTo({ top })
    else if (top) window.scrollTo({ top })
  }, [key, isReady, scrollBox])
  useEffect(() => {
    if (!isReady) return
    const target = scrollBox ? scrollBox.current : window
    const savePosition = () => positions.set(key, scrollBox?.current?.scrollTop ?? window.scrollY)
    // In the capture phase, before rows render: reading the position later would force a second layout.
    target?.addEventListener('scroll', savePosition, { capture: true, passive: true })
    return () => target?.removeEventListener('scroll', savePosition, { capture: true })
  }, [key, isReady, scrollBox])
}
