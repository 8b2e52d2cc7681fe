import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { ListState } from './use-contacts-url-state.ts'

/** Scroll position of each list until the page is reloaded. */
const positions = new Map<string, number>()

/** A key for the list's search, filters and sort order. */
export function listKey({ search, signal, doNotContact, panel, sort }: ListState): string {
  return JSON.stringify([search, signal, doNotContact, panel, sort])
}

/**
 * Restores a list's scroll position when returning to it from another page or search.
 *
 * @param box the element that scrolls; the window without one
 */
export function useListPosition(state: ListState, ready: boolean, box?: RefObject<HTMLElement | null>): void {
  const key = listKey(state) + (box ? ' table' : '')
  const restored = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (!ready || restored.current === key) return
    restored.current = key
    const top = positions.get(key) ?? 0
    if (box) box.current?.scrollTo({ top })
    else if (top) window.scrollTo({ top })
  }, [key, ready, box])
  useEffect(() => {
    if (!ready) return
    const target = box ? box.current : window
    const savePosition = () => positions.set(key, box?.current?.scrollTop ?? window.scrollY)
    // In the capture phase, before rows are rendered: reading the position afterwards would force a second layout.
    target?.addEventListener('scroll', savePosition, { capture: true, passive: true })
    return () => target?.removeEventListener('scroll', savePosition, { capture: true })
  }, [key, ready, box])
}
