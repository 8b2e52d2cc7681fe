import { useState } from 'react'
import type { ConsentChannel } from '#contract/consents.ts'
import type { ContactDetail } from '#contract/contacts.ts'
import { CHANNELS } from '#domain/compliance/outreach.ts'
import { ConsentHistory } from '#web/features/outreach/consent-history.tsx'
import { CHANNEL_WORDS } from '#web/features/outreach/outreach-texts.ts'
import { capitalize, fullName } from '#web/lib/format.ts'
import { Field, Input, Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { type DoNotContactCommand, useDoNotContact } from './drawer-queries.ts'

/** Copies of the contract's limits; importing the contract would load the validator. */
const MAX_REASON_LENGTH = 200
const MAX_SHOWN_LENGTH = 1000

const SOURCES = [
  { value: 'member', label: 'Added by us' },
  { value: 'contact', label: 'Requested by contact' },
  { value: 'form', label: 'From a form' },
] as const

/** Records an opt-out or a consent for one channel or all, with its reason and source. */
export function DoNotContactDialog({ contact, onClose }: { contact: ContactDetail; onClose: () => void }) {
  // The texts stay the same while the saved change updates the contact.
  const [original] = useState(contact)
  const [channel, setChannel] = useState<ConsentChannel>('all')
  const [stop, setStop] = useState(!contact.doNotContact)
  const [reason, setReason] = useState('')
  const [source, setSource] = useState<DoNotContactCommand['source']>('member')
  const [shown, setShown] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const change = useDoNotContact(contact.id, onClose)
  const isBlocked = (on: ConsentChannel) =>
    on === 'all' ? original.doNotContact : original.optedOutChannels.includes(on)
  const needsReason = !stop && isBlocked(channel)
  const isReasonMissing = needsReason && !reason.trim()
  const choose = (next: ConsentChannel) => {
    setChannel(next)
    setStop(!isBlocked(next))
  }
  const submit = () => {
    setSubmitted(true)
    if (isReasonMissing) return
    change.mutate({ doNotContact: stop, reason, channel, source, shown: stop ? undefined : shown })
  }
  return (
    <FormDialog
      {...textsOf(fullName(contact), channel, stop)}
      pending={change.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        label={needsReason ? 'Reason' : 'Reason (optional)'}
        required={needsReason}
        error={isSubmitted && isReasonMissing ? 'Explain why this person can be contacted again' : undefined}
      >
        <Input
          value={reason}
          maxLength={MAX_REASON_LENGTH}
          placeholder={stop ? 'Asked by phone not to be called' : 'Asked to hear from us again'}
          onValue={setReason}
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
            onValue={choose}
          />
        </Field>
        <Field label="Source">
          <Select value={source} options={SOURCES} onValue={setSource} />
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
            onValue={(value) => setStop(value === 'no')}
          />
        </Field>
      )}
      {!stop && (
        <Field label="Consent wording (optional)">
          <Input value={shown} maxLength={MAX_SHOWN_LENGTH} onValue={setShown} />
        </Field>
      )}
      <ConsentHistory contactId={contact.id} />
    </FormDialog>
  )
}

function textsOf(name: string, channel: ConsentChannel, stop: boolean) {
  if (channel !== 'all') {
    const words = CHANNEL_WORDS[channel]
    return stop
      ? {
          title: `No ${words}?`,
          description: `${name} won't get ${words}. Other channels don't change.`,
          verb: `No ${words}`,
        }
      : {
          title: `Allow ${words}?`,
          description: `Records ${name}'s consent to ${words}.`,
          verb: `Allow ${words}`,
        }
  }
  return stop
    ? {
        title: 'Do not contact?',
        description: `We'll leave ${name} out of call lists, tasks, outreach and outreach exports, and remove open automatic tasks.`,
        verb: 'Do not contact',
      }
    : {
        title: 'Allow contact again?',
        description: `${name} can appear in tasks and outreach again.`,
        verb: 'Allow contact',
      }
}
