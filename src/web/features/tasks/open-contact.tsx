import { DrawerPlaceholder } from '#web/features/contacts/drawer-placeholder.tsx'
import { useContactsUrlState } from '#web/features/contacts/use-contacts-url-state.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'

const TaskContact = lazyDialog(
  async () => (await import('./task-contact.tsx')).TaskContact,
  <DrawerPlaceholder />,
)

/** The contact in the URL, next to a page that isn't the contact list. */
export function OpenContact() {
  const contacts = useContactsUrlState()
  return contacts.contactId && <TaskContact urlState={contacts} onClose={contacts.close} />
}
