import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ContactDetail } from '#contract/contacts.ts'
import { CHANNELS, type Channel, isContactBlocked } from '#domain/compliance/outreach.ts'
import { DialLink } from '#web/features/calling/dial-link.tsx'
import { CHANNEL_WORDS } from '#web/features/outreach/outreach-texts.ts'
import { CHANNEL_ACTIONS } from '#web/features/today/channel-actions.ts'
import { SnoozeButton } from '#web/features/today/row-menus.tsx'
import { type Step, StepNotice } from '#web/features/today/step-notice.tsx'
import { refreshToday } from '#web/features/today/today-queries.ts'
import { fullName } from '#web/lib/format.ts'
import { withParam } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'

export interface ContactActionsProps {
  contact: ContactDetail
  /** The last logged activity, here or on the timeline. */
  step: Step | null
  onStep: (step: Step | null) => void
  /** Called when a channel's app opens, to ask how it went. */
  onLog: (type: Channel) => void
}

/** Call, text, email, write and snooze. After a call or message, asks how it went and shows what was logged. */
export function ContactActions({ contact, step, onStep, onLog }: ContactActionsProps) {
  const client = useQueryClient()
  const [, setParams] = useSearchParams()
  // Before the first enrichment, Enrich is the main action.
  const mainChannel =
    contact.enrichedAt && CHANNELS.find((channel) => unavailableReason(contact, channel) === null)
  return (
    <>
      <div className="mt-3 flex gap-2 max-sm:gap-1.5">
        {CHANNELS.map((channel) => (
          <ChannelAction
            key={channel}
            contact={contact}
            channel={channel}
            isMain={channel === mainChannel}
            onDone={() =>
              channel === 'letter'
                ? setParams((before) => withParam(before, 'write', channel), {
                    replace: true,
                    preventScrollReset: true,
                  })
                : onLog(channel)
            }
          />
        ))}
        <SnoozeButton
          contact={contact}
          now={new Date()}
          className="w-9 max-md:w-11"
          onStep={() => refreshToday(client)}
        />
      </div>
      <StepNotice step={step} onStep={onStep} />
    </>
  )
}

interface ChannelActionProps {
  contact: ContactDetail
  channel: Channel
  isMain: boolean
  /** Called when the channel's app opens or a letter is started. */
  onDone: () => void
}

function ChannelAction({ contact, channel, isMain, onDone }: ChannelActionProps) {
  const { phone, email } = contact
  const { label, verb, Icon } = CHANNEL_ACTIONS[channel]
  const name = `${verb} ${fullName(contact)}`
  const buttonProps = {
    variant: isMain ? 'primary' : 'secondary',
    className: 'min-w-0 flex-1 px-0!',
  } as const
  const content = (
    <>
      <Icon aria-hidden className="max-sm:hidden" />
      {label}
    </>
  )
  const reason = unavailableReason(contact, channel)
  if (reason !== null) {
    return (
      <Button {...buttonProps} disabled aria-label={`${name}: ${reason}`} title={reason}>
        {content}
      </Button>
    )
  }
  if (channel === 'email') {
    return (
      <ButtonLink {...buttonProps} href={`mailto:${email}`} aria-label={name} onClick={onDone}>
        {content}
      </ButtonLink>
    )
  }
  if (channel === 'letter') {
    return (
      <Button {...buttonProps} aria-label={name} onClick={onDone}>
        {content}
      </Button>
    )
  }
  return (
    <DialLink
      {...buttonProps}
      contact={contact}
      href={`${channel === 'call' ? 'tel' : 'sms'}:${phone}`}
      verb={channel}
      label={name}
      onDialed={onDone}
    >
      {content}
    </DialLink>
  )
}

/** Why a channel can't be used; null if it can. Write works as long as one channel is left. */
function unavailableReason(contact: ContactDetail, channel: Channel): string | null {
  if (isContactBlocked(contact)) return 'Do not contact'
  if (channel === 'letter') return null
  if (contact.optedOutChannels.includes(channel)) return `Opted out of ${CHANNEL_WORDS[channel]}`
  if (channel === 'email') return contact.email ? null : 'No email'
  return contact.phone ? null : 'No phone number'
}
