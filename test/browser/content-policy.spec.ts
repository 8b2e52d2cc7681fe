import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import routes, { SHORT_URLS } from '#web/routes.ts'
import { openBrowser, type Person, signInAs, waitForHydration } from './person.ts'

/** Routes that only redirect: to a section of the landing page, a checkout, or the code page. */
const REDIRECTS = [...SHORT_URLS.map((path) => `/${path}`), '/subscribe', '/auth/code', '/sign-in']

/** Query strings that routes need. */
const ROUTE_QUERIES: Record<string, string> = { '/thank-you': '?type=contact' }

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
/** A user of the demo workspace with access to everything. */
let operator: Person
/** Existing ids and slugs for routes with a parameter. */
let samplePaths: Record<string, string>
const violations: string[] = []
/** Routes that were shown without a redirect. */
const shownRoutes = new Set<string>()

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  operator = await openWatchedPerson()
  await operator.page.goto(product.demoLink())
  await operator.page.waitForURL('**/dashboard')
  samplePaths = await operator.page.evaluate(async () => {
    const readJson = async (url: string) => (await fetch(url)).json()
    const [posts, deskPosts, user] = await Promise.all(
      ['/api/blog/posts', '/api/blog/admin/posts', '/api/auth/user'].map(readJson),
    )
    return {
      '/blog/:slug': posts[0].slug,
      '/documentation/:slug': 'score',
      '/admin/organizations/:id': user.organizationId,
      '/blog-admin/posts/:id': (deskPosts.posts ?? deskPosts)[0]?.id ?? posts[0].id,
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
    const fullPath = path === undefined ? parent : `${parent}/${path}`
    return [...(path !== undefined || index ? [fullPath || '/'] : []), ...pathsOf(children, fullPath)]
  })
}
const PATHS = pathsOf(await routes)
/** Paths of the application for signed-in users. */
const APP_PATHS = pathsOf((await routes).slice(-1))

/** Opens a browser context that records each violation of the content policy with its page. */
async function openWatchedPerson(): Promise<Person> {
  const person = await browser.newPerson()
  const context = person.page.context()
  await context.exposeFunction('noteViolation', (text: string) => void violations.push(text))
  await context.addInitScript(() => {
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
async function visitRoutes(person: Person, paths = PATHS): Promise<void> {
  for (const path of paths) {
    const page = await person.page.context().newPage()
    const target = path.replace(/\/:?\*$/, '/no-such-page').replace(/:\w+/, () => samplePaths[path] ?? 'none')
    await page.goto(product.url + target + (ROUTE_QUERIES[path] ?? ''))
    await waitForHydration(page)
    await page.getByRole('heading').first().waitFor()
    // The page's first requests have been answered, or it has redirected.
    await page.waitForFunction(() => document.readyState === 'complete')
    if (new URL(page.url()).pathname === target) shownRoutes.add(path)
    await page.close()
  }
}

describe('Trust 11 no route violates the content policy', () => {
  test('and the test detects a violation', async () => {
    const { page } = await openWatchedPerson()
    await page.goto(product.url)
    // Deferred, because code that the test runs directly is exempt.
    await page.evaluate(() => void setTimeout(() => Function('')))
    await expect.poll(() => violations.splice(0)).toEqual([expect.stringMatching(/^\/: script-src eval/)])
  })

  test('for the operator of the demo workspace', async () => {
    await visitRoutes(operator)
    expect(violations).toEqual([])
  })

  test('for a visitor', async () => {
    // Every page of the application redirects a visitor to the sign-in dialog, so one is enough.
    await visitRoutes(await openWatchedPerson(), [
      ...PATHS.filter((path) => !APP_PATHS.includes(path)),
      '/dashboard',
    ])
    expect(violations).toEqual([])
  })

  test('for a user without a company or plan', async () => {
    const newcomer = await openWatchedPerson()
    await signInAs(await signIn(product, 'newcomer@example.com'), newcomer, product)
    await visitRoutes(newcomer, ['/onboarding', '/dashboard', '/settings/profile'])
    await newcomer.page.goto(`${product.url}/onboarding`)
    for (const label of ['First Name', 'Last Name', 'Company Name']) {
      await newcomer.page.getByLabel(label).fill('Quigley')
    }
    await newcomer.page.getByRole('button', { name: 'Continue' }).click()
    await newcomer.page.getByRole('heading', { name: 'Choose your plan' }).waitFor()
    await visitRoutes(newcomer, APP_PATHS)
    expect(violations).toEqual([])
  })

  test('and each route was really shown', () => {
    expect(PATHS.filter((path) => !shownRoutes.has(path) && !REDIRECTS.includes(path))).toEqual([])
    expect(PATHS.length).toBeGreaterThan(50)
  })
})
