/** Part of a license that an advertisement or a first contact can have to show. */
export type LicenseItem =
  | 'name'
  | 'license-number'
  | 'license-type'
  | 'brokerage'
  | 'broker'
  | 'brokerage-phone'
  | 'brokerage-address'

export type LicenseRule = {
  /** Items that the text must show. */
  shows: readonly LicenseItem[]
  /**
   * `first-contact`: only material meant to be the first contact. `marketing`: every marketing message, because the rule
   * covers all advertising. A first contact always carries the line, also a personal one.
   */
  appliesTo: 'first-contact' | 'marketing'
  /** The regulator's word for the number, such as `DRE #`. */
  numberLabel?: string
  /** Label of a notice that the state wants linked in emails; shown if the license has its address. */
  noticeLabel?: string
  citation: string
  /** The day on which the source was read, `YYYY-MM-DD`; null if it was not. */
  readOn: string | null
  /**
   * `statute`: the text of the rule was read. `report`: the regulator's or an association's summary was read. `unverified`:
   * written from memory, so the strictest common form counts.
   */
  source: 'statute' | 'report' | 'unverified'
}

/** The strictest common form: it satisfies every rule that has been read. */
const STRICTEST = ['name', 'license-number', 'brokerage'] as const

const READ = { appliesTo: 'marketing', readOn: '2026-11-27' } as const
const NAME_AND_BROKERAGE = { ...READ, shows: ['name', 'brokerage'] } as const
const UNREAD = { shows: STRICTEST, appliesTo: 'marketing', readOn: null, source: 'unverified' } as const

/**
 * Rules for agents' marketing, one state a line. Brokers check it with counsel once a year; a wrong
 * detail is corrected here, never in code.
 */
export const LICENSE_RULES: Readonly<Record<string, LicenseRule>> = {
  AK: { ...UNREAD, citation: '12 Alaska Admin. Code ch. 64' },
  AL: { ...UNREAD, citation: 'Ala. Admin. Code ch. 790-X-3' },
  AR: { ...UNREAD, citation: 'Ark. Real Estate Commission Regulations, § 10' },
  AZ: { ...NAME_AND_BROKERAGE, citation: 'Ariz. Admin. Code R4-28-502(E)', source: 'statute' },
  CA: {
    ...{ shows: STRICTEST, appliesTo: 'first-contact', numberLabel: 'DRE #', readOn: '2026-11-27' },
    ...{ citation: 'Cal. Bus. & Prof. Code § 10140.6(b)', source: 'statute' },
  },
  CO: { ...UNREAD, citation: '4 Colo. Code Regs. 725-1, Rule 6.10' },
  CT: { ...UNREAD, citation: 'Conn. Agencies Regs. § 20-328-4a' },
  DC: { ...UNREAD, citation: 'D.C. Mun. Regs. tit. 17, ch. 26' },
  DE: { ...UNREAD, citation: '24 Del. Admin. Code 2900' },
  FL: { ...NAME_AND_BROKERAGE, citation: 'Fla. Admin. Code r. 61J2-10.025', source: 'statute' },
  // The copy that was read is not dated.
  GA: { ...NAME_AND_BROKERAGE, citation: 'Ga. Comp. R. & Regs. 520-1-.09', source: 'report' },
  HI: { ...UNREAD, citation: 'Haw. Admin. Rules § 16-99-11' },
  IA: { ...UNREAD, citation: 'Iowa Admin. Code ch. 193E-10' },
  ID: { ...UNREAD, citation: 'Idaho Code § 54-2053' },
  IL: { ...NAME_AND_BROKERAGE, citation: 'Ill. Admin. Code tit. 68, § 1450.715(b)', source: 'statute' },
  IN: { ...UNREAD, citation: '876 Ind. Admin. Code art. 8' },
  KS: { ...UNREAD, citation: 'Kan. Admin. Regs. 86-3-7' },
  KY: { ...UNREAD, citation: '201 Ky. Admin. Regs. 11:105' },
  LA: { ...UNREAD, citation: 'La. Admin. Code tit. 46, pt. LXVII, ch. 25' },
  MA: { ...UNREAD, citation: '254 Code Mass. Regs. 3.00(9)' },
  MD: { ...UNREAD, citation: 'Md. Code, Bus. Occ. & Prof. § 17-527.2' },
  ME: { ...UNREAD, citation: 'Me. Rev. Stat. tit. 32, ch. 114' },
  MI: { ...UNREAD, citation: 'Mich. Comp. Laws § 339.2512e' },
  MN: { ...UNREAD, citation: 'Minn. Stat. § 82.69' },
  MO: { ...UNREAD, citation: 'Mo. Code Regs. tit. 20, § 2250-8.070' },
  MS: { ...UNREAD, citation: '30 Miss. Admin. Code pt. 1601, r. 3.3' },
  MT: { ...UNREAD, citation: 'Mont. Admin. R. 24.210.430' },
  NC: { ...UNREAD, citation: '21 N.C. Admin. Code 58A.0105' },
  ND: { ...UNREAD, citation: 'N.D. Admin. Code § 70-02-03-02.1' },
  NE: { ...UNREAD, citation: 'Neb. Rev. Stat. § 81-885.24' },
  NH: { ...UNREAD, citation: 'N.H. Code Admin. R. Rea ch. 700' },
  NJ: { ...UNREAD, citation: 'N.J. Admin. Code § 11:5-6.1' },
  NM: { ...UNREAD, citation: 'N.M. Code R. § 16.61.32' },
  // Read: that the name of the brokerage must be prominent. The number is asked for from memory.
  NV: { ...READ, shows: STRICTEST, citation: 'Nev. Admin. Code § 645.610(1)(c)', source: 'statute' },
  // Read: the definition of advertising. Its required parts are from memory.
  NY: {
    ...UNREAD,
    shows: ['name', 'license-number', 'license-type', 'brokerage', 'brokerage-phone'],
    citation: '19 N.Y. Comp. Codes R. & Regs. § 175.25',
  },
  OH: { ...UNREAD, citation: 'Ohio Admin. Code 1301:5-1-02' },
  OK: { ...UNREAD, citation: 'Okla. Admin. Code § 605:10-9-4' },
  OR: { ...NAME_AND_BROKERAGE, citation: 'Or. Admin. R. 863-015-0125', source: 'report' },
  PA: { ...UNREAD, citation: '49 Pa. Code § 35.305' },
  RI: { ...UNREAD, citation: '230 R.I. Code R. 30-20-2' },
  SC: { ...UNREAD, citation: 'S.C. Code § 40-57-135' },
  SD: { ...UNREAD, citation: 'S.D. Admin. R. 20:69' },
  TN: { ...UNREAD, citation: 'Tenn. Comp. R. & Regs. 1260-02-.12' },
  // The broker's name is at least half as large as the agent's: plain text has one size.
  TX: {
    ...{
      ...NAME_AND_BROKERAGE,
      noticeLabel: 'Texas Real Estate Commission Information About Brokerage Services',
    },
    ...{ citation: '22 Tex. Admin. Code § 535.155', source: 'report' },
  },
  UT: { ...UNREAD, citation: 'Utah Admin. Code R162-2f' },
  VA: { ...UNREAD, citation: '18 Va. Admin. Code 135-20-190' },
  VT: { ...UNREAD, citation: 'Vt. Real Estate Commission Rules, pt. 4' },
  WA: { ...NAME_AND_BROKERAGE, citation: 'Wash. Admin. Code § 308-124B-210', source: 'statute' },
  WI: { ...UNREAD, citation: 'Wis. Admin. Code § REEB 24.04' },
  WV: { ...UNREAD, citation: 'W. Va. Code R. § 174-1' },
  WY: { ...UNREAD, citation: 'Wyo. Real Estate Commission Rules, ch. 3' },
}
