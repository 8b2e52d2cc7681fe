import type { ReactNode } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import { type Channel, type ContactRestrictions, isChannelBlocked } from '#domain/compliance/outreach.ts'
import type { DialTarget } from '#web/features/calling/calling-queries.ts'
import { useDialLink } from '#web/features/calling/dial-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/class-names.ts'

const OPT_OUT_TEXTS: Record<Channel, string> = {
  call: 'Do not call',
  text: 'Do not text',
  email: 'Do not email',
  letter: 'Do not mail',
}

const LINK = 'min-w-0 flex-1 truncate hover:underline max-md:leading-11'

interface ContactPointLinkProps {
  contact: ContactDetail
  channel: Channel
  text: string
  /** `mailto:` or `tel:` URL, if any. */
  href?: string | undefined
  /** The phone number of `href`, if it isn't the main one. */
  phone?: string | undefined
}

/** A contact point as a link; plain text without a URL and if the contact opted out of the channel. */
export function ContactPointLink({ contact, channel, text, href, phone }: ContactPointLinkProps) {
  if (!href || isChannelBlocked(contact, channel)) {
    return <span className={cx('min-w-0 flex-1', href ? 'truncate' : 'break-words')}>{text}</span>
  }
  if (channel === 'call') return <PhoneLink {...{ contact, text, href, phone }} />
  return (
    <a className={LINK} href={href}>
      {text}
    </a>
  )
}

/** A phone number that, like the Call button, asks before calling if needed. */
function PhoneLink(props: Pick<DialTarget, 'href' | 'phone'> & { contact: ContactDetail; text: string }) {
  const { contact, text, href, phone } = props
  const { events, question } = useDialLink({ contact, href, phone, verb: 'call' })
  return (
    <>
      <a className={LINK} href={href} {...events}>
        {text}
      </a>
      {question}
    </>
  )
}

/** A badge if the contact opted out of this channel or of all contact. */
export function OptOutIcon({ contact, channel }: { contact: ContactRestrictions; channel: Channel }) {
  if (!isChannelBlocked(contact, channel)) return null
  return (
    <Badge tone="orange" className="shrink-0">
      {contact.doNotContact ? 'Do not contact' : OPT_OUT_TEXTS[channel]}
    </Badge>
  )
}

/** One contact point: an icon, the value and its badges. */
export function ContactLine({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-7 items-center gap-2.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-dim">
      {icon}
      {children}
    </div>
  )
}
