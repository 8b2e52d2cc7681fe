import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONTACT_FIELDS, MAX_CONTACT_FIELD_LENGTH, parseContactDraft } from './contact-draft.ts'

const problemsOf = (raw: Parameters<typeof parseContactDraft>[0]): string[] => {
  const result = parseContactDraft(raw)
  return result.ok ? [] : result.problems
}

describe('A09 contact fields', () => {
  it('are normalized for storage, with null for empty ones', () => {
    expect(
      parseContactDraft({
        firstName: ' Jose\u0301  María ',
        lastName: 'Núñez',
        email: ' Jose@Example.COM ',
        phone: '(630) 555-0142',
        address: '',
        city: '   ',
        state: 'MA',
        zipCode: '2116',
      }),
    ).toEqual({
      ok: true,
      draft: {
        firstName: 'José María',
        lastName: 'Núñez',
        email: 'jose@example.com',
        phone: '+16305550142',
        address: null,
        city: null,
        state: 'MA',
        zipCode: '02116',
      },
    })
  })

  it("stay unchanged if they can't be parsed", () => {
    const result = parseContactDraft({ firstName: 'A', lastName: 'B', email: 'none', phone: 'ask Ben' })
    expect(result).toMatchObject({ ok: true, draft: { email: 'none', phone: 'ask Ben' } })
  })

  it('require both names', () => {
    expect(problemsOf({})).toEqual(['First Name is missing', 'Last Name is missing'])
    expect(problemsOf({ firstName: null, lastName: '\u200b ' })).toEqual([
      'First Name is missing',
      'Last Name is missing',
    ])
  })

  it.each(CONTACT_FIELDS)('%s accepts values up to its maximum length', (field) => {
    const base = { firstName: 'A', lastName: 'B' }
    const limit = MAX_CONTACT_FIELD_LENGTH[field]
    expect(problemsOf({ ...base, [field]: 'x'.repeat(limit) })).toEqual([])
    expect(problemsOf({ ...base, [field]: 'x'.repeat(limit + 1) })).toEqual([
      expect.stringMatching(/ is too long$/),
    ])
  })

  it('reject characters that a database cannot store', () => {
    const base = { firstName: 'A', lastName: 'B' }
    expect(problemsOf({ ...base, city: 'x\0y' })).toEqual(['City contains control characters'])
    expect(problemsOf({ ...base, city: 'x\ny' })).toEqual(['City contains control characters'])
    expect(problemsOf({ ...base, city: 'x\u0085y' })).toEqual(['City contains control characters'])
    expect(problemsOf({ ...base, city: 'x\ud800y' })).toEqual(['City contains broken characters'])
  })

  it('are valid and unchanged when parsed again', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ maxLength: 300 }),
      fc.constant(''),
    )
    const raw = fc.record(Object.fromEntries(CONTACT_FIELDS.map((field) => [field, text])))
    fc.assert(
      fc.property(raw, (values) => {
        const parsed = parseContactDraft(values)
        if (!parsed.ok) {
          expect(parsed.problems.length).toBeGreaterThan(0)
          return
        }
        for (const field of CONTACT_FIELDS) {
          const value = parsed.draft[field]
          if (value === null) continue
          expect(value).not.toBe('')
          expect(value.length).toBeLessThanOrEqual(MAX_CONTACT_FIELD_LENGTH[field])
          expect(value.isWellFormed()).toBe(true)
          expect(value).not.toMatch(/\p{Cc}/u)
        }
        expect(parseContactDraft(parsed.draft)).toEqual(parsed)
      }),
      { numRuns: 1000 },
    )
  })
})
