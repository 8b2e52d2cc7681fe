import { RequireSubscription } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { ContactsScreen } from './contacts-screen.tsx'

export const meta = privatePage('Contacts')

export default function ContactsPage() {
  return (
    <RequireSubscription>
      <ContactsScreen />
    </RequireSubscription>
  )
}
