import { firstByWord, wordGroups } from '../word-lists.ts'

/** Postal codes of states, district, territories and military mail (USPS Publication 28, appendix B). */
const STATES = wordGroups(`
  AL Alabama; AK Alaska; AZ Arizona; AR Arkansas; CA California; CO Colorado; CT Connecticut; DE Delaware;
  DC District of Columbia; FL Florida; GA Georgia; HI Hawaii; ID Idaho; IL Illinois; IN Indiana; IA Iowa;
  KS Kansas; KY Kentucky; LA Louisiana; ME Maine; MD Maryland; MA Massachusetts; MI Michigan; MN Minnesota;
  MS Mississippi; MO Missouri; MT Montana; NE Nebraska; NV Nevada; NH New Hampshire; NJ New Jersey;
  NM New Mexico; NY New York; NC North Carolina; ND North Dakota; OH Ohio; OK Oklahoma; OR Oregon;
  PA Pennsylvania; RI Rhode Island; SC South Carolina; SD South Dakota; TN Tennessee; TX Texas; UT Utah;
  VT Vermont; VA Virginia; WA Washington; WV West Virginia; WI Wisconsin; WY Wyoming; AS American Samoa;
  GU Guam; MP Northern Mariana Islands; PR Puerto Rico; VI Virgin Islands; AA Armed Forces Americas;
  AE Armed Forces Europe; AP Armed Forces Pacific
`).map(([code = '', ...name]) => ({ code, name: name.join(' ') }))

/** The 50 states and the District of Columbia, by name. */
export const US_STATES = STATES.slice(0, 51)

const NAME_BY_CODE = new Map(STATES.map(({ code, name }) => [code, name]))
const CODE_BY_NAME = new Map(STATES.map(({ code, name }) => [name.toLowerCase(), code]))

/** Abbreviations older than the postal codes, except those that are names or titles ("Cal", "Miss"). */
const OLD_ABBREVIATIONS = firstByWord(`
  AL ALA; AZ ARIZ; AR ARK; CA CALIF; CO COLO; CT CONN; FL FLA; IL ILL; IN IND; KS KANS; MA MASS; MI MICH;
  MN MINN; MT MONT; NE NEB NEBR; NV NEV; OK OKLA; OR ORE; PA PENNA; TN TENN; TX TEX; WA WASH; WI WIS WISC;
  WY WYO
`)

/** States with ZIP codes that begin with 0 (USPS prefixes 005 to 009 and 010 to 098). */
const LEADING_ZERO_STATES = new Set(['AE', 'CT', 'MA', 'ME', 'NH', 'NJ', 'PR', 'RI', 'VI', 'VT'])

/** Returns `IL` for `il`, `I.L.` or `illinois`; null for anything else. */
export function stateCode(text: string): string | null {
  const key = text.trim().replace(/\s+/g, ' ')
  const code = key.replace(/\./g, '').toUpperCase()
  if (NAME_BY_CODE.has(code)) return code
  return CODE_BY_NAME.get(key.toLowerCase()) ?? OLD_ABBREVIATIONS.get(code) ?? null
}

/** Returns `Illinois` for `IL`, `il` or `Illinois`; null for anything else. */
export function stateName(text: string): string | null {
  return NAME_BY_CODE.get(stateCode(text) ?? '') ?? null
}

/** True for the shape of a US ZIP code: five digits, or nine with a hyphen. */
export function isZipCode(text: string): boolean {
  return /^\d{5}(?:-\d{4})?$/.test(text)
}

/**
 * Restores the leading zero that spreadsheets drop (`2139` → `02139`, `2139-1234` → `02139-1234`) and hyphenates nine
 * digits. Adds the zero only if the state has such codes or is unknown; elsewhere four digits are a typo or a
 * foreign code and stay unchanged.
 */
export function normalizeZip(text: string, state: string | null = null): string {
  const zipText = text.trim()
  if (/^\d{9}$/.test(zipText)) return `${zipText.slice(0, 5)}-${zipText.slice(5)}`
  if (!/^\d{4}(?:-\d{4})?$/.test(zipText)) return zipText
  const code = state === null || state.trim() === '' ? null : stateCode(state)
  const canLackZero =
    state === null || state.trim() === '' || (code !== null && LEADING_ZERO_STATES.has(code))
  return canLackZero ? `0${zipText}` : zipText
}
