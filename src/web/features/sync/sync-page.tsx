import { RequireSubscription } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { SyncScreen } from './sync-screen.tsx'

export const meta = privatePage('Sync Contacts')

/** Imports contacts from this device. */
export default function SyncPage() {
  return (
    <RequireSubscription>
      <SyncScreen />
    </RequireSubscription>
  )
}
