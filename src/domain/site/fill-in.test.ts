import { describe, expect, test } from 'vitest'
import { fillIn, siteFacts } from './fill-in.ts'

const facts = {
  brand: { name: 'Ninefold', copyrightYear: 2025 },
  careers: { learningBudget: 2500 },
  support: { hours: [{ days: 'Sunday', open: null }] },
  claims: { certifications: ['SOC 2'] },
}

describe('filling facts into texts', () => {
  test('every string of a page is filled in, at any depth, and nothing else changes', () => {
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

  test('amounts have thousands separators and years have none', () => {
    expect(fillIn('{{careers.learningBudget}} dollars', facts)).toBe('2,500 dollars')
    expect(fillIn('© {{brand.copyrightYear}}', facts)).toBe('© 2025')
  })

  test('an entry of a list is named by its place', () => {
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
  ])('a path that leads to no text or number is named: "%s"', (path) => {
    expect(() => fillIn([`Before {{${path}}} after`], facts)).toThrow(`unknown fact {{${path}}}`)
  })

  test.each(['{{brand.name', 'brand.name}}'])('an unfinished placeholder is refused: %s', (text) => {
    expect(() => fillIn(`By ${text}`, facts)).toThrow('a placeholder is left over')
  })

  test('a fact that names another fact is refused rather than shown half filled in', () => {
    expect(() => fillIn('{{brand.name}}', { brand: { name: '{{brand.team}}' } })).toThrow('left over')
  })

  test('what a fact contains is taken as it is', () => {
    expect(fillIn('{{brand.name}}', { brand: { name: "A $& $1 $' B" } })).toBe("A $& $1 $' B")
  })
})

test('P04 the plans as sold can be named in texts', () => {
  const text =
    '{{plans.professional.name}} {{plans.professional.monthlyPrice}} {{plans.professional.yearlyPrice}} ' +
    '{{plans.professional.monthlyCredits}} {{plans.savingPercent}} {{plans.enterprise.name}} {{brand.name}}'
  expect(fillIn(text, siteFacts(facts))).toBe('Professional 79 790 1,000 17 Enterprise Ninefold')
})
