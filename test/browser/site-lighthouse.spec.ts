import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '#test/product/product.ts'
import { type Device, type Measured, openLighthouse } from './lighthouse.ts'
import { sitePages } from './site-pages.ts'

// Goals, and lower limits so that a busy machine does not fail a good page.
const PERFORMANCE: Record<Device, { goal: number; least: number }> = {
  mobile: { goal: 98, least: 90 },
  desktop: { goal: 100, least: 95 },
}
/** Seconds. */
const LARGEST_PAINT = { goal: 1.8, most: 2.5 }

const POST = 'a post'
/** Phones are slower, so only the heaviest pages are tested on a desktop as well. */
const RUNS: [page: string, device: Device][] = [
  ['/', 'mobile'],
  ['/', 'desktop'],
  ['/#pricing', 'mobile'],
  [POST, 'mobile'],
  [POST, 'desktop'],
  ['/documentation', 'mobile'],
  ['/contact', 'mobile'],
]

let product: Product
let meter: Awaited<ReturnType<typeof openLighthouse>>
let post = ''

beforeAll(async () => {
  ;[product, meter] = await Promise.all([startProduct(), openLighthouse()])
  post = (await sitePages(product.url)).find(({ route }) => route === '/blog/:slug')?.address ?? ''
})
afterAll(async () => {
  await meter?.close()
  await product?.stop()
})

test.each(RUNS)('Lighthouse gives %s on %s full scores', async (page, device) => {
  const address = page === POST ? post : page
  const measured = await meter.measure(product.url + address, device)
  console.log(lineOf(address, device, measured))
  const { performance, ...others } = measured.scores
  const why = measured.failing.join('\n')
  expect(others, why).toEqual({ accessibility: 100, 'best-practices': 100, seo: 100 })
  expect(performance, why).toBeGreaterThanOrEqual(PERFORMANCE[device].least)
  expect(measured.largestPaint, why).toBeLessThan(LARGEST_PAINT.most)
})

function lineOf(address: string, device: Device, { scores, largestPaint, scripts }: Measured): string {
  return [
    `lighthouse ${address} ${device}: performance ${scores.performance} (goal ${PERFORMANCE[device].goal})`,
    `accessibility ${scores.accessibility}`,
    `best practices ${scores['best-practices']}`,
    `SEO ${scores.seo}`,
    `LCP ${largestPaint.toFixed(1)} s (goal ${LARGEST_PAINT.goal} s)`,
    `JS ${Math.round(scripts)} KiB`,
  ].join(' · ')
}
