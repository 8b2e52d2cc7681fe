import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ListState } from './use-contacts-url-state.ts'

/** Scroll position of each list until the page is reloaded. */
const positions = new Map<string, number>()

/** A key for the list's search, filters and sort order. */
export function listKey({ search, signal, reach, sort }: ListState): string {
  return JSON.stringify([search, signal, reach, sort])
}

/** Restores a list's scroll position when returning to it from another page or search. */
export function useListPosition(state: ListState, ready: boolean): void {
  const key = listKey(state)
  const restored = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (!ready || restored.current === key) return
    restored.current = key
    const top = positions.get(key)
    if (top) window.scrollTo({ top })
  }, [key, ready])
  useEffect(() => {
    if (!ready) return
    const savePosition = () => positions.set(key, window.scrollY)
    // In the capture phase, before rows are rendered: reading the position afterwards would force a second layout.
    window.addEventListener('scroll', savePosition, { capture: true, passive: true })
    return () => window.removeEventListener('scroll', savePosition, { capture: true })
  }, [key, ready])
}
