import { afterAll, expect, test } from 'vitest'
import { AS_DESIGNED } from '../../scripts/evaluation/assumptions.ts'
import { evaluate } from '../../scripts/evaluation/evaluation.ts'
import { renderPage } from '../../scripts/evaluation/page.ts'
import { openBrowser } from './person.ts'

const browser = await openBrowser()
afterAll(browser.close)

test('A30 the evaluation report shows its plots and minimums, and requests no other files', async () => {
  const { page, consoleErrors } = await browser.newPerson()
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  const run = (seed: number) => ({ name: `Seed ${seed}`, evaluation: evaluate(10_000, seed) })
  const learned = { name: 'Main', evaluation: evaluate(10_000, 1, AS_DESIGNED, 2_000) }
  await page.setContent(renderPage({ main: learned, stresses: [run(2)], harder: [learned], seeds: [run(3)] }))

  expect(
    await page.getByRole('img').evaluateAll((elements) => elements.map((element) => element.ariaLabel)),
  ).toHaveLength(3)
  expect(await page.locator('circle.model').count()).toBe(10)
  expect(await page.locator('rect.band').count()).toBeGreaterThanOrEqual(4)
  expect(await page.locator('body').innerText()).toContain('A simulation, not evidence from the field.')
  for (const title of ['Targets', 'Minimums', 'Stress tests', 'Harder truths: ranking', 'Other random seeds'])
    expect(await page.getByRole('region', { name: title }).getByRole('row').count()).toBeGreaterThan(1)
  expect(await page.getByRole('region', { name: 'Minimums' }).getByRole('row').count()).toBe(1 + 11)
  expect(await page.locator('body').innerText()).not.toMatch(/NaN|undefined|Infinity/)
  expect([requestedUrls, consoleErrors]).toEqual([[], []])
})
