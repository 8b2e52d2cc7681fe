import { useState } from 'react'
import type { Playbook } from '#contract/playbooks.ts'
import { type ChosenContact, ContactChoice } from '#web/features/contacts/contact-choice.tsx'
import { formatQuantity } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useApplyPlaybook } from './playbooks-queries.ts'

/** Shows the steps of a playbook and asks which contacts to apply it to. */
export function ApplyPlaybookDialog({ playbook, onClose }: { playbook: Playbook; onClose: () => void }) {
  const [chosenContacts, setChosenContacts] = useState<readonly ChosenContact[]>([])
  const apply = useApplyPlaybook(onClose)
  const contactIds = chosenContacts.map(({ id }) => id)
  const recipientsText =
    chosenContacts.length > 0 ? ` for ${formatQuantity(chosenContacts.length, 'person', 'people')}` : ''
  return (
    <Dialog
      onClose={onClose}
      width="lg"
      title={playbook.name}
      description="Each step becomes a task with a due date, assigned to you."
      footer={
        <>
          <Button onClick={onClose} disabled={apply.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={chosenContacts.length === 0}
            pending={apply.isPending}
            pendingLabel="Adding tasks..."
            onClick={() => apply.mutate({ playbook, contactIds })}
          >
            Add tasks{recipientsText}
          </Button>
        </>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <div>
          <ContactChoice chosen={chosenContacts} onChange={setChosenContacts} topSignal={playbook.category} />
        </div>
        <section aria-label="Steps">
          <h3 className="mb-2 text-[13px]">Steps</h3>
          <ol className="grid gap-2.5">
            {playbook.steps.map((step) => (
              <li key={step.title} className="text-sm">
                <span className="text-xs text-dim tabular-nums">{dayText(step.offsetDays)}</span>
                <span className="block font-medium">{step.title}</span>
                <span className="block text-[13px] text-pretty text-muted">{step.description}</span>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </Dialog>
  )
}

function dayText(offsetDays: number): string {
  return offsetDays === 0 ? 'Today' : `In ${formatQuantity(offsetDays, 'day', 'days')}`
}
