import { RequireSubscription } from '#web/features/auth/protected.tsx'
import { pageTitle } from '#web/lib/brand.ts'
import { ContactsScreen } from './contacts-screen.tsx'

export function meta() {
  return [{ title: pageTitle('Contacts') }, { name: 'robots', content: 'noindex' }]
}

/** The contacts of the organization. */
export default function ContactsPage() {
  return (
    <RequireSubscription>
      <ContactsScreen />
    </RequireSubscription>
  )
}
