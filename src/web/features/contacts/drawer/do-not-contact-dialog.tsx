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
  // Keeps the texts unchanged while saving updates the contact.
  const [original] = useState(contact)
  const [channel, setChannel] = useState<ConsentChannel>('all')
  const [isOptOut, setIsOptOut] = useState(!contact.doNotContact)
  const [reason, setReason] = useState('')
  const [source, setSource] = useState<DoNotContactCommand['source']>('member')
  const [consentWording, setConsentWording] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const change = useDoNotContact(contact.id, onClose)
  const isBlocked = (selectedChannel: ConsentChannel) =>
    selectedChannel === 'all' ? original.doNotContact : original.optedOutChannels.includes(selectedChannel)
  const needsReason = !isOptOut && isBlocked(channel)
  const isReasonMissing = needsReason && !reason.trim()
  const choose = (newChannel: ConsentChannel) => {
    setChannel(newChannel)
    setIsOptOut(!isBlocked(newChannel))
  }
  const submit = () => {
    setSubmitted(true)
    if (isReasonMissing) return
    change.mutate({
      doNotContact: isOptOut,
      reason,
      channel,
      source,
      shown: isOptOut ? undefined : consentWording,
    })
  }
  return (
    <FormDialog
      {...textsOf(fullName(contact), channel, isOptOut)}
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
          placeholder={isOptOut ? 'Asked by phone not to be called' : 'Asked to hear from us again'}
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
            value={isOptOut ? 'no' : 'yes'}
            options={[
              { value: 'no', label: `No ${CHANNEL_WORDS[channel]}` },
              { value: 'yes', label: `Agrees to ${CHANNEL_WORDS[channel]}` },
            ]}
            onValue={(value) => setIsOptOut(value === 'no')}
          />
        </Field>
      )}
      {!isOptOut && (
        <Field label="Consent wording (optional)">
          <Input value={consentWording} maxLength={MAX_SHOWN_LENGTH} onValue={setConsentWording} />
        </Field>
      )}
      <ConsentHistory contactId={contact.id} />
    </FormDialog>
  )
}

function textsOf(name: string, channel: ConsentChannel, stop: boolean) {
  if (channel !== 'all') {
    const channelWords = CHANNEL_WORDS[channel]
    return stop
      ? {
          title: `No ${channelWords}?`,
          description: `${name} won't get ${channelWords}. Other channels don't change.`,
          verb: `No ${channelWords}`,
        }
      : {
          title: `Allow ${channelWords}?`,
          description: `Records ${name}'s consent to ${channelWords}.`,
          verb: `Allow ${channelWords}`,
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
