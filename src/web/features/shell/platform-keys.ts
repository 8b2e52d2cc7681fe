import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** True on devices with a Cmd key. Browser only. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}

/** Like `isMac`, for server-rendered components; false while rendering on the server. */
export function useIsMac(): boolean {
  return useSyncExternalStore(subscribeToNothing, isMac, () => false)
}
