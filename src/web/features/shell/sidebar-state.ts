import { cookieValue } from '#web/lib/cookies.ts'

const COOKIE = 'sidebar_state'
const SEVEN_DAYS_S = 7 * 24 * 60 * 60

/** True if the sidebar is open according to a `Cookie` header or `document.cookie`; open by default. */
export function sidebarOpenIn(cookies: string): boolean {
  return cookieValue(cookies, COOKIE) !== 'false'
}

/** The cookie that remembers the sidebar for 7 days, as a string for `document.cookie`. */
export function sidebarCookie(open: boolean): string {
  return `${COOKIE}=${open}; path=/; max-age=${SEVEN_DAYS_S}; samesite=lax`
}
