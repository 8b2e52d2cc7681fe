import type { Page } from 'playwright-core'
import { violationsOf } from './axe.ts'
import type { Person } from './person.ts'

const DESKTOP = { width: 1440, height: 900 }
const NARROW = { width: 360, height: 800 }
/** The rules whose outcome changes with the theme. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** Counts any motion that somebody sees who asked for none among the complaints. */
export async function withoutMotion({ page }: Person): Promise<void> {
  await page.addInitScript(() => {
    const tell = (event: Event) =>
      console.error(`${event.type} of`, (event.target as Element).outerHTML.slice(0, 160))
    for (const kind of ['animationstart', 'transitionrun']) addEventListener(kind, tell, true)
  })
}

/** What is wrong with the page as it stands: to axe on a desktop in the dark and on the narrowest phone in the light. */
export async function faultsOf(page: Page): Promise<string[]> {
  const dark = (await violationsOf(page)).map(({ id, html }) => `${id}: ${html}`)
  await theme(page, 'light')
  await resize(page, NARROW)
  const narrow = await violationsOf(page, { rules: [...OF_COLOUR, 'target-size'] })
  const light = narrow.map(({ id, html }) => `${id} at 360 px: ${html}`)
  const edge = await page.evaluate(beyondTheEdge)
  await theme(page, 'dark')
  await resize(page, DESKTOP)
  return [...dark, ...light, ...edge]
}

function theme(page: Page, value: string): Promise<void> {
  return page.evaluate((next) => {
    document.documentElement.dataset.theme = next
  }, value)
}

/** Until what follows the width has been laid out anew. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/** What stands beyond an edge without scrolling inside its own box; runs in the page. */
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
