import { Copy } from 'lucide-react'
import { Link } from 'react-router'
import type { TodayItem } from '#contract/today.ts'
import { CALL_CHECK_TEXTS } from '#domain/compliance/call-permission.ts'
import { useContactsUrlState } from '#web/features/contacts/use-contacts-url-state.ts'
import { localDay } from '#web/features/tasks/task-rules.ts'
import { formatPhone, formatShortDay, fullName } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CHANNEL_ACTIONS } from './channel-actions.ts'
import { ChannelButton } from './channel-button.tsx'
import { RowMenu, SnoozeButton } from './row-menus.tsx'
import type { Step } from './step-notice.tsx'
import type { Encounter } from './today-queries.ts'
import { evidenceText, shownEvidence } from './today-texts.ts'
import { SWIPE_HINT, useRowSwipe } from './use-row-swipe.ts'

export interface TodayRowProps {
  item: TodayItem
  /** Position in the list. */
  index: number
  now: Date
  onLog: (encounter: Encounter) => void
  onStep: (step: Step) => void
}

/** One person to contact: why, how, what to say, and the buttons to do it. */
export function TodayRow({ item, index, now, onLog, onStep }: TodayRowProps) {
  const { contact, channel, script, task } = item
  const contacts = useContactsUrlState()
  const name = fullName(contact)
  const evidence = shownEvidence(item)
  const type = channel === 'personal' ? 'meeting' : channel
  const log = () => onLog({ contact, type, task })
  const swipe = useRowSwipe({
    // Clicks the row's own button, which asks first if needed.
    onRight: (row) => row.querySelector<HTMLElement>('[data-main-action]')?.click(),
    onLeft: log,
  })
  return (
    <li data-today aria-label={name} className="relative overflow-hidden rounded-lg border border-line">
      <div aria-hidden className={SWIPE_HINT}>
        <span>{channel !== 'personal' && CHANNEL_ACTIONS[channel].label}</span>
        <span>Log</span>
      </div>
      <div
        {...swipe}
        className="relative grid touch-pan-y gap-3 bg-surface p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-6"
      >
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span aria-hidden className="w-4 text-sm text-dim tabular-nums">
              {index + 1}
            </span>
            <Link
              data-today-link
              to={contacts.contactHref(contact.id)}
              {...contacts.linkProps}
              className="rounded-sm text-base font-semibold hover:underline max-md:-my-2 max-md:leading-11"
            >
              {name}
            </Link>
            {item.isClient && <Badge tone="blue">Your client</Badge>}
            {channel === 'personal' && <Badge tone="yellow">Personal contact only</Badge>}
          </div>
          <p className="mt-0.5 text-sm sm:pl-6">{item.reason}</p>
          {evidence.length > 0 && (
            <ul aria-label="Evidence" className="mt-2 flex flex-wrap gap-1.5 sm:pl-6">
              {evidence.map((each) => (
                <li key={each.kind}>
                  <Badge>{evidenceText(each, now)}</Badge>
                </li>
              ))}
            </ul>
          )}
          <ContactFacts item={item} now={now} />
        </div>
        <div className="flex flex-wrap content-start gap-2 sm:w-44 sm:justify-end">
          <ChannelButton item={item} onLog={onLog} />
          <Button className="h-11 flex-1 max-sm:px-2!" aria-label={`Log: ${name}`} onClick={log}>
            Log
          </Button>
          <SnoozeButton contact={contact} now={now} onStep={onStep} />
          <RowMenu item={item} onLog={onLog} onStep={onStep} />
        </div>
        {script && (
          <Collapsible label="What to say" className="-my-2 sm:col-span-2 sm:pl-4">
            {script.missingLicense && <p className="text-[13px] text-orange">{script.missingLicense}</p>}
            {script.text !== null && <ScriptText text={script.text} />}
          </Collapsible>
        )}
      </div>
    </li>
  )
}

function ScriptText({ text }: { text: string }) {
  return (
    <>
      <p className="max-w-2xl text-sm whitespace-pre-line">{text}</p>
      <Button size="row" className="mt-2" onClick={() => void copy(text)}>
        <Copy aria-hidden />
        Copy text
      </Button>
    </>
  )
}

/** Phone number or email, last contact, registry check and calling hours. */
function ContactFacts({ item, now }: Pick<TodayRowProps, 'item' | 'now'>) {
  const { phone, callCheck, callingHours, channel, lastContactAt, contact } = item
  const isPhone = channel === 'call' || channel === 'text'
  const Icon = isPhone || channel === 'email' ? CHANNEL_ACTIONS[channel].Icon : null
  return (
    <div className="mt-2 text-[13px] text-muted sm:pl-6">
      <p className="flex flex-wrap gap-x-3 gap-y-1">
        {Icon && (
          <span className="inline-flex min-w-0 items-center gap-1.5 tabular-nums">
            <Icon aria-hidden className="size-3.5 shrink-0 text-dim" />
            <span className="truncate">{isPhone ? formatPhone(phone ?? '') : contact.email}</span>
          </span>
        )}
        {lastContactAt && <span>Last contact {formatShortDay(localDay(lastContactAt), now)}</span>}
        {isPhone && (
          <span className={callCheck === 'unchecked' ? 'text-yellow' : undefined}>
            {CALL_CHECK_TEXTS[callCheck].label}
          </span>
        )}
      </p>
      {isPhone && callingHours && (
        <p className={callingHours.allowed ? 'mt-1' : 'mt-1 text-yellow'}>{callingHours.why}</p>
      )}
      {channel === 'personal' && (
        <p className="mt-1">Get in touch only if you know them, in person or with a handwritten note.</p>
      )}
    </div>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: 'Copied', description: 'The text is on your clipboard.' })
  } catch {
    const description = "Your browser didn't allow it. Select the text and copy it by hand."
    toast({ variant: 'destructive', title: 'Not Copied', description })
  }
}
