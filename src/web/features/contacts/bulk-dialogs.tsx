import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { assigneeOptions, useMembers } from '#web/features/organization/members.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { keyOf, read } from '#web/lib/query-client.ts'
import { Field, Input, Select, type SelectProps } from '#web/ui/form.tsx'
import { AlertDialog, FormDialog } from '#web/ui/form-dialog.tsx'
import type { BulkCommand } from './bulk-commands.ts'
import type { BulkDialogProps } from './bulk-dialog-props.ts'
import { OriginDialog } from './origin-dialog.tsx'
import { OwnerDialog } from './owner-dialog.tsx'

/** The dialog of the chosen action. */
export function BulkDialogs({
  action,
  ...props
}: BulkDialogProps & { action: BulkCommand['action'] | null }) {
  switch (action) {
    case 'tag':
    case 'untag':
      return <TagDialog {...props} isAdded={action === 'tag'} />
    case 'task':
      return <TaskDialog {...props} />
    case 'playbook':
      return <PlaybookDialog {...props} />
    case 'origin':
      return <OriginDialog {...props} />
    case 'owner':
      return <OwnerDialog {...props} />
    case 'assign':
      return <AssignDialog {...props} />
    case null:
      return null
    default:
      return <Confirmation {...props} action={action} />
  }
}

const CONFIRMATIONS = {
  enrich: {
    title: (people: string) => `Enrich ${people}?`,
    description: () =>
      'Each match uses 1 credit. Contacts matched in the last 24 hours are skipped. Enrichment runs in the background and pauses when you run out of credits.',
    verb: () => 'Enrich',
    texts: {
      running: 'Enriching...',
      title: 'Enrichment Started',
      none: 'Nothing to Enrich',
      done: (people: string) => `We'll enrich ${people} in the background`,
      skipped: 'enriched in the last 24 hours or already in progress',
    },
  },
  delete: {
    title: (people: string) => `Delete ${people}?`,
    description: (people: string) =>
      `This will permanently delete ${people} and all associated data. This action cannot be undone.`,
    verb: (people: string) => `Delete ${people}`,
    texts: {
      running: 'Deleting...',
      title: 'Contacts Deleted',
      done: (people: string) => `${people} permanently removed`,
    },
  },
  doNotContact: {
    title: (people: string) => `Mark ${people} as do not contact?`,
    description: () =>
      "They're removed from every call list right away, and their open automatic tasks are deleted. You'll need a reason to undo this for each person.",
    verb: () => 'Mark as do not contact',
    texts: {
      running: 'Marking...',
      title: 'Marked Do Not Contact',
      done: (people: string) => `Marked ${people} as do not contact`,
      skipped: 'already marked',
    },
  },
}

function Confirmation(props: BulkDialogProps & { action: keyof typeof CONFIRMATIONS }) {
  const { action, people, onApply, onClose } = props
  const { title, description, verb, texts } = CONFIRMATIONS[action]
  return (
    <AlertDialog
      onClose={onClose}
      title={title(people)}
      description={description(people)}
      confirmLabel={verb(people)}
      destructive={action !== 'enrich'}
      onConfirm={() => onApply({ action }, texts)}
    />
  )
}

const UNASSIGNED = 'unassigned'

/** Chooses the assignee of the selected contacts' open tasks. */
function AssignDialog({ people, onApply, onClose }: BulkDialogProps) {
  const { user } = useCurrentUser()
  const members = useMembers()
  const [assigneeId, setAssigneeId] = useState(user?.id ?? UNASSIGNED)
  const options = [...assigneeOptions(members, null), { value: UNASSIGNED, label: 'Unassigned' }]
  const submit = () => {
    const assignedTo = assigneeId === UNASSIGNED ? null : assigneeId
    const name = options.find(({ value }) => value === assigneeId)?.label
    onApply(
      { action: 'assign', assignedTo },
      {
        running: 'Assigning...',
        title: 'Tasks Assigned',
        unchangedTitle: 'Nothing Assigned',
        done: (contactsText, { previous }) =>
          `${formatQuantity(previous.length, 'task', 'tasks')} for ${contactsText} ${assignedTo ? `assigned to ${name}` : 'unassigned'}`,
        skipped: assignedTo ? `no open tasks, or ${name} doesn't see the contact` : 'no open tasks',
      },
    )
  }
  return (
    <FormDialog
      width="sm"
      title="Assign tasks"
      description={`Assign all open tasks for ${people} to one person.`}
      verb="Assign"
      disabled={members.length === 0}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="Assign to">
        <Select options={options} value={assigneeId} onValue={setAssigneeId} />
      </Field>
    </FormDialog>
  )
}

interface LoadedChoiceProps extends Pick<SelectProps, 'options' | 'value' | 'onValue'> {
  label: string
  query: { isPending: boolean; error: unknown }
  /** Plural name of the options, such as `tags`. */
  optionsName: string
}

/** Shows the select while its options load, so that it can take the initial focus. */
function LoadedChoice({ label, query, optionsName, ...select }: LoadedChoiceProps) {
  const empty = query.error ? 'Not loaded' : `You have no ${optionsName} yet`
  const placeholder = query.isPending ? `Loading your ${optionsName}...` : empty
  return (
    <Field
      label={label}
      error={query.error ? messageOf(query.error, `We couldn't load your ${optionsName}.`) : undefined}
    >
      <Select {...select} placeholder={select.options?.length ? undefined : placeholder} />
    </Field>
  )
}

const NEW_TAG = 'new'

function TagDialog({ people, onApply, onClose, isAdded }: BulkDialogProps & { isAdded: boolean }) {
  const client = useQueryClient()
  const tags = useQuery(read('GET /api/tags'))
  const [chosen, setChosen] = useState<string | null>(null)
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const options = [
    ...(tags.data ?? []).map((tag) => ({ value: tag.id, label: tag.name })),
    // Added after the tags load, so that the choice doesn't change while the member types a name.
    ...(isAdded && !tags.isPending ? [{ value: NEW_TAG, label: 'New tag...' }] : []),
  ]
  const value = chosen ?? options[0]?.value ?? ''
  const isNew = value === NEW_TAG
  const submit = async () => {
    const tagId = isNew ? (await call('POST /api/tags', { body: { name } })).id : value
    if (isNew) void client.invalidateQueries({ queryKey: keyOf('GET /api/tags') })
    onApply(
      { action: isAdded ? 'tag' : 'untag', tagId },
      isAdded
        ? {
            running: 'Tagging...',
            title: 'Contacts Tagged',
            done: (contactsText) => `Tagged ${contactsText}`,
            skipped: 'they already have the tag',
          }
        : {
            running: 'Removing tag...',
            title: 'Tag Removed',
            done: (contactsText) => `Removed the tag from ${contactsText}`,
            skipped: "they don't have the tag",
          },
    )
  }
  return (
    <FormDialog
      width="sm"
      title={isAdded ? 'Add tag' : 'Remove tag'}
      description={isAdded ? `Adds a tag to ${people}.` : `Removes a tag from ${people}.`}
      verb={isAdded ? 'Add tag' : 'Remove tag'}
      disabled={value === '' || (isNew && name.trim() === '')}
      onClose={onClose}
      onSubmit={() =>
        void submit().catch((failure: unknown) =>
          setError(messageOf(failure, "We couldn't add the tag. Please try again.")),
        )
      }
    >
      <div className="grid gap-4">
        <LoadedChoice
          label="Tag"
          query={tags}
          optionsName="tags"
          {...{ options, value }}
          onValue={setChosen}
        />
        {isNew && (
          <Field label="Name of the new tag" required error={error}>
            <Input maxLength={100} value={name} onValue={setName} />
          </Field>
        )}
      </div>
    </FormDialog>
  )
}

function TaskDialog({ people, onApply, onClose }: BulkDialogProps) {
  const [title, setTitle] = useState('')
  const [day, setDay] = useState('')
  // The end of the day in the member's time zone.
  const dueDate = day === '' ? null : new Date(`${day}T23:59:59`).toISOString()
  return (
    <FormDialog
      width="sm"
      title="Add task"
      description={`Adds the same task for ${people}. People marked as do not contact are skipped.`}
      verb="Add task"
      disabled={title.trim() === ''}
      onClose={onClose}
      onSubmit={() =>
        onApply(
          { action: 'task', task: { title, description: null, dueDate } },
          {
            running: 'Adding tasks...',
            title: 'Tasks Added',
            done: (contactsText) => `Added a task for ${contactsText}`,
            skipped: 'marked as do not contact',
          },
        )
      }
    >
      <div className="grid gap-4">
        <Field label="Task" required>
          <Input maxLength={200} value={title} onValue={setTitle} />
        </Field>
        <Field label="Due date">
          <Input type="date" value={day} onValue={setDay} />
        </Field>
      </div>
    </FormDialog>
  )
}

function PlaybookDialog({ people, onApply, onClose }: BulkDialogProps) {
  const playbooks = useQuery(read('GET /api/playbooks'))
  const [chosen, setChosen] = useState<string | null>(null)
  const options = (playbooks.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const value = chosen ?? options[0]?.value ?? ''
  return (
    <FormDialog
      width="sm"
      title="Apply playbook"
      description={`Each step becomes a task with a due date, assigned to you, for ${people}.`}
      verb="Add tasks"
      disabled={value === ''}
      onClose={onClose}
      onSubmit={() =>
        onApply(
          { action: 'playbook', playbookId: value },
          {
            running: 'Adding tasks...',
            title: 'Playbook Applied',
            done: (contactsText) => `Added the tasks for ${contactsText}`,
            skipped: 'do not contact, listed for sale, or already have these tasks',
          },
        )
      }
    >
      <LoadedChoice
        label="Playbook"
        query={playbooks}
        optionsName="playbooks"
        {...{ options, value }}
        onValue={setChosen}
      />
    </FormDialog>
  )
}
