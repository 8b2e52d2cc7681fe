import { parseDay } from '../score/day.ts'
import type { LastTouch } from './script-facts.ts'

/** Days in which a script names the last touch. */
const MAX_TOUCH_DAYS = 300

/** The touch, or null if it is too long ago for a script to name. @param today local day, `YYYY-MM-DD` */
export function recentTouch(touch: LastTouch, today: string): LastTouch | null {
  return parseDay(today) - parseDay(touch.on) <= MAX_TOUCH_DAYS ? touch : null
}

type TouchWords = { subject: string; answered: string; unanswered: string }

/** Sentences about the last touch; `{day}` is its day. */
export const TOUCH_WORDS: Readonly<Record<LastTouch['type'], TouchWords>> = {
  call: {
    subject: 'Following up on our call',
    answered: 'It was good talking with you on {day}.',
    unanswered: 'I tried to reach you by phone on {day}.',
  },
  text: {
    subject: 'Following up on my text',
    answered: 'Thanks for texting with me on {day}.',
    unanswered: 'I sent you a text on {day}.',
  },
  email: {
    subject: 'Following up on my email',
    answered: 'Thanks for your reply to my email of {day}.',
    unanswered: 'I emailed you on {day}.',
  },
  letter: {
    subject: 'Following up on my letter',
    answered: 'Thanks for your reply to my letter of {day}.',
    unanswered: 'I sent you a letter on {day}.',
  },
  meeting: {
    subject: 'Good to see you',
    answered: 'It was good to see you on {day}.',
    unanswered: 'It was good to see you on {day}.',
  },
  showing: {
    subject: 'Following up on the showing',
    answered: 'Thanks for coming to the showing on {day}.',
    unanswered: 'Thanks for coming to the showing on {day}.',
  },
}

const monthDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** `It was good talking with you on November 3.` */
export function touchSentence({ type, isConversation, on }: LastTouch): string {
  const { answered, unanswered } = TOUCH_WORDS[type]
  return (isConversation ? answered : unanswered).replace('{day}', monthDay.format(Date.parse(on)))
}
