import { describe, expect, test } from 'vitest'
import type { ReasonFacts, TodayCandidate } from './candidate.ts'
import { bestChannel, rankToday, yearsSinceClosing } from './rank.ts'
import { todayReason } from './reason.ts'

const TODAY = '2026-11-20'
const CANDIDATE: TodayCandidate & ReasonFacts = {
  id: 'a',
  chance: 0.1,
  isPersonalOnly: false,
  householdKey: null,
  hasPhone: true,
  hasEmail: true,
  hasAddress: true,
  blockedChannels: [],
  callCheck: 'free',
  isCallingHour: true,
  relationship: null,
  isOwnClient: false,
  lastConversationOn: '2026-03-04',
  closedOn: null,
  ownedSince: '2014',
  dueTask: null,
  record: null,
}
const rankedIds = (...candidates: Partial<TodayCandidate>[]) =>
  rankToday(
    candidates.map((overrides, index) => ({ ...CANDIDATE, id: String(index), ...overrides })),
    TODAY,
  ).map(({ candidate }) => Number(candidate.id))

describe('rankToday', () => {
  test.each<[string, Partial<TodayCandidate>, Partial<TodayCandidate>]>([
    ['a higher chance', { chance: 0.2 }, {}],
    ['any chance to no score', {}, { chance: null }],
    ['a phone to an email address', {}, { hasPhone: false }],
    ['an email address to a postal address', { hasPhone: false }, { hasPhone: false, hasEmail: false }],
    ['a checked number to an unchecked one', {}, { callCheck: 'unchecked' }],
    ['an exemption to an unchecked number', { callCheck: 'exempt' }, { callCheck: 'unchecked' }],
    ['calling hours to none', {}, { isCallingHour: false }],
    ['a past client', { relationship: 'past_client' }, { relationship: 'sphere' }],
    ['a person to a vendor', {}, { relationship: 'vendor' }],
    [
      'a conversation of a year ago to one of last month',
      { lastConversationOn: '2025-11-01' },
      { lastConversationOn: '2026-10-20' },
    ],
    ['a due task', { dueTask: { isOverdue: false } }, {}],
    ['a closing anniversary', { closedOn: '2020-11-22' }, {}],
  ])('prefers %s', (_, better, worse) => {
    expect(rankedIds(worse, better)).toEqual([1, 0])
    expect(rankedIds(better, worse)).toEqual([0, 1])
  })

  test('puts people whose signal calls for tact last', () => {
    expect(rankedIds({ isPersonalOnly: true, chance: 0.9 }, { chance: 0.01 })).toEqual([1, 0])
    expect(bestChannel({ ...CANDIDATE, isPersonalOnly: true })).toBe('personal')
  })

  test('lists each household once', () => {
    expect(
      rankedIds({ householdKey: 'elm' }, { householdKey: 'elm', chance: 0.3 }, { householdKey: 'oak' }),
    ).toEqual([1, 2])
  })

  test('leaves out people without an open channel', () => {
    const unreachable = { hasPhone: false, hasEmail: false, hasAddress: false }
    expect(rankedIds(unreachable, { blockedChannels: ['call', 'text', 'email', 'letter'] })).toEqual([])
  })

  test.each<[Partial<TodayCandidate>, string]>([
    [{}, 'call'],
    [{ blockedChannels: ['call'] }, 'text'],
    [{ blockedChannels: ['call', 'text'] }, 'email'],
    [{ callCheck: 'listed' }, 'email'],
    [{ callCheck: 'listed', hasEmail: false }, 'letter'],
  ])('suggests for %j: %s', (overrides, channel) => {
    expect(bestChannel({ ...CANDIDATE, ...overrides })).toBe(channel)
  })
})

test.each([
  ['2020-11-20', 6],
  ['2020-11-23', 6],
  ['2020-11-24', null],
  ['2025-11-17', 1],
  ['2026-11-18', null],
  [null, null],
])('counts the years since a closing on %s: %s', (closedOn, years) => {
  expect(yearsSinceClosing(closedOn, TODAY)).toBe(years)
})

test('finds the anniversary of a closing around New Year', () => {
  expect(yearsSinceClosing('2020-12-31', '2026-01-02')).toBe(5)
  expect(yearsSinceClosing('2020-01-02', '2026-12-31')).toBe(7)
})

describe('todayReason', () => {
  test.each<[Partial<TodayCandidate & ReasonFacts>, string]>([
    [{}, 'Owned since 2014; you last spoke in March.'],
    [{ lastConversationOn: '2025-03-04' }, 'Owned since 2014; you last spoke in March 2025.'],
    [{ lastConversationOn: '2026-10-30' }, 'Owned since 2014; you last spoke 3 weeks ago.'],
    [{ lastConversationOn: '2026-11-14' }, 'Owned since 2014; you last spoke last week.'],
    [{ lastConversationOn: '2026-11-19' }, 'Owned since 2014; you last spoke this week.'],
    [{ lastConversationOn: null, ownedSince: null }, 'You haven\u2019t spoken yet.'],
    [{ ownedSince: null, relationship: 'sphere' }, 'In your sphere; you last spoke in March.'],
    [
      { lastConversationOn: null, relationship: 'past_client' },
      'Owned since 2014; no conversation logged yet.',
    ],
    [{ closedOn: '2020-11-22' }, '6 years since you closed together; you last spoke in March.'],
    [{ isOwnClient: true }, 'Your client; you last spoke in March.'],
    [{ dueTask: { isOverdue: true } }, 'A task is overdue; owned since 2014; you last spoke in March.'],
    [{ dueTask: { isOverdue: false } }, 'A task is due today; owned since 2014; you last spoke in March.'],
  ])('explains %j: %s', (overrides, text) => {
    expect(todayReason({ ...CANDIDATE, ...overrides }, TODAY).text).toBe(text)
  })

  test('never reveals the subject of a record or signal', () => {
    const { text, evidence } = todayReason(
      { ...CANDIDATE, isPersonalOnly: true, record: { on: '2026-03-21' } },
      TODAY,
    )
    expect(text).toBe('Owned since 2014; you last spoke in March.')
    expect(evidence).toContainEqual({ kind: 'record', label: 'Public record', on: '2026-03-21' })
  })

  test('hides the date of a record in the future', () => {
    const { evidence } = todayReason({ ...CANDIDATE, record: { on: '2099-01-01' } }, TODAY)
    expect(evidence).toContainEqual({ kind: 'record', label: 'Public record', on: null })
  })
})
