import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Site } from '#contract/site.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { openBrowser, type Person } from './person.ts'

const SHIPPED_SITE: Site = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../content/site/site.json'), 'utf8'),
)
/** Numbers that differ from each other and from the shipped ones, so that a hard-coded number fails the test. */
const OPERATOR_SITE = {
  support: { replyHours: 37 },
  claims: { agents: '4,100+' },
  terms: {
    moneyBackDays: 41,
    retentionDays: 101,
    privacyRequestDays: 29,
    changeNoticeDays: 43,
    paymentRetries: 5,
    backupHours: 7,
    backupRetentionDays: 47,
    keyRotationDays: 83,
    liabilityMonths: 17,
    uptimeTarget: '99.7%',
    vendorBreachHours: 31,
    subprocessorNoticeDays: 53,
    pciTarget: 'Q3 2029',
    fedRampYear: 2031,
  },
  partners: { reviewHours: 59, revenueShareLow: 19, revenueShareHigh: 23 },
  careers: { learningBudget: 3700 },
}
type SiteNumbers = Pick<Site, 'terms' | 'partners' | 'careers'> & {
  claims: Pick<Site['claims'], 'agents'>
  support: Pick<Site['support'], 'replyHours'>
}

/** Phrases with the numbers that section 9 requires on each page. */
function sentencesOf({ claims, terms, partners, careers, support }: SiteNumbers): Record<string, string[]> {
  const share = `${partners.revenueShareLow} to ${partners.revenueShareHigh} percent`
  return {
    '/about': [claims.agents, terms.uptimeTarget, `${support.replyHours} hours`],
    '/careers': [`$${careers.learningBudget.toLocaleString('en-US')} a year`],
    '/partners': [`review your application within ${partners.reviewHours} hours`, share],
    '/privacy': [
      `stored for ${terms.retentionDays} days`,
      `answer within ${terms.privacyRequestDays} days`,
      `at least ${terms.changeNoticeDays} days before it takes effect`,
      `made every ${terms.backupHours} hours and deleted after ${terms.backupRetentionDays} days`,
      `${terms.subprocessorNoticeDays} days' notice before one is added`,
    ],
    '/terms': [
      `${terms.moneyBackDays}-day money-back guarantee`,
      'cancel anytime',
      `up to ${terms.paymentRetries} more times`,
      `store them for ${terms.retentionDays} days`,
      `announced at least ${terms.changeNoticeDays} days before`,
      `paid in the ${terms.liabilityMonths} months before`,
      `uptime of ${terms.uptimeTarget}`,
      `within ${support.replyHours} hours`,
      '$79 a month or $790 a year, with 1,000 contact verifications a month',
    ],
    '/security': [
      `rotated every ${terms.keyRotationDays} days`,
      `every ${terms.backupHours} hours and kept for ${terms.backupRetentionDays} days`,
      `uptime target is ${terms.uptimeTarget}`,
      `erased ${terms.retentionDays} days after`,
    ],
    '/compliance': [
      `We answer within ${terms.privacyRequestDays} days`,
      `new or replaced subprocessor ${terms.subprocessorNoticeDays} days before`,
      `of a breach within ${terms.vendorBreachHours} hours`,
      `Target: ${terms.pciTarget}`,
      `Planned for ${terms.fedRampYear}`,
      `rotated every ${terms.keyRotationDays} days`,
      `made every ${terms.backupHours} hours and kept for ${terms.backupRetentionDays} days`,
      `We give ${terms.changeNoticeDays} days' notice`,
    ],
  }
}

const PATHS = Object.keys(sentencesOf(SHIPPED_SITE))

const INSTALLATIONS: { name: string; numbers: SiteNumbers; config: object | null }[] = [
  { name: 'as shipped', numbers: SHIPPED_SITE, config: null },
  { name: 'as an operator set them', numbers: OPERATOR_SITE, config: OPERATOR_SITE },
]

describe.each(INSTALLATIONS)('the numbers $name', ({ numbers, config }) => {
  let product: Product
  let browser: Awaited<ReturnType<typeof openBrowser>>
  let visitor: Person
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'site-figures-'))
    const file = path.join(folder, 'site.json')
    if (config) writeFileSync(file, JSON.stringify(config))
    product = await startProduct(config ? { SITE_CONFIG: file } : {})
    browser = await openBrowser()
    visitor = await browser.newPerson()
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each(PATHS)('P17 %s shows each of its numbers', async (route) => {
    await visitor.page.goto(product.url + route)
    const text = (await visitor.page.getByRole('main').innerText()).replace(/\s+/g, ' ')
    expect(sentencesOf(numbers)[route]?.filter((sentence) => !text.includes(sentence))).toEqual([])
  })
})
