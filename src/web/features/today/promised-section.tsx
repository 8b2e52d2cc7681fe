import { useMutation } from '@tanstack/react-query'
import { CalendarClock, Inbox, ListChecks, Phone } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Task } from '#contract/tasks.ts'
import type { PromisedItem } from '#contract/today.ts'
import { DialLink } from '#web/features/calling/dial-link.tsx'
import { useContactsUrlState } from '#web/features/contacts/use-contacts-url-state.ts'
import { isOverdue } from '#web/features/tasks/task-rules.ts'
import { formatQuantity, fullName } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { toastFailure } from '#web/ui/toast.tsx'
import type { Step } from './step-notice.tsx'
import { type Encounter, setTaskDone } from './today-queries.ts'
import { promiseText } from './today-texts.ts'

/** Promises shown until "Show all" is pressed. */
const MAX_COLLAPSED = 5
const ICONS = { inquiry: Inbox, appointment: CalendarClock, task: ListChecks } as const
const KIND_LABELS = { inquiry: 'Inquiry', appointment: 'Appointment', task: 'Task' } as const

interface PromisedSectionProps {
  promised: readonly PromisedItem[]
  now: Date
  onLog: (encounter: Encounter) => void
  onStep: (step: Step) => void
}

/** Unanswered inquiries, appointments and due tasks, above the ranked people. */
export function PromisedSection({ promised, ...row }: PromisedSectionProps) {
  const [isExpanded, setIsExpanded] = useState(false)
  if (promised.length === 0) return null
  const visiblePromises = isExpanded ? promised : promised.slice(0, MAX_COLLAPSED)
  return (
    <section aria-labelledby="today-promised" className="mt-4">
      <h2 id="today-promised" className="mb-2 text-[13px] font-medium tracking-normal text-muted">
        Promised
      </h2>
      <ul aria-label="Promised" className="divide-y divide-line rounded-lg border border-line bg-surface">
        {visiblePromises.map((item) => (
          <PromisedRow key={item.task?.id ?? item.contact.id} item={item} {...row} />
        ))}
      </ul>
      {promised.length > MAX_COLLAPSED && (
        <Button variant="ghost" size="row" className="mt-1" onClick={() => setIsExpanded(!isExpanded)}>
          {isExpanded ? 'Show fewer' : `Show all ${formatQuantity(promised.length, 'promise', 'promises')}`}
        </Button>
      )}
    </section>
  )
}

interface PromisedRowProps extends Omit<PromisedSectionProps, 'promised'> {
  item: PromisedItem
}

function PromisedRow({ item, now, onLog, onStep }: PromisedRowProps) {
  const { kind, contact, task, needsTact } = item
  const contacts = useContactsUrlState()
  const name = fullName(contact)
  const Icon = ICONS[kind]
  const encounter: Encounter = { contact, type: kind === 'appointment' ? 'meeting' : 'call', task }
  const complete = useMutation({
    mutationFn: (promisedTask: Task) => setTaskDone(promisedTask, true),
    onSuccess: (completed) =>
      onStep({
        kind: 'changed',
        contactId: contact.id,
        text: `Done: ${completed.title}`,
        undo: () => setTaskDone(completed, false),
      }),
    onError: toastFailure('Task Update Failed', 'Task update failed'),
  })
  const isUrgent = kind === 'inquiry' || (task !== null && isOverdue(task, now))
  return (
    <li data-today className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5">
      <Icon aria-hidden className="size-4 shrink-0 text-dim" />
      <div className="min-w-0 flex-1 basis-48">
        <Link
          data-today-link
          to={contacts.contactHref(contact.id)}
          {...contacts.linkProps}
          className="inline-block rounded-sm text-sm font-medium hover:underline max-md:-my-2 max-md:leading-11"
        >
          {name}
        </Link>
        <p className="text-[13px] text-muted">
          {task && kind === 'task' ? task.title : KIND_LABELS[kind]}
          <span className={cx('ml-2 tabular-nums', isUrgent ? 'text-yellow' : 'text-dim')}>
            {promiseText(item, now)}
          </span>
        </p>
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        {contact.phone && !(needsTact && kind === 'task') && !contact.optedOutChannels.includes('call') && (
          <DialLink
            contact={contact}
            href={`tel:${contact.phone}`}
            verb="call"
            variant="primary"
            size="row"
            label={`Call ${name}`}
            onDialed={() => onLog({ ...encounter, type: 'call' })}
          >
            <Phone aria-hidden />
            Call
          </DialLink>
        )}
        <Button size="row" aria-label={`Log: ${name}`} onClick={() => onLog(encounter)}>
          Log
        </Button>
        {task && (
          <Button
            size="row"
            aria-label={`Done: ${task.title}, ${name}`}
            pending={complete.isPending}
            onClick={() => complete.mutate(task)}
          >
            Done
          </Button>
        )}
      </div>
    </li>
  )
}
