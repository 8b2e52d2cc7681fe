// Measures interactions as the browser itself does: from the key or button to the next paint (Event Timing).
import type { Locator, Page } from 'playwright-core'

/** The browser doesn't report faster interactions. */
const MIN_REPORTED_MS = 16

declare global {
  interface Window {
    takeInteractions: () => number[]
  }
}

const KEY_PAUSE_MS = 90

export type Meter = Awaited<ReturnType<typeof createMeter>>

/** Records in every document that the page opens from now on. */
export async function createMeter(page: Page) {
  await page.addInitScript(recordInteractions)
  const results = new Map<string, number[]>()

  /** Measures `count` interactions; `act` waits only for what it needs to continue. */
  async function measure(name: string, count: number, act: () => Promise<unknown>): Promise<void> {
    await waitForPaint(page)
    await page.evaluate(() => window.takeInteractions())
    await act()
    await waitForPaint(page)
    const slow = await page.evaluate(() => window.takeInteractions())
    const fast = Array<number>(Math.max(0, count - slow.length)).fill(MIN_REPORTED_MS)
    results.set(name, [...(results.get(name) ?? []), ...slow, ...fast])
  }

  return {
    results,
    click: (name: string, target: Locator) => measure(name, 1, () => target.click()),
    press: (name: string, ...keys: string[]) => measure(name, keys.length, () => pressKeys(page, keys)),
  }
}

/** Presses keys one after another at human speed. */
export async function pressKeys(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    await page.waitForTimeout(KEY_PAUSE_MS)
  }
}

/** Runs in the page. */
function recordInteractions(): void {
  const entries: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()))
  observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  window.takeInteractions = () => {
    const events = [...entries.splice(0), ...observer.takeRecords()] as PerformanceEventTiming[]
    const byInteraction = Map.groupBy(events, ({ interactionId }) => interactionId)
    byInteraction.delete(0) // events that are no interaction
    return [...byInteraction.values()].map((group) => Math.max(...group.map(({ duration }) => duration)))
  }
}

/** Waits until the change is painted and the browser has reported it. */
async function waitForPaint(page: Page): Promise<void> {
  await page.waitForLoadState('domcontentloaded')
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
}
