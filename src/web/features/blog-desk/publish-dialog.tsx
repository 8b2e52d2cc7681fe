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
  /** With the moment from which on everybody can read it. */
  onPublish: (at: string) => void
}

const DAY_MS = 86_400_000
const WHEN_OPTIONS = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'At a time' },
]

/** Puts a ready post on the site: now, or by itself at a time. */
export function PublishDialog({ post, unsaved, pending, onClose, onPublish }: PublishDialogProps) {
  const [when, setWhen] = useState('now')
  const [time, setTime] = useState(() => toLocalTimeInput(new Date(Date.now() + DAY_MS)))
  const [error, setError] = useState<string>()
  const submit = () => {
    const at = when === 'now' ? new Date() : new Date(time)
    if (Number.isNaN(at.getTime())) return setError('Choose a day and a time')
    if (when === 'later' && at.getTime() <= Date.now()) return setError('Choose a time to come')
    onPublish(at.toISOString())
  }
  const remarks = [
    post.review.needed ? 'Read it first: nobody has gone through its text yet.' : '',
    unsaved ? 'What you changed is saved with it.' : '',
  ]
  return (
    <FormDialog
      title="Publish"
      description={`Everybody can read “${post.title}” on the site then. ${remarks.join(' ')}`.trim()}
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
        <Field label="Day and time" hint="In the time zone of this device." error={error}>
          <Input type="datetime-local" value={time} onChange={({ target }) => setTime(target.value)} />
        </Field>
      )}
    </FormDialog>
  )
}
