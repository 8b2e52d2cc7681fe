import axe from 'axe-core'
import type { Page } from 'playwright-core'

type Violation = { id: string; html: string }
type AxeWindow = { axe: { run(context: unknown, options: object): Promise<AxeResults> } }
type AxeResults = { violations: { id: string; nodes: { html: string }[] }[] }

/**
 * Runs axe, by default with all rules of WCAG and best practices, and lists each element once. Loads axe outside the
 * content policy, once per document.
 */
export async function violationsOf(
  page: Page,
  { rules, within }: { rules?: readonly string[] | undefined; within?: string } = {},
): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ runOnly, selector }) => {
      const { axe: pageAxe } = window as unknown as AxeWindow
      const options = { resultTypes: ['violations'], ...(runOnly ? { runOnly } : {}) }
      const { violations } = await pageAxe.run(selector ?? document, options)
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => ({ id, html })))
    },
    { runOnly: rules, selector: within },
  )
}
