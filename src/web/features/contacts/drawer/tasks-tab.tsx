import type { ContactDetail } from '#contract/contacts.ts'
import { TaskList } from '#web/features/tasks/task-list.tsx'

/** What is to be done for the contact. */
export function TasksTab({ contact }: { contact: ContactDetail }) {
  return <TaskList contact={contact} />
}
