import { useState } from 'react'
import type { DeskPost } from '#contract/blog-desk.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { toLocalTimeInput } from './blog-desk-texts.ts'

interface PublishDialogProps {
  post: DeskPost
  unsaved: boolean
  pending: boolean
  onClose: () => void
  /** Called with the publication time, in ISO format. */
  onPublish: (at: string) => void
}

const DAY_MS = 86_400_000
const WHEN_OPTIONS = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'Later' },
]

/** Publishes a ready post now, or schedules it. */
export function PublishDialog({ post, unsaved, pending, onClose, onPublish }: PublishDialogProps) {
  const [when, setWhen] = useState('now')
  const [time, setTime] = useState(() => toLocalTimeInput(new Date(Date.now() + DAY_MS)))
  const [error, setError] = useState<string>()
  const submit = () => {
    const at = when === 'now' ? new Date() : new Date(time)
    if (Number.isNaN(at.getTime())) return setError('Choose a date and time')
    if (when === 'later' && at.getTime() <= Date.now()) return setError('Choose a time in the future')
    onPublish(at.toISOString())
  }
  const remarks = [
    post.review.needed ? 'No one has reviewed it yet.' : '',
    unsaved ? 'Your unsaved changes will be saved.' : '',
  ]
  return (
    <FormDialog
      title="Publish"
      description={`“${post.title}” will be public. ${remarks.join(' ')}`.trim()}
      width="sm"
      verb={when === 'now' ? 'Publish' : 'Schedule'}
      pending={pending}
      pendingLabel="Publishing..."
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="When">
        <Select options={WHEN_OPTIONS} value={when} onChange={({ target }) => setWhen(target.value)} />
      </Field>
      {when === 'later' && (
        <Field label="Date and time" hint="In your device's time zone." error={error}>
          <Input type="datetime-local" value={time} onChange={({ target }) => setTime(target.value)} />
        </Field>
      )}
    </FormDialog>
  )
}
