import { useMutation } from '@tanstack/react-query'
import {
  Ban,
  CalendarClock,
  CalendarPlus,
  Check,
  Handshake,
  Home,
  type LucideIcon,
  PhoneMissed,
  PhoneOff,
  ThumbsDown,
  UserCheck,
  Voicemail,
} from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useState } from 'react'
import type { ActivityOutcome, ActivityType } from '#domain/activities/activity.ts'
import { localDay, localToday } from '#web/features/tasks/task-rules.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { fullName } from '#web/lib/format.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog.tsx'
import { Field, Input, Select, Textarea } from '#web/ui/form.tsx'
import { ActivityTimeField, MAX_NOTE_LENGTH, TYPE_OPTIONS, useActivityTime } from './activity-fields.tsx'
import type { Step } from './step-notice.tsx'
import { type Encounter, type EncounterResult, logEncounter } from './today-queries.ts'
import { outcomeText } from './today-texts.ts'

const CHOICES: readonly { outcome: ActivityOutcome | null; icon: LucideIcon }[] = [
  { outcome: 'reached', icon: UserCheck },
  { outcome: 'left_message', icon: Voicemail },
  { outcome: 'no_answer', icon: PhoneMissed },
  { outcome: 'call_back_later', icon: CalendarClock },
  { outcome: 'appointment', icon: CalendarPlus },
  { outcome: 'not_interested', icon: ThumbsDown },
  { outcome: 'has_agent', icon: Handshake },
  { outcome: 'already_moved', icon: Home },
  { outcome: 'wrong_number', icon: PhoneOff },
  { outcome: 'do_not_contact', icon: Ban },
]
/** Every type except a call can be logged without an outcome. */
const DONE_CHOICE = { outcome: null, icon: Check }
/** Outcomes only for calls: after an email, a wrong number would mark the phone as wrong. */
const CALL_OUTCOMES: ReadonlySet<ActivityOutcome | null> = new Set([
  'left_message',
  'no_answer',
  'wrong_number',
])
const QUESTIONS: Readonly<Record<ActivityType, string>> = {
  call: 'How did the call go?',
  text: 'How did the text go?',
  email: 'How did the email go?',
  letter: 'How did the letter go?',
  meeting: 'How did it go?',
  note: 'How did it go?',
  showing: 'How did the showing go?',
}

interface OutcomeSheetProps {
  encounter: Encounter
  /** Lets the member change the type and time; the encounter's type is preselected. */
  canChangeType?: boolean
  onClose: () => void
  onLogged: (step: Step) => void
}

/** Asks for the outcome; one tap logs it. On phones a sheet at the bottom, within reach of the thumb. */
export function OutcomeSheet({ encounter, canChangeType = false, onClose, onLogged }: OutcomeSheetProps) {
  const { contact } = encounter
  const [type, setType] = useState(encounter.type)
  const time = useActivityTime()
  const [note, setNote] = useState('')
  const [isNoting, setNoting] = useState(false)
  const [isMeeting, setMeeting] = useState(false)
  const log = useMutation({
    mutationFn: (result: EncounterResult) =>
      logEncounter(
        { ...encounter, type },
        { ...result, at: time.at, ...(note.trim() && { note: note.trim() }) },
      ),
    onSuccess: (logged) => onLogged({ kind: 'logged', contactId: contact.id, logged }),
  })
  const save = (result: EncounterResult) => time.validate() && log.mutate(result)
  const choose = (outcome: ActivityOutcome | null) => {
    if (outcome !== 'appointment') save({ outcome })
    else if (time.validate()) setMeeting(true)
  }
  const isNote = type === 'note'
  const choices =
    type === 'call' ? CHOICES : [DONE_CHOICE, ...CHOICES.filter(({ outcome }) => !CALL_OUTCOMES.has(outcome))]
  return (
    <Modal
      onClose={onClose}
      aria-describedby={undefined}
      className={
        'inset-x-0 bottom-0 max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-t-xl border-t p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] ' +
        'data-[state=open]:animate-rise-in data-[state=closed]:animate-fade-out ' +
        'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100%-2rem)] sm:max-w-md sm:-translate-1/2 sm:rounded-xl sm:border'
      }
    >
      <Primitive.Title className="text-lg leading-7 font-semibold">
        {canChangeType ? 'Log activity' : QUESTIONS[type]}
      </Primitive.Title>
      <p className="mb-3 text-sm text-muted">{fullName(contact)}</p>
      {log.error && (
        <p role="alert" className="mb-3 text-sm text-red">
          {failureOf(log.error)}
        </p>
      )}
      {isMeeting ? (
        <AppointmentForm
          pending={log.isPending}
          onBack={() => setMeeting(false)}
          onSave={(followUpAt) => save({ outcome: 'appointment', followUpAt })}
        />
      ) : (
        <>
          {canChangeType && (
            <div className="mb-4 grid gap-3 sm:grid-cols-2">
              <Field label="Type">
                <Select value={type} options={TYPE_OPTIONS} onValue={setType} />
              </Field>
              <ActivityTimeField time={time} />
            </div>
          )}
          {!isNote && (
            <ul aria-label="Outcomes" className="grid grid-cols-2 gap-2">
              {choices.map(({ outcome, icon: Icon }) => (
                <li key={outcome ?? 'done'} className="grid">
                  <Button
                    variant={outcome === 'do_not_contact' ? 'danger-quiet' : 'secondary'}
                    className="h-11 justify-start"
                    disabled={log.isPending}
                    onClick={() => choose(outcome)}
                  >
                    {log.isPending && log.variables.outcome === outcome ? <Spinner /> : <Icon aria-hidden />}
                    {outcomeText(type, outcome)}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <div className="mt-3">
            {(isNoting || isNote) && (
              <Field label="Note">
                <Textarea rows={3} maxLength={MAX_NOTE_LENGTH} value={note} onValue={setNote} />
              </Field>
            )}
            {(isNote || !isNoting) && (
              <div className="mt-3 flex justify-between gap-2">
                {isNote ? (
                  <Button
                    variant="primary"
                    pending={log.isPending}
                    disabled={!note.trim()}
                    onClick={() => save({ outcome: null })}
                  >
                    Save note
                  </Button>
                ) : (
                  <Button variant="ghost" onClick={() => setNoting(true)}>
                    Add a note
                  </Button>
                )}
                <Button variant="ghost" onClick={onClose}>
                  Not now
                </Button>
              </div>
            )}
          </div>
        </>
      )}
    </Modal>
  )
}

function failureOf(error: Error): string {
  return error instanceof ApiError && error.status === 404
    ? 'This contact was deleted in the meantime. Nothing was logged.'
    : messageOf(error, "We couldn't log it. Check your connection and try again.")
}

interface AppointmentFormProps {
  pending: boolean
  onBack: () => void
  onSave: (followUpAt: string) => void
}

/** Date and time of an appointment; the default is tomorrow at ten. */
function AppointmentForm({ pending, onBack, onSave }: AppointmentFormProps) {
  const [day, setDay] = useState(() => localDay(new Date(Date.now() + 86_400_000).toISOString()))
  const [time, setTime] = useState('10:00')
  const [error, setError] = useState<string>()
  const today = localToday()
  const save = () => {
    const appointmentAt = new Date(`${day}T${time}`)
    if (Number.isNaN(appointmentAt.getTime()) || appointmentAt <= new Date() || day > '2100')
      return setError('Choose a date and time in the future')
    onSave(appointmentAt.toISOString())
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        <Field label="Date" error={error}>
          <Input type="date" min={today} value={day} onValue={setDay} />
        </Field>
        <Field label="Time">
          <Input type="time" value={time} onValue={setTime} />
        </Field>
      </div>
      <div className="mt-4 flex justify-end gap-2 max-sm:*:flex-1">
        <Button onClick={onBack}>Back</Button>
        <Button type="submit" variant="primary" pending={pending} pendingLabel="Saving...">
          Save appointment
        </Button>
      </div>
    </form>
  )
}
