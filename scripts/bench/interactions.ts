// Measures interactions as the browser itself does: from the key or button to the next paint (Event Timing).
import type { Page } from 'playwright-core'

/** The browser doesn't report faster interactions. */
const FASTEST_MS = 16

declare global {
  interface Window {
    takeInteractions: () => number[]
  }
}

export type Meter = {
  /** Measures `count` interactions; `act` waits only for what it needs to continue. */
  measure(name: string, count: number, act: () => Promise<unknown>): Promise<void>
  results: ReadonlyMap<string, readonly number[]>
}

/** Records in every document that the page opens from now on. */
export async function createMeter(page: Page): Promise<Meter> {
  await page.addInitScript(record)
  const results = new Map<string, number[]>()
  return {
    results,
    async measure(name, count, act) {
      await settle(page)
      await page.evaluate(() => window.takeInteractions())
      await act()
      await settle(page)
      const slow = await page.evaluate(() => window.takeInteractions())
      const quick = Array<number>(Math.max(0, count - slow.length)).fill(FASTEST_MS)
      results.set(name, [...(results.get(name) ?? []), ...slow, ...quick])
    },
  }
}

/** Runs in the page. */
function record(): void {
  const durations = new Map<number, number>()
  const note = (entries: PerformanceEntryList) => {
    for (const { interactionId, duration } of entries as PerformanceEventTiming[]) {
      if (interactionId) durations.set(interactionId, Math.max(durations.get(interactionId) ?? 0, duration))
    }
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  window.takeInteractions = () => {
    note(observer.takeRecords())
    const taken = [...durations.values()]
    durations.clear()
    return taken
  }
}

/** Waits until the change is painted and the browser has reported it. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('domcontentloaded')
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100)))
      }),
  )
}
