import { useState } from 'react'
import { type ChosenContact, ContactChoice } from '#web/features/contacts/contact-choice.tsx'
import { RecordMove } from '#web/features/contacts/drawer/move-dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

/** Chooses a contact, then asks when they moved. */
export function MarkMoved({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly ChosenContact[]>([])
  const [isChosen, setIsChosen] = useState(false)
  const [contact] = chosen
  if (isChosen && contact) return <RecordMove contactId={contact.id} name={contact.name} onClose={onClose} />
  return (
    <FormDialog
      onClose={onClose}
      title="Who moved?"
      description="Choose a contact. Next, you'll enter when they moved."
      verb="Next"
      disabled={!contact}
      onSubmit={() => setIsChosen(true)}
    >
      <ContactChoice single canChooseBlocked chosen={chosen} onChange={setChosen} />
    </FormDialog>
  )
}
