import type { ActivityOutcome, ActivityType } from './activity.ts'

/** Labels of activities in the timeline. */
export const ACTIVITY_LABELS: Readonly<Record<ActivityType, string>> = {
  call: 'Called',
  text: 'Text message sent',
  email: 'Email sent',
  meeting: 'Met in person',
  letter: 'Letter sent',
  note: 'Note',
  showing: 'Showing',
}

export const OUTCOME_LABELS: Readonly<Record<ActivityOutcome, string>> = {
  reached: 'Reached',
  left_message: 'Left message',
  no_answer: 'No answer',
  call_back_later: 'Call back later',
  wrong_number: 'Wrong number',
  already_moved: 'Already moved',
  has_agent: 'Has an agent',
  appointment: 'Appointment',
  not_interested: 'Not interested',
  do_not_contact: 'Do not contact',
}
