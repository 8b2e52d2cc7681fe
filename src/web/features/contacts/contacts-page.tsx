import type { PageHandle } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { ContactsScreen } from './contacts-screen.tsx'

export const meta = privatePage('Contacts')
export const handle: PageHandle = { needs: 'subscription' }

export default ContactsScreen
