// Measures interactions as the browser itself does: from the key or button to the next paint (Event Timing).
import type { Page } from 'playwright-core'
import { milliseconds, percentile } from './numbers.ts'

/** The browser tells of no interaction that is faster. */
const FASTEST_MS = 16

type Recorder = { durations: Map<number, number>; take(): number[] }
declare global {
  interface Window {
    interactions: Recorder
    longestFrame: () => number
  }
}

export type Meter = {
  /** Does `count` interactions and keeps how long each took; `act` waits for nothing but what it needs to go on. */
  measure(name: string, count: number, act: () => Promise<unknown>): Promise<void>
  /** Keeps the longest time between two frames while something goes on that is no interaction, such as scrolling. */
  measureFrames(name: string, act: () => Promise<unknown>): Promise<void>
  results: ReadonlyMap<string, readonly number[]>
}

/** Records in every document that the page opens from now on. */
export async function createMeter(page: Page): Promise<Meter> {
  await page.addInitScript(record)
  const results = new Map<string, number[]>()
  const keep = (name: string, values: readonly number[]) =>
    results.set(name, [...(results.get(name) ?? []), ...values])
  return {
    results,
    async measure(name, count, act) {
      await settle(page)
      await page.evaluate(() => window.interactions.take())
      await act()
      await settle(page)
      const slow = await page.evaluate(() => window.interactions.take())
      keep(name, slow)
      keep(name, Array<number>(Math.max(0, count - slow.length)).fill(FASTEST_MS))
    },
    async measureFrames(name, act) {
      await page.evaluate(() => window.longestFrame())
      await act()
      keep(name, [await page.evaluate(() => window.longestFrame())])
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
  window.interactions = {
    durations,
    take() {
      note(observer.takeRecords())
      const taken = [...durations.values()]
      durations.clear()
      return taken
    },
  }
  let longest = 0
  let before = performance.now()
  const frame = () => {
    const now = performance.now()
    longest = Math.max(longest, now - before)
    before = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  window.longestFrame = () => {
    const was = longest
    longest = 0
    return was
  }
}

/** Until what was done is painted and the browser has told of it. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('domcontentloaded')
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100)))
      }),
  )
}

/** One line a kind. */
export function printInteractions(results: Meter['results'], goal: number): void {
  for (const [name, values] of results) {
    const largest = Math.max(...values)
    const row = [percentile(values, 50), largest].map((value) => milliseconds(value).replace('.00', ''))
    console.log(name.padEnd(34), String(values.length).padStart(4), ...row, largest < goal ? '' : '  over')
  }
}
