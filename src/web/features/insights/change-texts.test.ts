import { expect, test } from 'vitest'
import type { Change, ChangeKind } from '#contract/changes.ts'
import { reasonText, scoreChangeText } from './change-texts.ts'

const NO_CHANGE = { from: null, to: null, cause: 'enriched', category: null, description: null }
const text = (kind: ChangeKind, change: Partial<Change>) =>
  `${scoreChangeText({ ...NO_CHANGE, ...change }, kind)}: ${reasonText({ ...NO_CHANGE, ...change }, kind)}`

test('A30 names the record behind a rise or a first score', () => {
  const newSignal = { category: 'destinations', description: 'Job change recorded' } as const
  expect(text('risen', { ...newSignal, from: 12, to: 58 })).toBe('up from 12 to 58: Job change recorded')
  expect(text('risen', { ...newSignal, to: 58 })).toBe('new score 58: Job change recorded')
  expect(text('risen', { from: 12, to: 13, cause: 'faded', category: 'debt' })).toBe(
    'up from 12 to 13: A signal nears its peak',
  )
})

test('A30 explains a fall by fading signals or a changed setting', () => {
  const divorce = { category: 'divorce', description: 'Filing recorded' } as const
  expect(text('fallen', { ...divorce, from: 62, to: 57, cause: 'faded' })).toBe(
    'down from 62 to 57: Signals faded',
  )
  expect(text('fallen', { from: 9, to: 0, cause: 'policy' })).toBe('down from 9 to 0: Score settings changed')
})

test('A30 names a new signal by its record and hides the kind of a sensitive one', () => {
  const debt = { to: 75, cause: 'detected', category: 'debt' } as const
  expect(text('newSignals', { ...debt, description: 'Notice of default' })).toBe(
    'score now 75: Public record',
  )
  expect(text('risen', { ...debt, cause: 'enriched', description: 'Marriage on record', from: 1 })).toBe(
    'up from 1 to 75: Public record',
  )
  expect(text('newSignals', debt)).toBe('score now 75: Signal detected')
  expect(text('newSignals', { cause: 'unheard of' })).toBe('no score yet: Reason not recorded')
})
