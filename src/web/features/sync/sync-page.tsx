import { RequireSubscription } from '#web/features/auth/protected.tsx'
import { pageTitle } from '#web/lib/brand.ts'
import { SyncScreen } from './sync-screen.tsx'

export function meta() {
  return [{ title: pageTitle('Sync Contacts') }, { name: 'robots', content: 'noindex' }]
}

/** Contacts from the device in the person's hand. */
export default function SyncPage() {
  return (
    <RequireSubscription>
      <SyncScreen />
    </RequireSubscription>
  )
}
