import { describe, expect, test } from 'vitest'
import type { ActivityFact } from './activity.ts'
import { suggestFollowUp } from './follow-up.ts'
import { contactRest } from './rest.ts'

const DAY = 86_400_000
const START = Date.parse('2026-11-02T15:00:00Z')
/** An activity some days after `START`: `call reached 3`. */
const fact = (text: string): ActivityFact => {
  const [type, outcome, day] = text.split(' ') as [ActivityFact['type'], string, string]
  return {
    type,
    outcome: outcome === '-' ? null : (outcome as ActivityFact['outcome']),
    at: new Date(START + Number(day) * DAY),
  }
}
const restDays = (...facts: string[]) => {
  const { restsUntil } = contactRest(facts.map(fact))
  return restsUntil && (restsUntil.getTime() - START) / DAY
}

describe('contactRest', () => {
  test.each([
    ['no activity', [], null],
    ['a conversation', ['call reached 0'], 14],
    ['a meeting without an outcome', ['meeting - 0'], 14],
    ['an appointment', ['call appointment 2'], 16],
    ['a message', ['call left_message 0'], 3],
    ['an unanswered call', ['call no_answer 1'], 4],
    ['a text', ['text - 0'], 3],
    ['a wrong number', ['call wrong_number 0'], 3],
    ['a note', ['note - 0'], null],
    ['two attempts', ['call no_answer 0', 'call no_answer 4'], 7],
    ['a third attempt within 14 days', ['call no_answer 0', 'call left_message 4', 'text - 8'], 14],
    ['a third attempt after 14 days', ['call no_answer 0', 'call no_answer 4', 'call no_answer 14'], 17],
    [
      'a conversation after three attempts',
      ['call no_answer 0', 'call no_answer 1', 'call no_answer 2', 'call reached 3'],
      17,
    ],
    ['an attempt before a conversation', ['call reached 1', 'call no_answer 0'], 15],
    ['an attempt after a conversation', ['call reached 0', 'text - 13'], 16],
  ])('calculates the rest after %s', (_, facts, days) => {
    expect(restDays(...facts)).toBe(days)
    expect(restDays(...facts.toReversed())).toBe(days)
  })

  test('separates the last conversation from the last activity', () => {
    const rest = contactRest(['call reached 0', 'call no_answer 20', 'note - 25'].map(fact))
    expect(rest.lastConversationAt).toEqual(new Date(START))
    expect(rest.lastActivityAt).toEqual(new Date(START + 20 * DAY))
  })
})

describe('suggestFollowUp', () => {
  test.each([
    // November 2, 2026 is a Monday.
    ['call', 'left_message', '2026-11-02', '2026-11-05'],
    ['call', 'no_answer', '2026-11-04', '2026-11-09'],
    ['call', 'call_back_later', '2026-11-06', '2026-11-09'],
    ['call', 'reached', '2026-11-02', '2026-12-02'],
    ['email', null, '2026-11-02', '2026-11-16'],
  ] as const)('after %s %s on %s suggests %s', (type, outcome, day, on) => {
    expect(suggestFollowUp(type, outcome, day)?.on).toBe(on)
  })

  test.each([
    ['call', 'do_not_contact'],
    ['call', 'wrong_number'],
    ['call', 'has_agent'],
    ['note', null],
  ] as const)('suggests no follow-up after %s %s', (type, outcome) => {
    expect(suggestFollowUp(type, outcome, '2026-11-02')).toBeNull()
  })
})
