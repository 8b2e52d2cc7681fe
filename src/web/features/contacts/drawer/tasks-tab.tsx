import type { ContactDetail } from '#contract/contacts.ts'
import { SuggestedPlaybooks } from '#web/features/playbooks/suggested-playbooks.tsx'
import { TaskList } from '#web/features/tasks/task-list.tsx'

/** The contact's tasks and suggested playbooks. */
export function TasksTab({ contact }: { contact: ContactDetail }) {
  return (
    <>
      <SuggestedPlaybooks key={contact.id} contact={contact} />
      <TaskList contact={contact} />
    </>
  )
}
