// Compares the cards on the screen with the results of the API.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { type ContactSummary, listContacts } from '#contract/contacts.ts'

type OpenPage = { page: Page; url: string }

/** Checks that the first cards show the results of the API in the same order. */
export async function assertCards({ page, url }: OpenPage, query: Record<string, string>): Promise<void> {
  const names = (await fetchContacts(page, url, query)).slice(0, 8).map(nameOf)
  await page
    .waitForFunction(
      (expected) =>
        expected.every(
          (name, i) => document.querySelector(`[data-card="${i}"] h2`)?.textContent?.trim() === name,
        ),
      names,
      { timeout: 10_000 },
    )
    .catch(() => {})
  const shown = await page.locator('[data-card] h2').allTextContents()
  assert.deepEqual(shown.slice(0, names.length), names, `The cards of ${JSON.stringify(query)}`)
}

/** The first page of a list from the API. */
export async function fetchContacts(
  page: Page,
  url: string,
  query: Record<string, string>,
): Promise<ContactSummary[]> {
  const answer = await page.request.get(`${url}${listContacts.path}?${new URLSearchParams(query)}`)
  return (await answer.json()) as ContactSummary[]
}

/** The cards whose whole height is in the window. */
export async function cardsInWindow(page: Page) {
  await page.locator('[data-card]').first().waitFor()
  const inside = await page.locator('[data-card]').evaluateAll((cards) =>
    cards
      .filter((card) => {
        const { top, bottom } = card.getBoundingClientRect()
        return top > 60 && bottom < window.innerHeight - 80
      })
      .map((card) => `[data-card="${(card as HTMLElement).dataset.card}"]`),
  )
  return page.locator(inside.join(','))
}

const nameOf = ({ firstName, lastName }: ContactSummary) => `${firstName} ${lastName}`
