import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sitePages } from '#contract/site.ts'
import { PROFESSIONAL, yearlySavingPercent } from '#domain/billing/plans.ts'
import { ConfigError } from '../config-error.ts'
import { readSite } from './site.ts'

const PAGES = path.resolve(import.meta.dirname, '../../../../content/site/pages')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'site-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** An operator's file; values other than text are written as JSON. */
function operatorFile(content: unknown): string {
  const file = path.join(folder, 'site.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

describe('P17 the numbers in the specification', () => {
  test('are all in the configuration', () => {
    const { site } = readSite(null)
    expect(site.brand.copyrightYear).toBe(2025)
    expect(site.support).toEqual({
      replyHours: 24,
      timeZone: 'EST',
      hours: [
        { days: 'Monday to Friday', open: '9 to 6' },
        { days: 'Saturday', open: '10 to 4' },
        { days: 'Sunday', open: null },
      ],
    })
    expect(site.claims).toEqual({ agents: '2,500+', accuracy: '78-85%', certifications: ['SOC 2', 'GDPR'] })
    expect(site.terms).toEqual({
      moneyBackDays: 30,
      retentionDays: 90,
      privacyRequestDays: 30,
      changeNoticeDays: 30,
      paymentRetries: 3,
      backupHours: 6,
      backupRetentionDays: 30,
      keyRotationDays: 90,
      liabilityMonths: 12,
      uptimeTarget: '99.9%',
      vendorBreachHours: 24,
      subprocessorNoticeDays: 30,
      pciTarget: 'Q4 2025',
      fedRampYear: 2026,
    })
    expect(site.partners).toEqual({ reviewHours: 48, revenueShareLow: 20, revenueShareHigh: 30 })
    expect(site.careers).toEqual({ learningBudget: 2500 })
  })

  test('the plan costs 79 a month or 790 a year, saves 17 percent and has 1,000 verifications', () => {
    expect(PROFESSIONAL).toMatchObject({ monthlyPrice: 79, yearlyPrice: 790, monthlyCredits: 1000 })
    expect(yearlySavingPercent(PROFESSIONAL)).toBe(17)
  })

  test('appear on pages', () => {
    const { pages } = readSite(null)
    expect(pages.careers.benefits[0]?.text).toContain('$2,500 a year')
    expect(pages.partners.lead).toContain('within 48 hours')
    expect(pages.partners.description).toContain('20 to 30 percent')
    expect(pages.contact.lead).toContain('within 24 hours')
    expect(pages.about.numbers.map(({ value }) => value)).toEqual(['2,500+', '9', '99.9%', '24 hours'])
    expect(pages.landing.faq[2]?.answer).toContain('78-85%')
  })

  test.each(readdirSync(PAGES))('%s takes all numbers from the configuration', (name) => {
    const text = readFileSync(path.join(PAGES, name), 'utf8')
    expect(text).not.toMatch(
      /2,500|78-85|99\.9|Q4 2025|\$\s?\d|\b(6|12|24|30|48|90) (hours|days|months)|\b(17|20|30) percent|Ninefold/i,
    )
  })
})

describe('P03, P05, P13 the number of entries', () => {
  const counts: Readonly<Record<string, Readonly<Record<string, number>>>> = {
    landing: { testimonials: 5, faq: 6 },
    'case-studies': { studies: 3 },
    about: { values: 4, leaders: 4 },
    careers: { roles: 6, benefits: 6 },
    partners: { benefits: 6, programs: 4, steps: 4 },
    terms: { sections: 16 },
  }
  const cases = Object.entries(counts).flatMap(([page, lists]) =>
    Object.entries(lists).map(([list, count]) => ({ page, list, count })),
  )

  test.each(cases)('$page requires exactly $count $list', ({ page, list, count }) => {
    const schema = sitePages.shape[page as keyof typeof sitePages.shape]
    const value: Record<string, unknown> = { ...readSite(null).pages[page as keyof typeof sitePages.shape] }
    const entries = value[list] as unknown[]
    expect(entries).toHaveLength(count)
    expect(schema.safeParse({ ...value, [list]: entries.slice(1) }).success).toBe(false)
    expect(schema.safeParse({ ...value, [list]: [...entries, entries[0]] }).success).toBe(false)
  })

  test('the six questions stay within their length, and search engines get a complete description', () => {
    const { landing } = readSite(null).pages
    for (const { answer } of landing.faq) {
      const words = answer.split(/\s+/).length
      expect(words).toBeGreaterThanOrEqual(40)
      expect(words).toBeLessThanOrEqual(90)
    }
    expect(landing.title.length).toBeLessThanOrEqual(60)
    expect(landing.description.length).toBeGreaterThanOrEqual(120)
    expect(landing.description.length).toBeLessThanOrEqual(155)
  })
})

describe("the operator's file", () => {
  test('changes the brand everywhere', () => {
    const mailbox = 'office@elm-street.example'
    const { site, pages } = readSite(
      operatorFile({
        brand: { name: 'Elm Street Data' },
        mailboxes: {
          support: mailbox,
          compliance: mailbox,
          dataProtection: mailbox,
          security: mailbox,
          legal: mailbox,
        },
      }),
    )
    expect(site.brand).toMatchObject({ team: 'The Elm Street Data team', legalName: 'Elm Street Data, Inc.' })
    expect(pages.landing.faq[0]?.question).toBe('What is Elm Street Data?')
    expect(JSON.stringify({ site, pages })).not.toMatch(/ninefold/i)
  })

  test('keeps sample parts that it does not replace, even with another brand', () => {
    const file = operatorFile({ brand: { name: 'Elm' }, claims: { agents: '12' } })
    expect(readSite(file).samples).toEqual([
      'pages.landing.testimonials',
      'pages.case-studies',
      'pages.about.leaders',
    ])
  })

  test('is refused with a brand of more than one line', () => {
    for (const name of ['Elm\nStreet', 'Elm\u0007', 'x'.repeat(61)])
      expect(() => readSite(operatorFile({ brand: { name } }))).toThrow('brand.name: ')
    expect(() => readSite(operatorFile({ brand: { tagline: 'x'.repeat(201) } }))).toThrow('brand.tagline: ')
    expect(readSite(operatorFile({ brand: { name: 'x'.repeat(60) } })).site.brand.name).toHaveLength(60)
  })

  test('changes single facts and replaces whole lists', () => {
    const hours = [{ days: 'Every day', open: '8 to 8' }]
    const { site, pages } = readSite(operatorFile({ careers: { learningBudget: 3000 }, support: { hours } }))
    expect(pages.careers.benefits[0]?.text).toContain('$3,000')
    expect(site.support).toEqual({ replyHours: 24, timeZone: 'EST', hours })
    expect(site.brand.name).toBe('Ninefold')
  })

  test('replaces shipped texts, with its facts filled in', () => {
    const testimonials = Array.from({ length: 5 }, (_, i) => ({
      quote: `{{brand.name}} number ${i}`,
      author: 'Ana Ruiz',
      location: 'Tucson, AZ',
      initials: 'AR',
    }))
    const { pages } = readSite(operatorFile({ brand: { name: 'Elm' }, pages: { landing: { testimonials } } }))
    expect(pages.landing.testimonials[4]?.quote).toBe('Elm number 4')
    expect(pages.landing.faq).toHaveLength(6)
  })

  test('can begin with a byte order mark', () => {
    expect(readSite(operatorFile('\uFEFF{"brand":{"name":"Elm"}}')).site.brand.name).toBe('Elm')
  })

  test.each([
    ['a key that is not known', { brand: { nmae: 'Elm' } }, 'brand.nmae: unknown field'],
    ['a group that is not known', { brands: {} }, 'brands: unknown field'],
    ['a wrong mailbox', { mailboxes: { legal: 'nobody' } }, 'mailboxes.legal: '],
    ['a text for a number', { terms: { retentionDays: '90' } }, 'terms.retentionDays: '],
    ['an empty text', { brand: { name: ' ' } }, 'brand.name: '],
    ['nothing for a group', { careers: null }, 'careers: '],
    ['a wrong entry of a list', { support: { hours: [{ days: 'Monday' }] } }, 'support.hours.0.open: '],
    ['a fact that does not exist', { brand: { team: '{{brand.nmae}}' } }, 'unknown fact {{brand.nmae}}'],
    ['a page that is not known', { pages: { jobs: {} } }, 'pages.jobs: unknown field'],
    [
      'too few texts for a page',
      { pages: { landing: { testimonials: [] } } },
      'pages.landing: testimonials: ',
    ],
    ['a list', [], 'must be an object'],
    ['text that is no JSON', '{"brand":', 'JSON'],
  ])('with %s is refused by its name and the field', (_, content, problem) => {
    const file = operatorFile(content)
    expect(() => readSite(file)).toThrow(ConfigError)
    expect(() => readSite(file)).toThrow(`${file}: `)
    expect(() => readSite(file)).toThrow(problem)
  })

  test('is named in the error when it is missing', () => {
    const file = path.join(folder, 'nowhere.json')
    expect(() => readSite(file)).toThrow(ConfigError)
    expect(() => readSite(file)).toThrow(file)
  })
})
