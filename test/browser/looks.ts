import type { Locator, Page } from 'playwright-core'
import { violationsOf } from './axe.ts'
import type { Person } from './person.ts'

const DESKTOP = { width: 1440, height: 900 }
const NARROW = { width: 360, height: 800 }
/** Smallest height of a control under a finger. */
const MIN_TARGET_PX = 44
/** Rules whose result depends on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Logs every animation and transition as an error of the page: users asked for reduced motion. */
export async function withoutMotion({ page }: Pick<Person, 'page'>): Promise<void> {
  await page.addInitScript(() => {
    const log = (event: Event) =>
      console.error(`${event.type} of`, (event.target as Element).outerHTML.slice(0, 160))
    for (const kind of ['animationstart', 'transitionrun']) addEventListener(kind, log, true)
  })
}

/**
 * Faults that axe finds on a desktop in the dark theme and on a narrow phone in the light theme, and overflow there.
 *
 * @param height of the phone; a tall one for a scrolled form, so that the bar at the bottom covers none of its fields
 */
export async function faultsOf(page: Page, height = NARROW.height): Promise<string[]> {
  // Without its main heading a page is still loading.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  const dark = (await violationsOf(page)).map(({ id, html }) => `${id}: ${html}`)
  await theme(page, 'light')
  await resize(page, { ...NARROW, height })
  const narrow = await violationsOf(page, { rules: [...COLOR_RULES, 'target-size'] })
  const light = narrow.map(({ id, html }) => `${id} at 360 px: ${html}`)
  const edge = await page.evaluate(beyondTheEdge)
  await theme(page, 'dark')
  await resize(page, DESKTOP)
  return [...dark, ...light, ...edge]
}

/** Controls below the size of a fingertip. */
export function smallTargets(where: Locator): Promise<string[]> {
  return where
    .locator('button, a, input, select, textarea')
    .evaluateAll(
      (all, min) =>
        all
          .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < min - 0.5)
          .map((each) => each.outerHTML.slice(0, 120)),
      MIN_TARGET_PX,
    )
}

function theme(page: Page, value: string): Promise<void> {
  return page.evaluate((next) => {
    document.documentElement.dataset.theme = next
  }, value)
}

/** Resizes the page and waits until it is laid out again. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/** Finds elements that are wider than the page or their dialog; runs in the page. */
function beyondTheEdge(): string[] {
  const width = document.documentElement.clientWidth
  const clipped = (element: Element | null): boolean => {
    if (!element || element === document.body) return false
    return getComputedStyle(element).overflowX !== 'visible' || clipped(element.parentElement)
  }
  const wide = document.documentElement.scrollWidth > width ? ['the page itself scrolls sideways'] : []
  const scrolling = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], main')].filter(
    (element) => element.scrollWidth > element.clientWidth + 1,
  )
  const over = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > width + 0.5 && !clipped(element.parentElement),
  )
  return [...wide, ...[...scrolling, ...over].map((each) => `over the edge: ${each.outerHTML.slice(0, 160)}`)]
}
