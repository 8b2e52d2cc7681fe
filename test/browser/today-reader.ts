import type { Page } from 'playwright-core'
import type { CallPermission } from '#contract/call-permission.ts'
import type { TodayItem, TodayList } from '#contract/today.ts'
import type { Person } from './person.ts'

export const people = (page: Page) => page.getByRole('list', { name: 'Who to contact next' })
export const row = (page: Page, { contact }: Pick<TodayItem, 'contact'>) =>
  people(page).getByRole('listitem', { name: nameOf(contact), exact: true })
export const sheet = (page: Page) => page.getByRole('dialog', { name: /^How did/ })
export const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Undo' })
export const nameOf = ({ firstName, lastName }: TodayItem['contact']) => `${firstName} ${lastName}`

/** The API's response to the page's user. */
export const readJson = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async (url) => (await fetch(url)).json(), path)
export const readToday = (page: Page) => readJson<TodayList>(page, '/api/today?limit=25')

/** Allows calls and texts at any hour. */
export async function allowDialing(page: Page, permission: Partial<CallPermission> = {}): Promise<void> {
  await page.route('**/call-permission', async (route) => {
    const callPermission: CallPermission | null = await route
      .fetch()
      .then((response) => response.json())
      .catch(() => null)
    // The page was closed in the meantime.
    if (!callPermission) return
    const callingHours = { ...callPermission.callingHours, allowed: true }
    await route.fulfill({ json: { ...callPermission, asksFirst: false, callingHours, ...permission } })
  })
}

/** Waits until an outcome is logged and its person has left the list. */
export async function waitUntilLogged(page: Page, item: Pick<TodayItem, 'contact'>): Promise<void> {
  // The open sheet hides the rows from `getByRole`.
  await sheet(page).waitFor({ state: 'detached' })
  await row(page, item).waitFor({ state: 'detached' })
}

export async function firstCallable(page: Page): Promise<TodayItem> {
  const item = (await readToday(page)).items.slice(0, 5).find(({ channel }) => channel === 'call')
  if (!item) throw new Error('No one to call')
  return item
}

/** Console errors except those about the dialer, which test browsers can't open. */
export const unexpectedErrorsOf = ({ consoleErrors }: Person) =>
  consoleErrors.filter((text) => !/scheme|tel:|sms:/.test(text))
