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

/** True while the device is offline. */
export function useOffline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  )
}

/** A notice below the top bar while the device is offline. */
export function OfflineNotice({ offline }: { offline: boolean }) {
  return (
    <div role="status" className={offline ? 'sticky top-13 z-30 border-b border-line bg-raised' : 'sr-only'}>
      {offline && (
        <p className="flex items-center justify-center gap-2 px-4 py-2 text-[13px] leading-5 text-muted md:h-9 md:py-0">
          <WifiOff aria-hidden className="size-4 shrink-0 text-yellow" />
          <span>
            <span className="font-medium text-text">You're offline.</span> You can't load or save anything
            until you reconnect.
          </span>
        </p>
      )}
    </div>
  )
}
