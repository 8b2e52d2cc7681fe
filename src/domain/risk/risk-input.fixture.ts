import type { ListedName } from '../enrichment/listed-name.ts'
import { CONTACT, enrichment, TODAY } from '../signals/detection-input.fixture.ts'
import { assessRisk, type RiskInput } from './assess-risk.ts'
import type { FraudCheck, FraudCheckName } from './risk-data.ts'

type Parts = Partial<Omit<RiskInput, 'contact' | 'known'>> & {
  contact?: Partial<RiskInput['contact']>
  known?: Parameters<typeof enrichment>[0]
}

/** Assesses a contact without data, on an instance without a sanctions list, with a test's overrides. */
export function risk({ contact, known, ...over }: Parts = {}) {
  return assessRisk({
    contact: { ...CONTACT, email: null, phone: null, ...contact },
    known: enrichment(known),
    today: TODAY,
    now: `${TODAY}T12:00:00.000Z`,
    recordQuestionOf: true,
    sample: false,
    list: { loaded: false },
    previous: null,
    ...over,
  })
}

/** The outcome of one check: `review`, `weak`, `passed` or `not_run`. */
export function outcome(checks: readonly FraudCheck[], name: FraudCheckName): string {
  const found = checks.find(({ check }) => check === name)
  return found?.weak ? 'weak' : (found?.result ?? 'missing')
}

export function listed(name: string, over: Partial<ListedName> = {}): ListedName {
  return {
    entityNumber: '1',
    name,
    kind: 'primary',
    strength: null,
    program: 'SDGT',
    birthYears: [],
    ...over,
  }
}
