import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Whether the device has lost its connection. */
export function useOffline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  )
}

/** Stands under the bar for as long as nothing can be read or saved. */
export function OfflineNotice({ offline }: { offline: boolean }) {
  return (
    <div role="status" className={offline ? 'sticky top-13 z-30 border-b border-line bg-raised' : 'sr-only'}>
      {offline && (
        <p className="flex items-center justify-center gap-2 px-4 py-2 text-[13px] leading-5 text-muted md:h-9 md:py-0">
          <WifiOff aria-hidden className="size-4 shrink-0 text-yellow" />
          <span>
            <span className="font-medium text-text">You are offline.</span> Nothing can be loaded or saved
            until the connection is back.
          </span>
        </p>
      )}
    </div>
  )
}
