import { useNavigate, useSearchParams } from 'react-router'
import type { TaskView } from '#contract/tasks.ts'
import { withParam } from '#web/lib/urls.ts'

/** The views in tab order. Written out here because the contract's list would pull the validator into the bundle. */
export const VIEWS: readonly { view: TaskView; label: string }[] = [
  { view: 'mine', label: 'Mine' },
  { view: 'overdue', label: 'Overdue' },
  { view: 'week', label: 'This week' },
  { view: 'open', label: 'All open' },
  { view: 'done', label: 'Done' },
]

/** The view in the URL of the tasks page, and how to change it. */
export function useTasksUrlState() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const view = VIEWS.find((each) => each.view === params.get('view'))?.view ?? 'open'
  return {
    view,
    /** Keeps the open contact. */
    setView: (next: TaskView) =>
      void navigate(`?${withParam(params, 'view', next)}`, { preventScrollReset: true }),
    contactHref: (contactId: string) =>
      `?${withParam(withParam(params, 'contact', contactId), 'tab', 'tasks')}`,
  }
}
