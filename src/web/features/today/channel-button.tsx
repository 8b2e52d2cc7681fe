import { Mail, MessageSquareText, PenLine, Phone } from 'lucide-react'
import type { TodayItem } from '#contract/today.ts'
import { DialLink } from '#web/features/calling/dial-link.tsx'
import { useContactsUrlState } from '#web/features/contacts/use-contacts-url-state.ts'
import { messageAddress } from '#web/features/outreach/outreach-texts.ts'
import { fullName } from '#web/lib/format.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import type { Encounter } from './today-queries.ts'
import { CHANNEL_WORDS } from './today-texts.ts'

interface ChannelButtonProps {
  item: TodayItem
  onLog: (encounter: Encounter) => void
}

/** A line of its own beside the text; on phones the first and widest of one line of buttons. */
const SHAPE = 'h-11 sm:w-full max-sm:min-w-0 max-sm:flex-2'

/** The big button of a person: Call, Text, Email or Write. None where only personal contact is fitting. */
export function ChannelButton({ item, onLog }: ChannelButtonProps) {
  const { contact, channel, phone, script, task } = item
  const contacts = useContactsUrlState()
  const name = fullName(contact)
  if ((channel === 'call' || channel === 'text') && phone) {
    const Icon = channel === 'call' ? Phone : MessageSquareText
    return (
      <DialLink
        contact={contact}
        href={channel === 'call' ? `tel:${phone}` : messageAddress(phone, script?.text ?? '')}
        verb={channel}
        isFree={isFreeNow(item)}
        variant="primary"
        className={SHAPE}
        label={`${CHANNEL_WORDS[channel]} ${name}`}
        onDialed={() => onLog({ contact, type: channel, task })}
      >
        <Icon aria-hidden />
        {CHANNEL_WORDS[channel]}
      </DialLink>
    )
  }
  if (channel === 'email' || channel === 'letter') {
    // The outreach dialog adds the subject and the address, checks the words and logs it.
    return (
      <ButtonLink
        to={`${contacts.contactHref(contact.id)}&write=${channel}`}
        {...contacts.linkProps}
        variant="primary"
        className={SHAPE}
        aria-label={channel === 'email' ? `Email ${name}` : `Write to ${name}`}
        data-main-action
      >
        {channel === 'email' ? <Mail aria-hidden /> : <PenLine aria-hidden />}
        {CHANNEL_WORDS[channel]}
      </ButtonLink>
    )
  }
  return null
}

/** The number was checked or has an exemption, and it's within the calling hours: no need to ask. */
function isFreeNow({ callCheck, callingHours }: TodayItem): boolean {
  return (callCheck === 'free' || callCheck === 'exempt') && callingHours?.allowed === true
}
