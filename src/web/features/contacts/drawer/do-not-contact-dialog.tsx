import { type FormEvent, useId, useState } from 'react'
import type { ConsentChannel } from '#contract/consents.ts'
import type { ContactDetail } from '#contract/contacts.ts'
import { CHANNELS } from '#domain/compliance/outreach.ts'
import { ConsentHistory } from '#web/features/outreach/consent-history.tsx'
import { CHANNEL_WORDS } from '#web/features/outreach/outreach-texts.ts'
import { capitalize, fullName } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { type DoNotContactCommand, useDoNotContact } from './drawer-queries.ts'

/** Copies of the contract's limits; importing the contract would load the validator. */
const MAX_REASON_LENGTH = 200
const MAX_SHOWN_LENGTH = 1000

const SOURCES = [
  { value: 'member', label: 'Added by us' },
  { value: 'contact', label: 'Requested by contact' },
  { value: 'form', label: 'From a form' },
]

/** Records an opt-out or a consent for one channel or all, with its reason and source. */
export function DoNotContactDialog({ contact, onClose }: { contact: ContactDetail; onClose: () => void }) {
  const id = useId()
  // The texts stay the same while the saved change updates the contact.
  const [original] = useState(contact)
  const [channel, setChannel] = useState<ConsentChannel>('all')
  const [stop, setStop] = useState(!contact.doNotContact)
  const [reason, setReason] = useState('')
  const [source, setSource] = useState<DoNotContactCommand['source']>('member')
  const [shown, setShown] = useState('')
  const [isMissing, setMissing] = useState(false)
  const change = useDoNotContact(contact.id, onClose)
  const isBlocked = channel === 'all' ? original.doNotContact : original.optedOutChannels.includes(channel)
  const needsReason = !stop && isBlocked
  const choose = (next: ConsentChannel) => {
    setChannel(next)
    setStop(next === 'all' ? !original.doNotContact : !original.optedOutChannels.includes(next))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(needsReason && !reason.trim())
    if (needsReason && !reason.trim()) return
    change.mutate({ doNotContact: stop, reason, channel, source, ...(stop ? {} : { shown }) })
  }
  const { title, description, done } = textsOf(fullName(contact), channel, stop)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={id}
            pending={change.isPending}
            pendingLabel="Saving..."
          >
            {done}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-3.5">
        <Field
          label={needsReason ? 'Reason' : 'Reason (optional)'}
          required={needsReason}
          error={isMissing ? 'Explain why this person can be contacted again' : undefined}
        >
          <Input
            value={reason}
            maxLength={MAX_REASON_LENGTH}
            placeholder={stop ? 'Asked by phone not to be called' : 'Asked to hear from us again'}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <div className="grid gap-3.5 sm:grid-cols-2">
          <Field label="Applies to">
            <Select
              value={channel}
              options={['all' as const, ...CHANNELS].map((value) => ({
                value,
                label: value === 'all' ? 'Every channel' : capitalize(CHANNEL_WORDS[value]),
              }))}
              onChange={(event) => choose(event.target.value as ConsentChannel)}
            />
          </Field>
          <Field label="Source">
            <Select
              value={source}
              options={SOURCES}
              onChange={(event) => setSource(event.target.value as DoNotContactCommand['source'])}
            />
          </Field>
        </div>
        {channel !== 'all' && (
          <Field label="Preference">
            <Select
              value={stop ? 'no' : 'yes'}
              options={[
                { value: 'no', label: `No ${CHANNEL_WORDS[channel]}` },
                { value: 'yes', label: `Agrees to ${CHANNEL_WORDS[channel]}` },
              ]}
              onChange={(event) => setStop(event.target.value === 'no')}
            />
          </Field>
        )}
        {!stop && (
          <Field label="Consent wording (optional)">
            <Input
              value={shown}
              maxLength={MAX_SHOWN_LENGTH}
              onChange={(event) => setShown(event.target.value)}
            />
          </Field>
        )}
      </form>
      <ConsentHistory contactId={contact.id} />
    </Dialog>
  )
}

function textsOf(name: string, channel: ConsentChannel, stop: boolean) {
  if (channel !== 'all') {
    const words = CHANNEL_WORDS[channel]
    return stop
      ? {
          title: `No ${words}?`,
          description: `${name} won't get ${words}. Other channels don't change.`,
          done: `No ${words}`,
        }
      : {
          title: `Allow ${words}?`,
          description: `Records ${name}'s consent to ${words}.`,
          done: `Allow ${words}`,
        }
  }
  return stop
    ? {
        title: 'Do not contact?',
        description: `We'll leave ${name} out of call lists, tasks, outreach and outreach exports, and remove open automatic tasks.`,
        done: 'Do not contact',
      }
    : {
        title: 'Allow contact again?',
        description: `${name} can appear in tasks and outreach again.`,
        done: 'Allow contact',
      }
}
