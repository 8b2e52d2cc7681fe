import { Copy, Mail, MessageSquareText } from 'lucide-react'
import { useId } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import type { Channel, MessageKind } from '#domain/compliance/outreach.ts'
import { DialLink } from '#web/features/calling/dial-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useLogOutreach } from './outreach-queries.ts'
import { emailUrl, smsUrl } from './outreach-texts.ts'

interface ScriptActionsProps {
  contact: ContactDetail
  channel: Channel
  kind: MessageKind
  subject: string
  text: string
  /** The reason the text can't be sent; null where it can. */
  stopped: string | null
  /** The reason not to reach out at this hour; null within calling hours. */
  closed: string | null
  onDone: () => void
}

/** The buttons to copy, send and log a script. */
export function ScriptActions(props: ScriptActionsProps) {
  const { contact, channel, kind, text, stopped, closed, onDone } = props
  const id = useId()
  const log = useLogOutreach(contact.id)
  const blockedReason = stopped ?? closed
  // A call can be logged without a text, since the guard can't check the spoken words.
  const markBlockedReason = channel === 'call' && !text.trim() ? closed : blockedReason
  const describedBy = blockedReason ? `${id}-why` : undefined
  return (
    <div className="mt-4">
      {blockedReason && (
        <p id={`${id}-why`} className="mb-2 text-[13px] text-muted">
          {blockedReason}
        </p>
      )}
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button disabled={stopped !== null} aria-describedby={describedBy} onClick={() => void copy(text)}>
          <Copy aria-hidden />
          Copy
        </Button>
        <OpenInAppButton {...props} describedBy={describedBy} />
        <Button
          variant="primary"
          disabled={markBlockedReason !== null}
          aria-describedby={describedBy}
          pending={log.isPending}
          pendingLabel="Saving..."
          onClick={() => log.mutate({ channel, kind, ...(text.trim() && { text }) }, { onSuccess: onDone })}
        >
          {channel === 'call' ? 'Mark as called' : 'Mark as sent'}
        </Button>
      </div>
    </div>
  )
}

/** Opens the text in the email app or, on phones, the messages app. */
function OpenInAppButton(props: ScriptActionsProps & { describedBy: string | undefined }) {
  const { contact, channel, subject, text, stopped, closed, describedBy } = props
  const target = targetOf(contact, channel, subject, text)
  if (!target) return null
  const Icon = channel === 'email' ? Mail : MessageSquareText
  const label = channel === 'email' ? 'Open in email' : 'Open in messages'
  if (stopped !== null || closed !== null) {
    return (
      <Button disabled aria-describedby={describedBy}>
        <Icon aria-hidden />
        {label}
      </Button>
    )
  }
  const content = (
    <>
      <Icon aria-hidden />
      {label}
    </>
  )
  if (channel === 'text') {
    return (
      <DialLink contact={contact} href={target} verb="text">
        {content}
      </DialLink>
    )
  }
  return <ButtonLink href={target}>{content}</ButtonLink>
}

function targetOf(contact: ContactDetail, channel: Channel, subject: string, text: string): string | null {
  if (channel === 'email' && contact.email) return emailUrl(contact.email, subject, text)
  const isPhone = window.matchMedia('(pointer: coarse)').matches
  if (channel === 'text' && contact.phone && isPhone) return smsUrl(contact.phone, text)
  return null
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: 'Copied', description: 'The script is on your clipboard.' })
  } catch {
    const description = "Your browser didn't allow it. Select the text and copy it by hand."
    toast({ variant: 'destructive', title: 'Not Copied', description })
  }
}
