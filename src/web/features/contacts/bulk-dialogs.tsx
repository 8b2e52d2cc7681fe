import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { keyOf, read } from '#web/lib/query-client.ts'
import { Field, Input, Select } from '#web/ui/form.tsx'
import { AlertDialog, FormDialog } from '#web/ui/form-dialog.tsx'
import type { BulkCommand } from './bulk-commands.ts'

/** The bulk actions behind "More". */
export type MoreAction = 'tag' | 'untag' | 'task' | 'playbook' | 'doNotContact'

export interface BulkTexts {
  running: string
  title: string
  /** The people the change applied to, such as `12 contacts`. */
  done: (people: string) => string
  skipped?: string
}

interface BulkDialogProps {
  /** The selection as text, such as `12 contacts`. */
  people: string
  onApply: (command: BulkCommand, texts: BulkTexts) => void
  onClose: () => void
}

/** The dialog of the chosen action. */
export function BulkDialogs({ action, ...props }: BulkDialogProps & { action: string | null }) {
  if (action === 'tag' || action === 'untag') return <TagDialog {...props} isAdded={action === 'tag'} />
  if (action === 'task') return <TaskDialog {...props} />
  if (action === 'playbook') return <PlaybookDialog {...props} />
  const { people, onApply, onClose } = props
  return (
    <AlertDialog
      open={action === 'doNotContact'}
      onClose={onClose}
      title={`Mark ${people} as do not contact?`}
      description="They're removed from every call list right away, and their open automatic tasks are deleted. You'll need a reason to undo this for each person."
      confirmLabel="Mark as do not contact"
      onConfirm={() =>
        onApply(
          { action: 'doNotContact' },
          {
            running: 'Marking...',
            title: 'Marked Do Not Contact',
            done: (marked) => `Marked ${marked} as do not contact`,
            skipped: 'already marked',
          },
        )
      }
    />
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
    ...(isAdded ? [{ value: NEW_TAG, label: 'New tag...' }] : []),
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
            done: (tagged) => `Tagged ${tagged}`,
            skipped: 'they already have the tag',
          }
        : {
            running: 'Removing tag...',
            title: 'Tag Removed',
            done: (untagged) => `Removed the tag from ${untagged}`,
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
        {options.length === 0 ? (
          <p className="text-sm text-muted">
            {tags.isPending ? 'Loading your tags...' : 'You have no tags yet.'}
          </p>
        ) : (
          <Field label="Tag">
            <Select options={options} value={value} onValue={setChosen} />
          </Field>
        )}
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
  // The end of the day where the member is.
  const dueDate = day === '' ? null : new Date(`${day}T23:59:59`).toISOString()
  return (
    <FormDialog
      width="sm"
      title="Add task"
      description={`Adds the same task for ${people}. People marked do not contact are skipped.`}
      verb="Add task"
      disabled={title.trim() === ''}
      onClose={onClose}
      onSubmit={() =>
        onApply(
          { action: 'task', task: { title, description: null, dueDate } },
          {
            running: 'Adding tasks...',
            title: 'Tasks Added',
            done: (added) => `Added a task for ${added}`,
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
            done: (added) => `Added the tasks for ${added}`,
            skipped: 'do not contact, listed for sale, or already have these tasks',
          },
        )
      }
    >
      {playbooks.isPending ? (
        <p className="text-sm text-muted">Loading the playbooks...</p>
      ) : (
        <Field label="Playbook">
          <Select options={options} value={value} onValue={setChosen} />
        </Field>
      )}
    </FormDialog>
  )
}
