import type { ReactNode } from 'react'
import { type Channel, type ContactRestrictions, isChannelBlocked } from '#domain/compliance/outreach.ts'
import { Badge } from '#web/ui/badge.tsx'

const OPT_OUT_TEXTS: Record<Channel, string> = {
  call: 'Do not call',
  text: 'Do not text',
  email: 'Do not email',
  letter: 'Do not mail',
}

interface ContactPointLinkProps {
  contact: ContactRestrictions
  /** `mailto:` or `tel:` URL. */
  href: string
  channel: Channel
  children: ReactNode
}

/** A link to an email address or phone number; plain text if the contact opted out of the channel. */
export function ContactPointLink({ contact, href, channel, children }: ContactPointLinkProps) {
  if (!isChannelBlocked(contact, channel)) {
    return (
      <a className="min-w-0 flex-1 truncate hover:underline" href={href}>
        {children}
      </a>
    )
  }
  return <span className="min-w-0 flex-1 truncate">{children}</span>
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
