// Compares the cards on the screen with the results of the API.
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { type ContactSummary, listContacts } from '#contract/contacts.ts'
import { pollUntil } from '#test/product/load.ts'

type OpenPage = { page: Page; url: string }
type ListQuery = Record<string, string>

/** Checks that the first cards show the results of the API in the same order. */
export async function assertCards({ page, url }: OpenPage, query: ListQuery): Promise<void> {
  const contacts = (await fetchContacts(page, url, query)).slice(0, 8)
  const names = contacts.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  const readNames = async () =>
    (await page.locator('[data-card] h2').allTextContents()).slice(0, names.length)
  await pollUntil(async () => isDeepStrictEqual(await readNames(), names), 10_000)
  assert.deepEqual(await readNames(), names, `The cards of ${JSON.stringify(query)}`)
}

/** The first page of a list from the API. */
export async function fetchContacts(page: Page, url: string, query: ListQuery): Promise<ContactSummary[]> {
  const response = await page.request.get(`${url}${listContacts.path}?${new URLSearchParams(query)}`)
  return response.json()
}

/** The cards whose whole height is in the window. */
export async function cardsInWindow(page: Page) {
  await page.locator('[data-card]').first().waitFor()
  const selectors = await page.locator('[data-card]').evaluateAll((cards) =>
    cards
      .filter((card) => {
        const { top, bottom } = card.getBoundingClientRect()
        return top > 60 && bottom < window.innerHeight - 80
      })
      .map((card) => `[data-card="${(card as HTMLElement).dataset.card}"]`),
  )
  return page.locator(selectors.join(','))
}
