import type { Locator, Page } from 'playwright-core'
import { violationsOf } from './axe.ts'
import type { Person } from './person.ts'

const DESKTOP = { width: 1440, height: 900 }
const NARROW_PHONE = { width: 360, height: 800 }
/** Minimum height of a touch target. */
const MIN_TARGET_PX = 44
/** Rules whose result depends on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Logs every animation and transition as a console error, because pages must respect reduced motion. */
export async function logMotion({ page }: Pick<Person, 'page'>): Promise<void> {
  await page.addInitScript(() => {
    const logError = (event: Event) =>
      console.error(`${event.type} of`, (event.target as Element).outerHTML.slice(0, 160))
    for (const kind of ['animationstart', 'transitionrun']) addEventListener(kind, logError, true)
  })
}

/**
 * Violations that axe finds on a desktop in the dark theme and on a narrow phone in the light theme, and overflow there.
 *
 * @param height of the phone; use a tall one for a form that scrolls, so that the bottom bar covers no field
 */
export async function accessibilityViolationsOf(page: Page, height = NARROW_PHONE.height): Promise<string[]> {
  // Without its main heading a page is still loading.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  const darkViolations = (await violationsOf(page)).map(({ id, html }) => `${id}: ${html}`)
  await setTheme(page, 'light')
  await resize(page, { ...NARROW_PHONE, height })
  const narrowViolations = await violationsOf(page, { rules: [...COLOR_RULES, 'target-size'] })
  const lightViolations = narrowViolations.map(({ id, html }) => `${id} at 360 px: ${html}`)
  const overflow = await page.evaluate(findOverflow)
  await setTheme(page, 'dark')
  await resize(page, DESKTOP)
  return [...darkViolations, ...lightViolations, ...overflow]
}

/** Finds controls that are too low to tap. */
export function findSmallTargets(container: Locator): Promise<string[]> {
  return container
    .locator('button, a, input, select, textarea')
    .evaluateAll(
      (elements, min) =>
        elements
          .filter(
            (element) => element.checkVisibility() && element.getBoundingClientRect().height < min - 0.5,
          )
          .map((element) => element.outerHTML.slice(0, 120)),
      MIN_TARGET_PX,
    )
}

function setTheme(page: Page, value: string): Promise<void> {
  return page.evaluate((theme) => {
    document.documentElement.dataset.theme = theme
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
function findOverflow(): string[] {
  const width = document.documentElement.clientWidth
  const isClipped = (element: Element | null): boolean => {
    if (!element || element === document.body) return false
    return getComputedStyle(element).overflowX !== 'visible' || isClipped(element.parentElement)
  }
  const pageOverflow =
    document.documentElement.scrollWidth > width ? ['the page itself scrolls sideways'] : []
  const scrollingContainers = [
    ...document.querySelectorAll('[role="dialog"], [role="alertdialog"], main'),
  ].filter((element) => element.scrollWidth > element.clientWidth + 1)
  const overflowing = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > width + 0.5 && !isClipped(element.parentElement),
  )
  return [
    ...pageOverflow,
    ...[...scrollingContainers, ...overflowing].map(
      (element) => `over the edge: ${element.outerHTML.slice(0, 160)}`,
    ),
  ]
}
