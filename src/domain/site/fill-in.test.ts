import { describe, expect, test } from 'vitest'
import { fillIn, siteFacts } from './fill-in.ts'

const facts = {
  brand: { name: 'Ninefold', copyrightYear: 2025 },
  careers: { learningBudget: 2500 },
  support: { hours: [{ days: 'Sunday', open: null }] },
  claims: { certifications: ['SOC 2'] },
}

describe('fillIn', () => {
  test('fills in strings at any depth and changes nothing else', () => {
    const page = {
      title: 'About {{brand.name}}',
      values: [{ text: '{{brand.name}} and {{ brand.name }}', count: 4, link: null, shown: true }],
    }
    expect(fillIn(page, facts)).toEqual({
      title: 'About Ninefold',
      values: [{ text: 'Ninefold and Ninefold', count: 4, link: null, shown: true }],
    })
    expect(page.title).toBe('About {{brand.name}}')
  })

  test('adds thousands separators to amounts but not to years', () => {
    expect(fillIn('{{careers.learningBudget}} dollars', facts)).toBe('2,500 dollars')
    expect(fillIn('© {{brand.copyrightYear}}', facts)).toBe('© 2025')
  })

  test('takes list items by index', () => {
    expect(fillIn('{{support.hours.0.days}}', facts)).toBe('Sunday')
  })

  test.each([
    'brand.nmae',
    'terms.moneyBackDays',
    'brand',
    'brand.constructor.name',
    'brand.name.length',
    'support.hours.0.open',
    'support.hours.1.days',
    'claims.certifications',
    '',
  ])('names an unknown path: "%s"', (path) => {
    expect(() => fillIn([`Before {{${path}}} after`], facts)).toThrow(`unknown fact {{${path}}}`)
  })

  test.each(['{{brand.name', 'brand.name}}'])('rejects an unclosed placeholder: %s', (text) => {
    expect(() => fillIn(`By ${text}`, facts)).toThrow('unfilled placeholder')
  })

  test('rejects a fact that contains a placeholder', () => {
    expect(() => fillIn('{{brand.name}}', { brand: { name: '{{brand.team}}' } })).toThrow(
      'unfilled placeholder',
    )
  })

  test('inserts facts literally', () => {
    expect(fillIn('{{brand.name}}', { brand: { name: "A $& $1 $' B" } })).toBe("A $& $1 $' B")
  })
})

test('P04 siteFacts adds the plans', () => {
  const text =
    '{{plans.professional.name}} {{plans.professional.monthlyPrice}} {{plans.professional.yearlyPrice}} ' +
    '{{plans.professional.monthlyCredits}} {{plans.savingPercent}} {{plans.enterprise.name}} {{brand.name}}'
  expect(fillIn(text, siteFacts(facts))).toBe('Professional 79 790 1,000 17 Enterprise Ninefold')
})
