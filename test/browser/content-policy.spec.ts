import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import routes, { SHORT_URLS } from '#web/routes.ts'
import { hydrated, openBrowser, type Person, signInAs } from './person.ts'

/** Addresses that only redirect: to a section of the landing page, a checkout, or the code page. */
const LEADING_ON = [...SHORT_URLS.map((path) => `/${path}`), '/subscribe', '/auth/code']

/** Parameters that a route needs. */
const QUERIES: Record<string, string> = { '/thank-you': '?type=contact' }

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
/** A user of the demo workspace with access to everything. */
let operator: Person
/** The paths of the routes with real ids filled in. */
let samples: Record<string, string>
const violations: string[] = []
/** Routes that were shown without a redirect. */
const seen = new Set<string>()

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  operator = await watched()
  await operator.page.goto(product.demoLink())
  await operator.page.waitForURL('**/dashboard')
  samples = await operator.page.evaluate(async () => {
    const read = async (url: string) => (await fetch(url)).json()
    const [posts, desk, user] = await Promise.all(
      ['/api/blog/posts', '/api/blog/admin/posts', '/api/auth/user'].map(read),
    )
    return {
      '/blog/:slug': posts[0].slug,
      '/documentation/:slug': 'score',
      '/admin/organizations/:id': user.organizationId,
      '/blog-admin/posts/:id': (desk.posts ?? desk)[0]?.id ?? posts[0].id,
    }
  })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** Every path of the route table, with its parameters by name. */
function pathsOf(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const own = path === undefined ? parent : `${parent}/${path}`
    return [...(path !== undefined || index ? [own || '/'] : []), ...pathsOf(children, own)]
  })
}
const PATHS = pathsOf(await routes)
/** Elements that React draws for signed-in users. */
const OF_THE_APPLICATION = pathsOf((await routes).slice(-1))

/** A window that records each violation of the content policy with its page. */
async function watched(): Promise<Person> {
  const person = await browser.person()
  const windows = person.page.context()
  await windows.exposeFunction('noteViolation', (text: string) => void violations.push(text))
  await windows.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { noteViolation } = window as unknown as { noteViolation(text: string): void }
      noteViolation(
        `${location.pathname}: ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`,
      )
    })
  })
  return person
}

/** Opens every route as this user, each in a new tab, because a redirecting page would interrupt the next one. */
async function visitAll(person: Person, paths = PATHS): Promise<void> {
  for (const path of paths) {
    const page = await person.page.context().newPage()
    const target = path.replace(/\/:?\*$/, '/no-such-page').replace(/:\w+/, () => samples[path] ?? 'none')
    await page.goto(product.url + target + (QUERIES[path] ?? ''))
    await hydrated(page)
    await page.getByRole('heading').first().waitFor()
    // The page's first requests have been answered, or it has redirected.
    await page.waitForFunction(() => document.readyState === 'complete')
    if (new URL(page.url()).pathname === target) seen.add(path)
    await page.close()
  }
}

describe('Trust 11 no route violates the content policy', () => {
  test('and the test detects a violation', async () => {
    const { page } = await watched()
    await page.goto(product.url)
    // Deferred, because code that the test runs directly is exempt.
    await page.evaluate(() => void setTimeout(() => Function('')))
    await expect.poll(() => violations.splice(0)).toEqual([expect.stringMatching(/^\/: script-src eval/)])
  })

  test('for the operator of the demo workspace', async () => {
    await visitAll(operator)
    expect(violations).toEqual([])
  })

  test('for a visitor', async () => {
    // Pages of the application only lead a visitor to the sign-in dialog.
    await visitAll(await watched(), [
      ...PATHS.filter((path) => !OF_THE_APPLICATION.includes(path)),
      '/dashboard',
    ])
    expect(violations).toEqual([])
  })

  test('for a user without a company or plan', async () => {
    const newcomer = await watched()
    await signInAs(await signIn(product, 'newcomer@example.com'), newcomer, product)
    await visitAll(newcomer, ['/onboarding', '/dashboard', '/settings/profile'])
    await newcomer.page.goto(`${product.url}/onboarding`)
    for (const label of ['First Name', 'Last Name', 'Company Name']) {
      await newcomer.page.getByLabel(label).fill('Quigley')
    }
    await newcomer.page.getByRole('button', { name: 'Continue' }).click()
    await newcomer.page.getByRole('heading', { name: 'Choose your plan' }).waitFor()
    await visitAll(newcomer, OF_THE_APPLICATION)
    expect(violations).toEqual([])
  })

  test('and each route was really shown', () => {
    expect(PATHS.filter((path) => !seen.has(path) && !LEADING_ON.includes(path))).toEqual([])
    expect(PATHS.length).toBeGreaterThan(50)
  })
})
