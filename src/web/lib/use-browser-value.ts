import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** A value that only the browser knows; `serverValue` while rendering on the server. */
export function useBrowserValue<T>(read: () => T, serverValue: T): T {
  return useSyncExternalStore(subscribeToNothing, read, () => serverValue)
}
