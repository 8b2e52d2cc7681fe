export const LINK_MINUTES = 15
/** So long a sign-in waits for the code of the second factor. */
export const PENDING_SIGN_IN_MINUTES = 10
export const SESSION_IDLE_DAYS = 7
export const MAX_SESSION_DAYS = 30
export const LIMIT_WINDOW_MINUTES = 15
export const LINKS_PER_ADDRESS = 3
export const LINKS_PER_NETWORK = 10
export const LINKS_PER_NETWORK_AND_DAY = { max: 100, minutes: 24 * 60 }
/** Mails that went out; requests beyond three in 15 minutes cost none. */
export const MAILS_PER_ADDRESS_AND_DAY = { max: 10, minutes: 24 * 60 }
/** Of a whole installation, unless its operator says otherwise. */
export const MAILS_PER_HOUR = 2000
export const LINK_USES_PER_NETWORK = 30
export const LINK_CHECKS_PER_NETWORK = 100
/** When a session was last used is written down at most this often. */
export const SEEN_INTERVAL_MINUTES = 5

// The first that fits counts: most browsers also name the ones they descend from.
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** What people call a browser and its machine, such as `Chrome on Windows`; null for what tells neither. */
export function deviceOf(userAgent: string | undefined): string | null {
  const nameIn = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const known = [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((name) => name !== undefined)
  return known.join(' on ') || null
}
