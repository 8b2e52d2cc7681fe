import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CalendarPlus, ListChecks, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { TaskView as View } from '#contract/tasks.ts'
import type { PageHandle } from '#web/features/auth/protected.tsx'
import { OpenContact } from '#web/features/contacts/open-contact.tsx'
import { useContactsUrlState } from '#web/features/contacts/use-contacts-url-state.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { itemsOf } from '#web/lib/pages.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { PagedList } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { type OpenTaskDialog, TaskDialogs } from './task-dialogs.tsx'
import { TaskRow } from './task-row.tsx'
import { groupByDay } from './task-rules.ts'
import { taskCounts, taskPages, useCompleteTask } from './tasks-queries.ts'
import { useTaskKeys } from './use-task-keys.ts'
import { useTasksUrlState, VIEWS } from './use-tasks-url-state.ts'

export const meta = privatePage('Tasks')
export const handle: PageHandle = { needs: 'subscription' }

/** The tasks of all contacts in five views, next to the open contact. */
export default function TasksPage() {
  const { view, setView } = useTasksUrlState()
  const [dialog, setDialog] = useState<OpenTaskDialog>(null)
  const counts = useQuery(taskCounts).data
  return (
    <div className="flex items-start">
      <Page
        title="Tasks"
        width="flex-1"
        aside={
          <p role="status" className="truncate text-sm text-dim tabular-nums">
            {counts && formatQuantity(counts.open, 'open task', 'open tasks')}
          </p>
        }
        actions={
          <>
            <Button asChild>
              <Link to={urls.calendar}>
                <CalendarPlus aria-hidden />
                Add to calendar
              </Link>
            </Button>
            <Button variant="primary" onClick={() => setDialog({ kind: 'add' })}>
              <Plus aria-hidden />
              New Task
            </Button>
          </>
        }
      >
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
      </Page>
      <OpenContact />
      <TaskDialogs dialog={dialog} onClose={() => setDialog(null)} />
    </div>
  )
}

const EMPTY_STATES: Record<View, { title: string; description: string }> = {
  mine: {
    title: 'No tasks assigned to you',
    description: 'Pick one from all open tasks, or add your own.',
  },
  overdue: { title: 'No overdue tasks', description: "You're all caught up." },
  week: { title: 'No tasks due this week', description: 'Nothing is due in the next 7 days.' },
  open: {
    title: 'No open tasks',
    description: 'Tasks will be automatically created when signals are detected.',
  },
  done: { title: 'No completed tasks yet', description: 'Completed tasks appear here.' },
}

function TaskView({ onDialog }: { onDialog: (dialog: OpenTaskDialog) => void }) {
  const contacts = useContactsUrlState()
  const { view, setView, contactHref } = useTasksUrlState()
  const complete = useCompleteTask()
  const list = useInfiniteQuery(taskPages(view))
  const now = new Date()
  const groups = groupByDay(itemsOf(list.data), view === 'done' ? 'completedAt' : 'dueDate', now)
  const tasks = groups.flatMap((group) => group.tasks)
  useTaskKeys({
    tasks,
    onComplete: (task) => complete(task, task.status !== 'completed'),
    onClose: () => {
      if (contacts.contactId) contacts.close()
      return contacts.contactId !== null
    },
  })
  const empty = (
    <EmptyState
      icon={<ListChecks />}
      {...EMPTY_STATES[view]}
      actions={
        view === 'open' ? (
          <Button onClick={() => onDialog({ kind: 'add' })}>Add a task</Button>
        ) : (
          <Button onClick={() => setView('open')}>Show all open tasks</Button>
        )
      }
    />
  )
  return (
    <PagedList list={list} listName="your tasks" empty={empty}>
      {() => (
        <div className="grid grid-cols-1 gap-5">
          {groups.map((group) => (
            <section key={group.day} aria-label={group.label}>
              <h2 className="mb-2 text-[13px] font-medium tracking-normal text-muted">{group.label}</h2>
              <ul className="grid grid-cols-1 gap-2">
                {group.tasks.map((task) => (
                  <TaskRow
                    key={task.id}
                    task={task}
                    index={tasks.indexOf(task)}
                    now={now}
                    link={{ to: contactHref(task.contactId), ...contacts.linkProps }}
                    isOpen={task.contactId === contacts.contactId}
                    onComplete={complete}
                    onDialog={onDialog}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </PagedList>
  )
}
