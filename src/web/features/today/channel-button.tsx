import type { TodayItem } from '#contract/today.ts'
import { DialLink } from '#web/features/calling/dial-link.tsx'
import { useContactsUrlState } from '#web/features/contacts/use-contacts-url-state.ts'
import { smsUrl } from '#web/features/outreach/outreach-texts.ts'
import { fullName } from '#web/lib/format.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { CHANNEL_ACTIONS } from './channel-actions.ts'
import type { Encounter } from './today-queries.ts'

interface ChannelButtonProps {
  item: TodayItem
  onLog: (encounter: Encounter) => void
}

/** On its own line beside the text; on phones the first and widest button of a line. */
const BUTTON_CLASSES = 'h-11 sm:w-full max-sm:min-w-0 max-sm:flex-2'

/** A person's main button: Call, Text, Email or Write. No button if only personal contact is appropriate. */
export function ChannelButton({ item, onLog }: ChannelButtonProps) {
  const { contact, channel, phone, script, task } = item
  const contacts = useContactsUrlState()
  if (channel === 'personal') return null
  const { label, verb, Icon } = CHANNEL_ACTIONS[channel]
  const name = `${verb} ${fullName(contact)}`
  if (channel === 'call' || channel === 'text') {
    if (!phone) return null
    return (
      <DialLink
        contact={contact}
        href={channel === 'call' ? `tel:${phone}` : smsUrl(phone, script?.text ?? '')}
        verb={channel}
        isAllowedNow={isAllowedNow(item)}
        variant="primary"
        className={BUTTON_CLASSES}
        label={name}
        onDialed={() => onLog({ contact, type: channel, task })}
      >
        <Icon aria-hidden />
        {label}
      </DialLink>
    )
  }
  // The outreach dialog adds the subject and the company's address, checks the text and logs the email.
  return (
    <ButtonLink
      to={`${contacts.contactHref(contact.id)}&write=${channel}`}
      {...contacts.linkProps}
      variant="primary"
      className={BUTTON_CLASSES}
      aria-label={name}
      data-main-action
    >
      <Icon aria-hidden />
      {label}
    </ButtonLink>
  )
}

/** True if the number was checked or has an exemption, and it's within the calling hours. */
function isAllowedNow({ callCheck, callingHours }: TodayItem): boolean {
  return (callCheck === 'free' || callCheck === 'exempt') && callingHours?.allowed === true
}
