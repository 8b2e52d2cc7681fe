import { type FormEvent, useId, useState } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { Label } from '#web/ui/label.tsx'
import { useDoNotContact } from './drawer-queries.ts'

/** As the contract has it; importing it would bring the validator along. */
const REASON_MAX = 200

/** Asks why before somebody is left alone, or may be contacted again. */
export function DoNotContactDialog({ contact, onClose }: { contact: ContactDetail; onClose: () => void }) {
  const id = useId()
  // What is asked stays while the answer changes the contact.
  const [stop] = useState(!contact.doNotContact)
  const [reason, setReason] = useState('')
  const change = useDoNotContact(contact.id, onClose)
  const name = `${contact.firstName} ${contact.lastName}`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ doNotContact: stop, reason })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={stop ? 'Do not contact?' : 'Allow contact again?'}
      description={
        stop
          ? `${name} will be left out of tasks, outreach and outreach exports. Open automatic tasks are removed.`
          : `${name} may be part of tasks and outreach again.`
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={id}
            pending={change.isPending}
            pendingLabel="Saving..."
          >
            {stop ? 'Do not contact' : 'Allow contact'}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit}>
        <Label htmlFor={`${id}-reason`}>Reason (optional)</Label>
        <Input
          id={`${id}-reason`}
          className="mt-1.5"
          value={reason}
          maxLength={REASON_MAX}
          placeholder={stop ? 'Asked on the phone not to be called' : 'Asked to hear from us again'}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
