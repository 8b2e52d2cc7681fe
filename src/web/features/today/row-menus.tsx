import { useMutation } from '@tanstack/react-query'
import { Ban, Ellipsis, Mail, MessageSquareText, PenLine, Phone, Timer } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ContactSummary } from '#contract/contacts.ts'
import type { TodayItem } from '#contract/today.ts'
import { useContactsUrlState } from '#web/features/contacts/use-contacts-url-state.ts'
import { dueDayText, localDay } from '#web/features/tasks/task-rules.ts'
import { formatMomentDay, fullName } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { Field, Input } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toastFailure } from '#web/ui/toast.tsx'
import type { Step } from './step-notice.tsx'
import { type Encounter, setDoNotContact, snooze } from './today-queries.ts'
import { snoozeChoices } from './today-texts.ts'

interface SnoozeButtonProps {
  contact: ContactSummary
  now: Date
  onStep: (step: Step) => void
  className?: string
}

/** Hides a person from Today until tomorrow, next week, in one or three months, or until a date. */
export function SnoozeButton({ contact, now, onStep, className = 'h-11 w-11' }: SnoozeButtonProps) {
  const [isChoosing, setChoosing] = useState(false)
  const change = useMutation({
    mutationFn: (until: Date) => snooze(contact.id, until),
    onSuccess: (_, until) =>
      onStep({
        kind: 'changed',
        contactId: contact.id,
        text: `${fullName(contact)} is snoozed until ${formatMomentDay(until.toISOString())}.`,
        undo: () => snooze(contact.id, null),
      }),
    onError: toastFailure('Not Snoozed', "We couldn't snooze this person. Try again."),
  })
  return (
    <>
      <DropdownMenu
        trigger={
          <Button
            className={cx('px-0!', className)}
            aria-label={`Snooze ${fullName(contact)}`}
            pending={change.isPending}
          >
            <Timer aria-hidden />
          </Button>
        }
      >
        {snoozeChoices(now).map(({ label, until }) => (
          <MenuItem key={label} onSelect={() => change.mutate(until)}>
            <span className="flex justify-between gap-6">
              {label} <span className="text-dim">{dueDayText(until.toISOString(), now)}</span>
            </span>
          </MenuItem>
        ))}
        <MenuItem onSelect={() => setChoosing(true)}>Choose a date</MenuItem>
      </DropdownMenu>
      {isChoosing && (
        <SnoozeDialog
          name={fullName(contact)}
          onClose={() => setChoosing(false)}
          onChoose={(until) => {
            setChoosing(false)
            change.mutate(until)
          }}
        />
      )}
    </>
  )
}

const DAY_MS = 86_400_000
const MAX_SNOOZE_DAYS = 365

function SnoozeDialog(props: { name: string; onClose: () => void; onChoose: (until: Date) => void }) {
  const dayIn = (days: number) => localDay(new Date(Date.now() + days * DAY_MS).toISOString())
  const [day, setDay] = useState(dayIn(1))
  const [error, setError] = useState<string>()
  const submit = () => {
    if (day < dayIn(1) || day > dayIn(MAX_SNOOZE_DAYS)) return setError('Choose a date within the next year')
    props.onChoose(new Date(`${day}T00:00`))
  }
  return (
    <FormDialog
      title={`Snooze ${props.name}`}
      verb="Snooze"
      width="sm"
      onClose={props.onClose}
      onSubmit={submit}
    >
      <Field label="Until" error={error} hint="This person returns to Today on this day.">
        <Input type="date" value={day} min={dayIn(1)} max={dayIn(MAX_SNOOZE_DAYS)} onValue={setDay} />
      </Field>
    </FormDialog>
  )
}

interface RowMenuProps {
  item: TodayItem
  onLog: (encounter: Encounter) => void
  onStep: (step: Step) => void
}

/** Menu with the other channels and "Mark as do not contact". */
export function RowMenu({ item, onLog, onStep }: RowMenuProps) {
  const { contact, channel, phone, task } = item
  const contacts = useContactsUrlState()
  const navigate = useNavigate()
  const name = fullName(contact)
  const markDoNotContact = useMutation({
    mutationFn: () => setDoNotContact(contact.id, true),
    onSuccess: () =>
      onStep({
        kind: 'changed',
        contactId: contact.id,
        text: `${name} is marked as do not contact everywhere.`,
        undo: () => setDoNotContact(contact.id, false),
      }),
    onError: toastFailure('Not Saved', "We couldn't save the change. Please try again."),
  })
  // The outreach dialog checks the text and the channel's permission.
  const write = (targetChannel: 'text' | 'email' | 'letter') =>
    void navigate(`${contacts.contactHref(contact.id)}&write=${targetChannel}`, contacts.linkProps)
  const isAvailable = (targetChannel: 'text' | 'email') =>
    channel !== targetChannel && !contact.optedOutChannels.includes(targetChannel)
  return (
    <DropdownMenu
      trigger={
        <Button
          className="h-11 w-11 px-0!"
          aria-label={`More for ${name}`}
          pending={markDoNotContact.isPending}
        >
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      {phone && channel !== 'call' && channel !== 'personal' && (
        <MenuItem icon={<Phone aria-hidden />} onSelect={() => onLog({ contact, type: 'call', task })}>
          Log a call
        </MenuItem>
      )}
      {channel !== 'personal' && (
        <>
          {phone && isAvailable('text') && (
            <MenuItem icon={<MessageSquareText aria-hidden />} onSelect={() => write('text')}>
              Text
            </MenuItem>
          )}
          {contact.email && isAvailable('email') && (
            <MenuItem icon={<Mail aria-hidden />} onSelect={() => write('email')}>
              Email
            </MenuItem>
          )}
          {channel !== 'letter' && (
            <MenuItem icon={<PenLine aria-hidden />} onSelect={() => write('letter')}>
              Write a letter
            </MenuItem>
          )}
          <MenuSeparator />
        </>
      )}
      <MenuItem danger icon={<Ban aria-hidden />} onSelect={() => markDoNotContact.mutate()}>
        Mark as do not contact
      </MenuItem>
    </DropdownMenu>
  )
}
