import { describe, expect, test } from 'vitest'
import { filtersText } from './filters-text.ts'
import { metricTitle } from './texts.ts'

test.each([
  ['activity', 'Activities'],
  ['activity.call', 'Calls'],
  ['milestone.closed', 'Closed'],
  ['milestone.buyer.closed', 'Closed'],
  ['stage.under_contract', 'In the pipeline: Under contract'],
  ['coverage.phone', 'Missing: Phone number'],
  ['response.12', 'First contact after a signal'],
  ['score.rose', 'Score went up'],
  ['contact.added', 'Contacts added'],
  ['anything', 'People'],
])('calls the people of %s “%s”', (metric, title) => {
  expect(metricTitle(metric)).toBe(title)
})

describe('the text of filters', () => {
  test('has the range and each filter by name', () => {
    const range = { from: '2026-11-01', to: '2026-11-30' }
    expect(filtersText(range, { side: 'buyer', signal: 'debt', tag: 'Sphere', zip: '60540' })).toBe(
      'Nov 1, 2026 – Nov 30, 2026 · Side: Buyer · Signal: Debt · Tag: Sphere · ZIP code: 60540',
    )
  })

  test('names a single day once', () => {
    expect(filtersText({ from: '2026-11-01', to: '2026-11-01' }, {})).toBe('Nov 1, 2026')
  })
})
