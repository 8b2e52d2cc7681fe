import { RequireSubscription } from '#web/features/auth/protected.tsx'
import { pageTitle } from '#web/lib/brand.ts'
import { TasksScreen } from './tasks-screen.tsx'

export function meta() {
  return [{ title: pageTitle('Tasks') }, { name: 'robots', content: 'noindex' }]
}

/** What is to be done, for all contacts. */
export default function TasksPage() {
  return (
    <RequireSubscription>
      <TasksScreen />
    </RequireSubscription>
  )
}
