import { useNavigate, useSearchParams } from 'react-router'
import type { TaskView } from '#contract/tasks.ts'

/** The views in the order of their tabs. The contract's own list would bring the validator along. */
export const VIEWS: readonly { view: TaskView; label: string }[] = [
  { view: 'mine', label: 'Mine' },
  { view: 'overdue', label: 'Overdue' },
  { view: 'week', label: 'This week' },
  { view: 'open', label: 'All open' },
  { view: 'done', label: 'Done' },
]

/** Which view the address of the tasks page names, and how to go to another. */
export function useTasksUrlState() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const view = VIEWS.find((each) => each.view === params.get('view'))?.view ?? 'open'
  return {
    view,
    /** Another view keeps the open contact. */
    setView: (next: TaskView) => {
      const query = new URLSearchParams(params)
      query.set('view', next)
      void navigate(`?${query}`, { preventScrollReset: true })
    },
    contactHref: (contactId: string) => {
      const query = new URLSearchParams(params)
      query.set('contact', contactId)
      query.set('tab', 'tasks')
      return `?${query}`
    },
  }
}
