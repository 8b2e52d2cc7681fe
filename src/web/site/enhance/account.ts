import type * as contract from '#contract/auth.ts'
import { call } from '#web/lib/api.ts'
import { cookieValue } from '#web/lib/cookies.ts'
import { route } from '#web/lib/route.ts'

const getCurrentUser = route<typeof contract.getCurrentUser>('GET', '/api/auth/user')

/**
 * Puts the Dashboard link in the place of Login for somebody signed in. Asks only where the readable hint says that
 * somebody may be: a visitor's console stays clean, and so does the one of who was signed out meanwhile.
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
