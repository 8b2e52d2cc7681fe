import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** Whether the keyboard has a Cmd key. Browser only. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}

/** The same for what is drawn with the page; false while rendering on the server. */
export function useIsMac(): boolean {
  return useSyncExternalStore(subscribeToNothing, isMac, () => false)
}
