import { expect, test } from 'vitest'
import { assessRisk } from '#domain/risk/assess-risk.ts'
import type { FraudCheckName, RiskData } from '#domain/risk/risk-data.ts'
import { mergePerson } from '../merge.ts'
import type { PersonQuery } from '../provider.ts'
import { samplePeople } from './sample-people.ts'
import { createSampleProviders } from './sample-provider.ts'

const TODAY = '2026-11-20'
const PEOPLE = 500
const providers = createSampleProviders(() => new Date(`${TODAY}T12:00:00.000Z`))
const { signal } = new AbortController()

async function riskOfSample(query: PersonQuery): Promise<RiskData | null> {
  const [person, phone, property, records] = await Promise.all([
    providers.person(query, signal),
    providers.phone(query, signal),
    providers.property(query, signal),
    providers.publicRecords(query, signal),
  ])
  const record = mergePerson({ person, phone, property, records }, null)
  if (!record) return null
  return assessRisk({
    contact: { ...query, birthYear: null, age: null },
    enrichment: {
      person: record,
      properties: property.status === 'match' ? property.data : [],
      publicRecords: records.status === 'match' ? records.data : [],
    },
    ...{ today: TODAY, now: `${TODAY}T12:00:00.000Z`, hasCheckedRecords: true, sample: true },
    ...{ list: { loaded: false }, previous: null },
  })
}

test('A29 some sample people have each kind of finding, and most have none', async () => {
  const allRisks = await Promise.all(samplePeople(PEOPLE, 'risk').map(riskOfSample))
  const risks = allRisks.filter((risk) => risk !== null)
  const share = (matches: (risk: RiskData) => boolean) => risks.filter(matches).length / risks.length
  const reviewed = (name: FraudCheckName) =>
    share(({ fraud }) =>
      fraud.some(({ check, result, weak }) => check === name && result === 'review' && !weak),
    )

  expect(share(({ review }) => review > 0)).toBeGreaterThan(0.1)
  expect(share(({ review }) => review > 0)).toBeLessThan(0.35)
  for (const check of ['phone_owner', 'phone_line', 'owner_mailing_address'] as const) {
    expect(reviewed(check), check).toBeGreaterThan(0.01)
    expect(reviewed(check), check).toBeLessThan(0.12)
  }
  expect(share(({ ownership }) => ownership.quickResales.length > 0)).toBeGreaterThan(0.02)
  expect(share(({ foreclosure }) => foreclosure.status === 'records')).toBeGreaterThan(0.03)
  // Sample data is consistent: there are no unintended differences.
  expect(reviewed('title_owner')).toBe(0)
  expect(reviewed('phone_surnames')).toBe(0)
  expect(share(({ ownership }) => ownership.gaps.length > 0)).toBe(0)
})
