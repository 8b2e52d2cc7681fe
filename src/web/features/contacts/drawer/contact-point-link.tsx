import type { ReactNode } from 'react'
import { type Channel, type ContactRestrictions, isChannelBlocked } from '#domain/compliance/outreach.ts'
import { Badge } from '#web/ui/badge.tsx'

const REFUSAL_TEXTS: Record<Channel, string> = {
  call: 'Do not call',
  text: 'Do not text',
  email: 'Do not email',
  letter: 'Do not mail',
}

interface ContactPointLinkProps {
  contact: ContactRestrictions
  /** `mailto:` or `tel:` with the address or number. */
  href: string
  channel: Channel
  children: ReactNode
}

/** An address or number to click; plain text where the person does not want to be reached that way. */
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

/** Says that the person must not be reached in this way, or in any; nothing otherwise. */
export function RefusalMark({ contact, channel }: { contact: ContactRestrictions; channel: Channel }) {
  if (!isChannelBlocked(contact, channel)) return null
  return (
    <Badge tone="orange" className="shrink-0">
      {contact.doNotContact ? 'Do not contact' : REFUSAL_TEXTS[channel]}
    </Badge>
  )
}

/** One way to reach a person: an icon, the value, and what is said of it. */
export function ContactLine({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-7 items-center gap-2.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-dim">
      {icon}
      {children}
    </div>
  )
}
