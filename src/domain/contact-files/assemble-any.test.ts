import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assembleContact } from './assemble-contact.ts'

test('makes every contact storable', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('DNC', 'a@b.co', '630-555-0142 x5', '1 A St, Lisle, IL 60532'),
  )
  const record = fc.record({
    ...{ firstName: text, lastName: text, fullName: text, title: text, suffix: text, birthday: text },
    ...{
      company: text,
      jobTitle: text,
      website: text,
      labels: fc.array(text, { maxLength: 3 }),
      notes: fc.array(text, { maxLength: 3 }),
    },
    emails: fc.array(fc.record({ text, kind: fc.constantFrom('home' as const, null) })),
    phones: fc.array(fc.record({ text, kind: fc.constantFrom('fax' as const, null) })),
    addresses: fc.array(
      fc.record({
        kind: fc.constant(null),
        street: text,
        street2: text,
        city: text,
        state: text,
        zipCode: text,
        country: text,
      }),
    ),
  })
  fc.assert(
    fc.property(record, (parts) => {
      const assembled = assembleContact({ ...parts, optOuts: [] })
      if (!assembled.ok) {
        expect(assembled.problems.length).toBeGreaterThan(0)
        return
      }
      const { notes, ...otherFields } = assembled.contact
      expect(JSON.stringify(otherFields)).not.toMatch(/\\u(?:00[01]|d[89a-f])|\\[nrt]/)
      expect(notes ?? '').not.toMatch(/[^\P{Cc}\n\t]/u)
      expect((notes ?? '').isWellFormed()).toBe(true)
    }),
    { numRuns: 60 },
  )
})
