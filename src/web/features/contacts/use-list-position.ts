import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ListState } from './use-contacts-url-state.ts'

/** How far each list was scrolled, for as long as the page lives. */
const positions = new Map<string, number>()

/** One text for what a list shows. */
export function listKey({ search, signal, reach, sort }: ListState): string {
  return JSON.stringify([search, signal, reach, sort])
}

/** Whoever comes back to a list, from another page or another search, finds it where they left it. */
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
    // Before the rows are drawn anew for this place: asking afterwards would have the page laid out a second time.
    window.addEventListener('scroll', savePosition, { capture: true, passive: true })
    return () => window.removeEventListener('scroll', savePosition, { capture: true })
  }, [key, ready])
}
