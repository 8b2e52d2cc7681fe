import { type FormEvent, useId, useState } from 'react'
import type { ConsentChannel } from '#contract/consents.ts'
import type { ContactDetail } from '#contract/contacts.ts'
import { CHANNELS } from '#domain/compliance/outreach.ts'
import { ConsentHistory } from '#web/features/outreach/consent-history.tsx'
import { CHANNEL_WORDS } from '#web/features/outreach/outreach-texts.ts'
import { capitalize } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { type DoNotContactCommand, useDoNotContact } from './drawer-queries.ts'

/** As the contract has them; importing it would bring the validator along. */
const MAX_REASON_LENGTH = 200
const MAX_SHOWN_LENGTH = 1000

const SOURCES = [
  { value: 'member', label: 'Noted by us' },
  { value: 'contact', label: 'Said by the person' },
  { value: 'form', label: 'From a form' },
]

/** Asks why before somebody is left alone, on one channel or on all, or may be contacted again. */
export function DoNotContactDialog({ contact, onClose }: { contact: ContactDetail; onClose: () => void }) {
  const id = useId()
  // What is asked stays while the answer changes the contact.
  const [known] = useState(contact)
  const [channel, setChannel] = useState<ConsentChannel>('all')
  const [stop, setStop] = useState(!contact.doNotContact)
  const [reason, setReason] = useState('')
  const [source, setSource] = useState<DoNotContactCommand['source']>('member')
  const [shown, setShown] = useState('')
  const [isMissing, setMissing] = useState(false)
  const change = useDoNotContact(contact.id, onClose)
  const isBlocked = channel === 'all' ? known.doNotContact : known.refusedChannels.includes(channel)
  const needsReason = !stop && isBlocked
  const choose = (next: ConsentChannel) => {
    setChannel(next)
    setStop(next === 'all' ? !known.doNotContact : !known.refusedChannels.includes(next))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(needsReason && !reason.trim())
    if (needsReason && !reason.trim()) return
    change.mutate({ doNotContact: stop, reason, channel, source, ...(stop ? {} : { shown }) })
  }
  const { title, description, done } = textsOf(`${contact.firstName} ${contact.lastName}`, channel, stop)
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
          error={isMissing ? 'Say why this person may be contacted again' : undefined}
        >
          <Input
            value={reason}
            maxLength={MAX_REASON_LENGTH}
            placeholder={stop ? 'Asked on the phone not to be called' : 'Asked to hear from us again'}
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
          <Field label="Where it comes from">
            <Select
              value={source}
              options={SOURCES}
              onChange={(event) => setSource(event.target.value as DoNotContactCommand['source'])}
            />
          </Field>
        </div>
        {channel !== 'all' && (
          <Field label="What the person wants">
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
          <Field label="Words they agreed to (optional)">
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
          description: `${name} gets no ${words} from outreach. Other channels stay as they are.`,
          done: `No ${words}`,
        }
      : {
          title: `Allow ${words}?`,
          description: `It is noted that ${name} agrees to ${words}.`,
          done: `Allow ${words}`,
        }
  }
  return stop
    ? {
        title: 'Do not contact?',
        description: `${name} will be left out of tasks, outreach and outreach exports. Open automatic tasks are removed.`,
        done: 'Do not contact',
      }
    : {
        title: 'Allow contact again?',
        description: `${name} may be part of tasks and outreach again.`,
        done: 'Allow contact',
      }
}
