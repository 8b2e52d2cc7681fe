import { expect, test } from 'vitest'
import { CATEGORIES } from './categories.ts'
import { listedRecordLabel, recordLabel } from './record-label.ts'

test.each([
  ['Petition for Probate', 'Probate petition'],
  ['Petition for Dissolution of Marriage', 'Dissolution petition'],
  ['NOTICE OF DEFAULT', 'Notice of default'],
  ['Lis Pendens', 'Lis pendens'],
  ["Executor's Deed", "Executor's deed"],
  ['Chapter 7 Petition', 'Chapter 7 petition'],
  ['Petition for', 'Petition for'],
  ['  Affidavit   of Death of Joint Tenant ', 'Affidavit of death of joint tenant'],
  ['', 'Household change on record'],
  [null, 'Household change on record'],
])('names the record of the document type %j', (documentType, label) => {
  expect(recordLabel({ documentType, description: 'Household change on record' })).toBe(label)
})

test('returns null for an unknown record and cuts long labels', () => {
  expect(recordLabel({ documentType: null, description: null })).toBeNull()
  expect(recordLabel({ documentType: 'x '.repeat(500), description: null })!.length).toBeLessThanOrEqual(60)
})

test.each(CATEGORIES)(
  'hides the kind of a %s record on a list, except for a new job or a degree',
  (category) => {
    const label = listedRecordLabel(category, { documentType: null, description: 'Filing recorded' })
    expect(label).toBe(
      category === 'diplomas' || category === 'destinations' ? 'Filing recorded' : 'Public record',
    )
  },
)
