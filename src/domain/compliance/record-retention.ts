export type RetentionRule = {
  /** How long a broker keeps records, in years. */
  years: number
  citation: string
  /** As in `license-rules.ts`. */
  readOn: string | null
  source: 'report' | 'unverified'
}

const READ = { readOn: '2026-11-27', source: 'report' } as const
const UNREAD = { readOn: null, source: 'unverified' } as const

/** How long brokers of a state keep their records. */
export const RETENTION_RULES: Readonly<Record<string, RetentionRule>> = {
  AZ: { ...UNREAD, years: 5, citation: 'Ariz. Rev. Stat. § 32-2151.01' },
  CA: { ...READ, years: 3, citation: 'Cal. Bus. & Prof. Code § 10148(a)' },
  CO: { ...READ, years: 4, citation: '4 Colo. Code Regs. 725-1, Rule 6.20' },
  CT: { ...UNREAD, years: 7, citation: 'Conn. Gen. Stat. § 20-325m' },
  FL: { ...READ, years: 5, citation: 'Fla. Stat. § 475.5015' },
  IL: { ...UNREAD, years: 5, citation: 'Ill. Admin. Code tit. 68, § 1450.755' },
  MD: { ...READ, years: 5, citation: 'Maryland REALTORS, Legal Hotline' },
  NC: { ...UNREAD, years: 3, citation: '21 N.C. Admin. Code 58A.0108' },
  NJ: { ...UNREAD, years: 6, citation: 'N.J. Admin. Code § 11:5-5.4' },
  NV: { ...UNREAD, years: 5, citation: 'Nev. Admin. Code § 645.650' },
  NY: { ...UNREAD, years: 3, citation: '19 N.Y. Comp. Codes R. & Regs. § 175.23' },
  OH: { ...UNREAD, years: 3, citation: 'Ohio Rev. Code § 4735.18' },
  OR: { ...UNREAD, years: 6, citation: 'Or. Admin. R. 863-015-0250' },
  PA: { ...UNREAD, years: 3, citation: '49 Pa. Code § 35.286' },
  TX: { ...UNREAD, years: 4, citation: '22 Tex. Admin. Code § 535.2' },
  VA: { ...UNREAD, years: 3, citation: '18 Va. Admin. Code 135-20-240' },
  WA: { ...READ, years: 3, citation: 'Wash. Admin. Code § 308-124C-110(2)' },
}

/** The longest period that is known, for states that aren't listed or whose period wasn't read. */
const MAX_YEARS = Math.max(...Object.values(RETENTION_RULES).map(({ years }) => years))

/** Years for which an office with licenses in these states keeps its records: the longest of their periods. */
export function retentionYears(states: readonly string[]): number {
  if (states.length === 0) return MAX_YEARS
  return Math.max(...states.map(yearsOf))
}

function yearsOf(state: string): number {
  const rule = RETENTION_RULES[state]
  return rule && rule.source !== 'unverified' ? rule.years : MAX_YEARS
}
