import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ACTIVITY_OUTCOMES } from '#domain/activities/activity.ts'
import { OUTCOME_LABELS } from '#domain/activities/labels.ts'
import {
  ActivityTimeField,
  MAX_NOTE_LENGTH,
  TYPE_OPTIONS,
  useActivityTime,
} from '#web/features/today/activity-fields.tsx'
import { type CallInput, call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, MenuItem } from '#web/ui/dropdown-menu.tsx'
import { Field, Select, Textarea } from '#web/ui/form.tsx'
import { AlertDialog, FormDialog } from '#web/ui/form-dialog.tsx'
import { useChange } from '#web/ui/use-change.ts'
import { CONTACTS_KEY } from '../contacts-queries.ts'
import { deletionText, type TimelineActivity } from './timeline-texts.ts'

/** Rest days depend on activities, so Today changes, too. */
const REFRESHES = [CONTACTS_KEY, ['/api/today']]

interface ActivityMenuProps {
  activity: TimelineActivity
  /** The activity's text. */
  text: string
  onDeleted: () => void
}

/** Edit and Delete of an activity that the member logged. */
export function ActivityMenu({ activity, text, onDeleted }: ActivityMenuProps) {
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <DropdownMenu
        trigger={
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Actions for “${text}”`}
            className="-mt-1 max-md:-mt-3 max-md:size-11"
          >
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setDialog('edit')}>
          Edit activity
        </MenuItem>
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setDialog('delete')}>
          Delete activity
        </MenuItem>
      </DropdownMenu>
      {dialog === 'edit' && <EditActivity activity={activity} onClose={close} />}
      {dialog === 'delete' && <DeleteActivity {...{ activity, text, onDeleted }} onClose={close} />}
    </>
  )
}

const OUTCOME_OPTIONS = ACTIVITY_OUTCOMES.map((value) => ({ value, label: OUTCOME_LABELS[value] }))

function EditActivity({ activity, onClose }: { activity: TimelineActivity; onClose: () => void }) {
  const [type, setType] = useState(activity.type)
  const [outcome, setOutcome] = useState(activity.outcome)
  const [note, setNote] = useState(activity.note ?? '')
  const time = useActivityTime(activity.at)
  const edit = useChange({
    change: (body: CallInput<'PATCH /api/activities/{id}'>['body']) =>
      call('PATCH /api/activities/{id}', { params: { id: activity.id }, body }),
    failureToast: ['Not Saved', "We couldn't save the activity. Try again."],
    refreshedKeys: REFRESHES,
  })
  const save = () => {
    if (!time.validate()) return
    const body = { type, outcome: type === 'note' ? null : outcome, note: note.trim() || null, at: time.at }
    edit.mutate(body, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Edit activity"
      verb="Save changes"
      pending={edit.isPending}
      onClose={onClose}
      onSubmit={save}
    >
      <div className="grid gap-3.5 sm:grid-cols-2">
        <Field label="Type">
          <Select value={type} options={TYPE_OPTIONS} onValue={setType} />
        </Field>
        <ActivityTimeField time={time} />
      </div>
      {type !== 'note' && (
        <Field label="Outcome">
          <Select
            value={outcome ?? ''}
            placeholder="No outcome"
            options={OUTCOME_OPTIONS}
            onValue={(value) => setOutcome(value || null)}
          />
        </Field>
      )}
      <Field label="Note">
        <Textarea rows={3} maxLength={MAX_NOTE_LENGTH} value={note} onValue={setNote} />
      </Field>
    </FormDialog>
  )
}

function DeleteActivity({ activity, text, onDeleted, onClose }: ActivityMenuProps & { onClose: () => void }) {
  const remove = useChange({
    change: () => call('DELETE /api/activities/{id}', { params: { id: activity.id } }).then(onDeleted),
    failureToast: ['Not Deleted', "We couldn't delete the activity. Try again."],
    refreshedKeys: REFRESHES,
  })
  return (
    <AlertDialog
      open
      onClose={onClose}
      title="Delete this activity?"
      description={deletionText(activity, text)}
      confirmLabel="Delete activity"
      pending={remove.isPending}
      pendingLabel="Deleting..."
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
    />
  )
}
