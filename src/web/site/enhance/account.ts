import type * as contract from '#contract/auth.ts'
import { call } from '#web/lib/api.ts'
import { cookieValue } from '#web/lib/cookies.ts'
import { route } from '#web/lib/route.ts'

const getCurrentUser = route<typeof contract.getCurrentUser>('GET', '/api/auth/user')

/**
 * Replaces Login with the Dashboard link for a signed-in user. Calls the API only if the readable `signed_in` cookie
 * is set, so visitors don't see a failed request in their console.
 */
export async function showAccount(): Promise<void> {
  if (cookieValue(document.cookie, 'signed_in') !== '1') return
  try {
    await call(getCurrentUser, {})
  } catch {
    return
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-visitor]')) element.hidden = true
  for (const element of document.querySelectorAll<HTMLElement>('[data-member]')) element.hidden = false
}
