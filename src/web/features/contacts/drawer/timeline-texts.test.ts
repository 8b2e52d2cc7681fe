import { expect, test } from 'vitest'
import type { TimelineEntry } from '#contract/timeline.ts'
import { deletionText, timelineText } from './timeline-texts.ts'

test.each<[TimelineEntry['kind'], TimelineEntry['details'], string, string | undefined]>([
  ['added', { importId: null }, 'Added', undefined],
  ['added', { importId: 'x' }, 'Added by an import', undefined],
  [
    'verified',
    { email: 'verified', phone: 'failed' },
    'Verification: email verified, phone failed',
    undefined,
  ],
  ['enriched', { outcome: 'matched', credit: true, providers: 'sample' }, 'Enriched', 'Sample · 1 credit'],
  ['enriched', { outcome: 'matched', credit: false, providers: null }, 'Enriched', 'Free'],
  ['enriched', { outcome: 'no_match', credit: false }, 'Enrichment found no match', 'No credit used'],
  ['scored', { score: 40, change: null, cause: 'enriched' }, 'First score: 40', 'After enrichment'],
  ['scored', { score: 42, change: 2, cause: 'merged' }, 'Combined score: 42', 'After a merge'],
  [
    'verified',
    { email: 'verified', phone: 'pending', address: 'failed', employer: 'unverified' },
    'Verification: email verified, phone pending',
    'Address failed, employer not verified',
  ],
  ['scored', { score: 30, change: -12, cause: 'faded' }, 'Score fell to 30 (−12)', 'Signals faded'],
  ['signal', { category: 'debt', source: null }, 'Debt signal detected', undefined],
  ['task-created', { title: 'Call', automatic: true }, 'Task created automatically', 'Call'],
  ['moved', { source: 'person', movedOn: '2026-03-03', note: 'Told us' }, 'Moved on Mar 3, 2026', 'Told us'],
  [
    'moved',
    { source: 'address', movedOn: '2026-03-03', note: null },
    'May already have moved',
    'Newer address first seen on Mar 3, 2026',
  ],
  ['move-undone', {}, 'Move undone', undefined],
  ['do-not-contact', { doNotContact: true, channel: 'all', reason: 'Asked' }, 'Do not contact', 'Asked'],
  ['do-not-contact', { doNotContact: true, channel: 'text', reason: null }, 'No text messages', undefined],
  ['do-not-contact', { doNotContact: false, channel: 'email', reason: null }, 'Agreed to emails', undefined],
  ['activity', { type: 'call', outcome: null, note: null }, 'Called', undefined],
  [
    'activity',
    { type: 'call', outcome: 'left_message', note: 'About May' },
    'Called: left message',
    'About May',
  ],
])('A11 describes %s %j as: %s', (kind, details, text, detail) => {
  expect(timelineText({ kind, details })).toMatchObject(detail ? { text, detail } : { text })
})

test.each([
  [null, 'This removes “Called” from the timeline.'],
  [
    'wrong_number',
    'This removes “Called” from the timeline. The phone number goes back to its earlier verification status.',
  ],
  ['do_not_contact', 'This removes “Called” from the timeline. The person stays marked as do not contact.'],
] as const)('says what stays after an activity with the outcome %s is deleted', (outcome, text) => {
  expect(deletionText({ outcome }, 'Called')).toBe(text)
})
