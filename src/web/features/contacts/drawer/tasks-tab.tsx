import type { ContactDetail } from '#contract/contacts.ts'
import { SuggestedPlaybooks } from '#web/features/playbooks/suggested-playbooks.tsx'
import { TaskList } from '#web/features/tasks/task-list.tsx'

/** What is to be done for the contact, and what else would fit. */
export function TasksTab({ contact }: { contact: ContactDetail }) {
  return (
    <>
      <SuggestedPlaybooks key={contact.id} contact={contact} />
      <TaskList contact={contact} />
    </>
  )
}
