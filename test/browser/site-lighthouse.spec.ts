import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { type Device, type Measurement, openLighthouse } from './lighthouse.ts'
import { readSitePages } from './site-pages.ts'

// Goals, and lower limits so that a busy machine does not fail a good page.
const PERFORMANCE: Record<Device, { goal: number; min: number }> = {
  mobile: { goal: 98, min: 90 },
  desktop: { goal: 100, min: 95 },
}
/** Seconds. */
const LARGEST_PAINT = { goal: 1.8, max: 2.5 }

const BLOG_POST = 'a post'
/** Phones are slower, so only the heaviest pages are tested on a desktop as well. */
const RUNS: [page: string, device: Device][] = [
  ['/', 'mobile'],
  ['/', 'desktop'],
  ['/#pricing', 'mobile'],
  [BLOG_POST, 'mobile'],
  [BLOG_POST, 'desktop'],
  ['/documentation', 'mobile'],
  ['/contact', 'mobile'],
]

let product: Product
let lighthouse: Awaited<ReturnType<typeof openLighthouse>>
let postPath = ''

beforeAll(async () => {
  ;[product, lighthouse] = await Promise.all([startProduct(), openLighthouse()])
  postPath = (await readSitePages(product.url)).find(({ route }) => route === '/blog/:slug')?.path ?? ''
})
afterAll(async () => {
  await lighthouse?.close()
  await product?.stop()
})

test.each(RUNS)('Lighthouse gives %s on %s full scores', async (page, device) => {
  const path = page === BLOG_POST ? postPath : page
  const measurement = await lighthouse.measure(product.url + path, device)
  console.log(lineOf(path, device, measurement))
  const { performance, ...otherScores } = measurement.scores
  const failures = measurement.failures.join('\n')
  expect(otherScores, failures).toEqual({ accessibility: 100, 'best-practices': 100, seo: 100 })
  expect(performance, failures).toBeGreaterThanOrEqual(PERFORMANCE[device].min)
  expect(measurement.largestPaint, failures).toBeLessThan(LARGEST_PAINT.max)
})

function lineOf(path: string, device: Device, { scores, largestPaint, scripts }: Measurement): string {
  return [
    `lighthouse ${path} ${device}: performance ${scores.performance} (goal ${PERFORMANCE[device].goal})`,
    `accessibility ${scores.accessibility}`,
    `best practices ${scores['best-practices']}`,
    `SEO ${scores.seo}`,
    `LCP ${largestPaint.toFixed(1)} s (goal ${LARGEST_PAINT.goal} s)`,
    `JS ${Math.round(scripts)} KiB`,
  ].join(' · ')
}
