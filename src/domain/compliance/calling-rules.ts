import { stateCode } from '../identity/address.ts'
import { stateOfPhone } from '../identity/area-codes.ts'

/** Local hours in which calls are allowed, `[from, until)`; null for a day without any. */
export type CallingWindow = readonly [from: number, until: number] | null

export type CallingRule = {
  /** The state's name. */
  name: string
  /** Monday to Friday. */
  weekdays: CallingWindow
  saturday: CallingWindow
  sunday: CallingWindow
  /** Legal holidays have the hours of a Sunday. */
  observesHolidays: boolean
  /** Further legal holidays of the state, `MM-DD`. */
  holidays?: readonly string[]
  /** Calls to one person in 24 hours; null without a limit. */
  callsPerDay: number | null
  statute: string
  /** The day on which the statute or the report was read, `YYYY-MM-DD`; null if neither was. */
  readOn: string | null
  /**
   * `statute`: its text was read. `report`: a report about it was read, not the text itself. `unverified`: known from
   * tables of other programs alone; the stricter reading of them counts.
   */
  source: 'statute' | 'report' | 'unverified'
}

const DEFAULTS = { observesHolidays: false, callsPerDay: null } as const
const SOURCE_READ = { ...DEFAULTS, readOn: '2026-11-23' } as const
const SOURCE_NOT_READ = { ...DEFAULTS, readOn: null, source: 'unverified' } as const
const everyDay = (from: number, until: number) => ({
  weekdays: [from, until] as const,
  saturday: [from, until] as const,
  sunday: [from, until] as const,
})
const exceptSunday = (from: number, until: number) => ({ ...everyDay(from, until), sunday: null })

/**
 * States whose hours for sales calls and texts are stricter than the federal ones (8 a.m. to 9 p.m.), or that limit the
 * number of calls. Many exempt existing customers or licensed agents who meet in person; the table doesn't use that,
 * because the program can't prove it. Check it with counsel once a year.
 */
export const CALLING_RULES: Readonly<Record<string, CallingRule>> = {
  AL: {
    ...SOURCE_READ,
    ...{ name: 'Alabama', ...exceptSunday(8, 20), observesHolidays: true, holidays: ['04-27', '06-01'] },
    // Its text is about automated calls; tables of other programs apply it to all of them.
    ...{ statute: 'Ala. Admin. Code r. 770-X-5-.17', source: 'statute' },
  },
  CT: {
    ...SOURCE_NOT_READ,
    ...{ name: 'Connecticut', ...everyDay(9, 20) },
    statute: 'Conn. Gen. Stat. § 42-288a',
  },
  FL: {
    ...SOURCE_READ,
    ...{ name: 'Florida', ...everyDay(8, 20), callsPerDay: 3 },
    ...{ statute: 'Fla. Stat. § 501.616(6)', source: 'statute' },
  },
  KY: {
    ...SOURCE_NOT_READ,
    ...{ name: 'Kentucky', ...everyDay(10, 21) },
    statute: 'Ky. Rev. Stat. § 367.46955',
  },
  LA: {
    ...SOURCE_READ,
    ...{ name: 'Louisiana', ...exceptSunday(8, 20), observesHolidays: true, holidays: ['01-08', '11-01'] },
    ...{ statute: 'La. Pub. Serv. Comm’n General Order R-29617', source: 'report' },
  },
  MA: {
    ...SOURCE_READ,
    ...{ name: 'Massachusetts', ...everyDay(8, 20) },
    ...{ statute: '201 Code Mass. Regs. 12.02(2)', source: 'statute' },
  },
  MD: {
    ...SOURCE_READ,
    ...{ name: 'Maryland', ...everyDay(8, 20), callsPerDay: 3 },
    ...{ statute: 'Md. Code, Com. Law § 14-4502', source: 'report' },
  },
  MI: {
    ...SOURCE_NOT_READ,
    // Its text is about automated calls; tables of other programs apply it to all of them.
    ...{ name: 'Michigan', ...everyDay(9, 21) },
    statute: 'Mich. Comp. Laws § 484.125',
  },
  MN: {
    ...SOURCE_NOT_READ,
    ...{ name: 'Minnesota', ...everyDay(9, 21) },
    statute: 'Minn. Stat. § 325E.30',
  },
  MS: {
    ...SOURCE_READ,
    ...{ name: 'Mississippi', ...exceptSunday(8, 20) },
    ...{ statute: 'Miss. Code § 77-3-723', source: 'statute' },
  },
  NM: {
    ...SOURCE_READ,
    ...{ name: 'New Mexico', ...everyDay(9, 21) },
    ...{ statute: 'N.M. Stat. § 57-12-22(B)', source: 'statute' },
  },
  NV: {
    ...SOURCE_NOT_READ,
    ...{ name: 'Nevada', ...everyDay(9, 20) },
    statute: 'Nev. Rev. Stat. ch. 599B',
  },
  OK: {
    ...SOURCE_READ,
    ...{ name: 'Oklahoma', ...everyDay(8, 20), callsPerDay: 3 },
    ...{ statute: 'Okla. Stat. tit. 15, § 775C.4', source: 'report' },
  },
  OR: {
    ...SOURCE_READ,
    ...{ name: 'Oregon', ...everyDay(8, 20), callsPerDay: 3, readOn: '2026-11-27' },
    // In effect since January 1, 2026.
    ...{ statute: 'Or. House Bill 3865 (2025)', source: 'report' },
  },
  PA: {
    ...SOURCE_READ,
    ...{ name: 'Pennsylvania', ...exceptSunday(8, 21), observesHolidays: true, readOn: '2026-11-27' },
    // Read: the hours, and a report about legal holidays; that Sundays are closed is from a table.
    ...{ statute: '73 Pa. Stat. § 2245(a)', source: 'statute' },
  },
  RI: {
    ...SOURCE_READ,
    ...{ name: 'Rhode Island', weekdays: [9, 18], saturday: [10, 17], sunday: null, observesHolidays: true },
    // Read: that calls are bound to the hours of § 5-61-2; the hours themselves are from a table.
    ...{ statute: 'R.I. Gen. Laws § 5-61-3.6', source: 'report' },
  },
  SD: {
    ...SOURCE_NOT_READ,
    ...{ name: 'South Dakota', ...exceptSunday(9, 21) },
    statute: 'S.D. Codified Laws § 37-30A-3',
  },
  TX: {
    ...SOURCE_NOT_READ,
    ...{ name: 'Texas', weekdays: [9, 21], saturday: [9, 21], sunday: [12, 21] },
    statute: 'Tex. Bus. & Com. Code § 301.051',
  },
  UT: {
    ...SOURCE_READ,
    ...{ name: 'Utah', ...exceptSunday(8, 21), observesHolidays: true, holidays: ['07-24'] },
    ...{ statute: 'Utah Code § 13-25a-103(3)', source: 'statute' },
  },
  WA: {
    ...SOURCE_READ,
    ...{ name: 'Washington', ...everyDay(8, 20) },
    ...{ statute: 'Wash. Rev. Code § 19.158.040', source: 'statute' },
  },
  WY: {
    ...SOURCE_NOT_READ,
    ...{ name: 'Wyoming', ...everyDay(8, 20) },
    statute: 'Wyo. Stat. § 40-12-302',
  },
}

/** The rule of a state that is stricter than the federal one; null if it has none. @param state two letters */
export function callingRuleOf(state: string | null | undefined): CallingRule | null {
  return (state && CALLING_RULES[state.trim().toUpperCase()]) || null
}

/** The state whose rules protect a number's owner: where they live, or else that of the area code. */
export function callingState(owner: { state: string | null; phone: string | null }): string | null {
  return (owner.state && stateCode(owner.state)) || (owner.phone && stateOfPhone(owner.phone)) || null
}

/** Meaning of a limit of calls for someone who is called now; null while another call is allowed. */
export function callLimitText(rule: CallingRule | null, calls: number): string | null {
  if (rule?.callsPerDay == null || calls < rule.callsPerDay) return null
  return `You’ve called ${calls} times in 24 hours. ${rule.name} allows ${rule.callsPerDay} calls to one person in that time (${rule.statute}).`
}

/** True on a legal holiday or the day on which it is observed. @param day `YYYY-MM-DD` */
export function isLegalHoliday(day: string, rule: Pick<CallingRule, 'holidays'>): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  const [monthDay, weekday] = [day.slice(5), date.getUTCDay()]
  if (isFixedHoliday(monthDay, rule) || isFloatingHoliday(date)) return true
  // One on a Saturday is observed on Friday, one on a Sunday on Monday.
  if (weekday === 5) return isFixedHoliday(neighbor(date, 1), rule)
  return weekday === 1 && isFixedHoliday(neighbor(date, -1), rule)
}

const FIXED_HOLIDAYS = ['01-01', '06-19', '07-04', '11-11', '12-25']
function isFixedHoliday(monthDay: string, { holidays = [] }: Pick<CallingRule, 'holidays'>): boolean {
  return FIXED_HOLIDAYS.includes(monthDay) || holidays.includes(monthDay)
}

/** Month, weekday and which one of the month; -1 is the last. */
const FLOATING_HOLIDAYS = [
  [1, 1, 3],
  [2, 1, 3],
  [5, 1, -1],
  [9, 1, 1],
  [10, 1, 2],
  [11, 4, 4],
] as const

function isFloatingHoliday(date: Date): boolean {
  const nth = Math.ceil(date.getUTCDate() / 7)
  const isLast = neighbor(date, 7).slice(0, 2) !== neighbor(date, 0).slice(0, 2)
  return FLOATING_HOLIDAYS.some(
    ([month, weekday, which]) =>
      date.getUTCMonth() + 1 === month &&
      date.getUTCDay() === weekday &&
      (which === -1 ? isLast : nth === which),
  )
}

/** `MM-DD` that many days later. */
function neighbor(date: Date, days: number): string {
  return new Date(date.getTime() + days * 86_400_000).toISOString().slice(5, 10)
}
