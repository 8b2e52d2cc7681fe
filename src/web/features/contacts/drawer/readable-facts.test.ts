import { expect, test } from 'vitest'
import { readableFacts } from './readable-facts.ts'

test('A13 turns signal metadata into facts, joins nested labels and leaves out empty values', () => {
  expect(
    readableFacts({
      ruleId: 'DI1',
      intensity: 0.98765,
      sample: true,
      documentId: null,
      peakFrom: '2026-06-18',
      inputs: { yearFiled: 2026, amount: 12500, parties: ['Dana', 'Lee'] },
      records: [{ county: 'DuPage', kind: 'notice_of_default' }],
      owners: [{ name: 'Dana' }, { name: 'Lee' }],
    }),
  ).toEqual([
    { label: 'Rule id', value: 'DI1' },
    { label: 'Intensity', value: '0.988' },
    { label: 'Sample', value: 'Yes' },
    { label: 'Peak from', value: 'Jun 18, 2026' },
    { label: 'Inputs: year filed', value: '2026' },
    { label: 'Inputs: amount', value: '$12,500' },
    { label: 'Inputs: parties', value: 'Dana, Lee' },
    { label: 'Records: county', value: 'DuPage' },
    { label: 'Records: kind', value: 'Notice of default' },
    { label: 'Owners 1: name', value: 'Dana' },
    { label: 'Owners 2: name', value: 'Lee' },
  ])
})
