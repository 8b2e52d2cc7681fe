import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { DrawerPlaceholder } from '#web/features/contacts/drawer-placeholder.tsx'
import { useContactsUrlState } from '#web/features/contacts/use-contacts-url-state.ts'

import { formatQuantity } from '#web/lib/format.ts'
import { itemsOf } from '#web/lib/pages.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadErrorState } from '#web/ui/load-error.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { type OpenTaskDialog, TaskDialogs } from './task-dialogs.tsx'
import { TaskRow } from './task-row.tsx'
import { groupByDay } from './task-rules.ts'
import { taskCounts, taskPages, useCompleteTask } from './tasks-queries.ts'
import { NoTasks, TasksSkeleton } from './tasks-states.tsx'
import { useTaskKeys } from './use-task-keys.ts'
import { useTasksUrlState, VIEWS } from './use-tasks-url-state.ts'

const TaskContact = lazy(async () => ({ default: (await import('./task-contact.tsx')).TaskContact }))

/** The tasks of all contacts in five views, next to the open contact. */
export function TasksScreen() {
  const contacts = useContactsUrlState()
  const { view, setView } = useTasksUrlState()
  const [dialog, setDialog] = useState<OpenTaskDialog>(null)
  const counts = useQuery(taskCounts).data
  const add = () => setDialog({ kind: 'add' })
  return (
    <div className="flex items-start">
      <section aria-labelledby="tasks-heading" className="min-w-0 flex-1 px-4 pt-4 pb-20 sm:px-5">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <div className="flex min-w-0 flex-1 items-baseline gap-2.5">
            <h1 id="tasks-heading" className="text-xl">
              Tasks
            </h1>
            <p role="status" className="truncate text-sm text-dim tabular-nums">
              {counts && formatQuantity(counts.open, 'open task', 'open tasks')}
            </p>
          </div>
          <Button variant="primary" onClick={add} className="max-sm:w-full">
            <Plus aria-hidden />
            New Task
          </Button>
        </div>
        <Tabs value={view} onValueChange={(next) => setView(next as typeof view)} className="mt-2">
          <TabList label="Views" className="-mx-4 px-2.75 sm:-mx-5 sm:px-2.5">
            {VIEWS.map((each) => (
              <Tab key={each.view} value={each.view} count={counts?.[each.view]}>
                {each.label}
              </Tab>
            ))}
          </TabList>
          <TabPanel value={view}>
            <TaskView key={view} onDialog={setDialog} />
          </TabPanel>
        </Tabs>
      </section>
      <Suspense fallback={<DrawerPlaceholder />}>
        {contacts.contactId && <TaskContact urlState={contacts} />}
      </Suspense>
      <TaskDialogs open={dialog} onClose={() => setDialog(null)} />
    </div>
  )
}

function TaskView({ onDialog }: { onDialog: (dialog: OpenTaskDialog) => void }) {
  const contacts = useContactsUrlState()
  const { view, setView, contactHref } = useTasksUrlState()
  const tick = useCompleteTask()
  const list = useInfiniteQuery(taskPages(view))
  const now = new Date()
  const groups = groupByDay(itemsOf(list.data), view === 'done' ? 'completedAt' : 'dueDate', now)
  const tasks = groups.flatMap((group) => group.tasks)
  useTaskKeys({
    tasks,
    onComplete: (task) => tick.mutate({ task, done: task.status !== 'completed' }),
    onClose: () => {
      if (contacts.contactId) contacts.close()
      return contacts.contactId !== null
    },
  })
  if (list.isPending) return <TasksSkeleton />
  if (list.isError && tasks.length === 0)
    return <LoadErrorState query={list} title="We couldn't load your tasks" />
  if (tasks.length === 0) {
    return <NoTasks view={view} onAdd={() => onDialog({ kind: 'add' })} onShowOpen={() => setView('open')} />
  }
  return (
    <div className="grid gap-5">
      {groups.map((group) => (
        <section key={group.day} aria-label={group.label}>
          <h2 className="mb-2 text-[13px] font-medium text-muted">{group.label}</h2>
          <ul className="grid gap-2">
            {group.tasks.map((task) => (
              <TaskRow
                key={task.id}
                task={task}
                index={tasks.indexOf(task)}
                now={now}
                link={{ to: contactHref(task.contactId), ...contacts.linkProps }}
                isOpen={task.contactId === contacts.contactId}
                onComplete={(ticked, done) => tick.mutate({ task: ticked, done })}
                onDialog={onDialog}
              />
            ))}
          </ul>
        </section>
      ))}
      <ShowMore list={list} className="mx-auto" />
    </div>
  )
}
