import { useState } from 'react'
import { type ChosenContact, ContactChoice } from '#web/features/contacts/contact-choice.tsx'
import { RecordMove } from '#web/features/contacts/drawer/move-dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

/** Asks for a contact, then for the date of the move. */
export function MarkMoved({ onClose }: { onClose: () => void }) {
  const [chosenContacts, setChosenContacts] = useState<readonly ChosenContact[]>([])
  const [isConfirmed, setIsConfirmed] = useState(false)
  const [contact] = chosenContacts
  if (isConfirmed && contact)
    return <RecordMove contactId={contact.id} name={contact.name} onClose={onClose} />
  return (
    <FormDialog
      onClose={onClose}
      title="Who moved?"
      description="Choose a contact. Next, you'll enter when they moved."
      verb="Next"
      disabled={!contact}
      onSubmit={() => setIsConfirmed(true)}
    >
      <ContactChoice isSingle canChooseBlocked chosen={chosenContacts} onChange={setChosenContacts} />
    </FormDialog>
  )
}
