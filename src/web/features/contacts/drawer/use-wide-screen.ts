import { useSyncExternalStore } from 'react'

/** Width at which two columns of cards fit beside the drawer and the sidebar. */
const WIDE = '(min-width: 1400px)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** True if the drawer has room beside the list. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => false,
  )
}
