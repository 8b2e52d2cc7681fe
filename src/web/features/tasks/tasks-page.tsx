import { RequireSubscription } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { TasksScreen } from './tasks-screen.tsx'

export const meta = privatePage('Tasks')

/** The tasks of all contacts. */
export default function TasksPage() {
  return (
    <RequireSubscription>
      <TasksScreen />
    </RequireSubscription>
  )
}
