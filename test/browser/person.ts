import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type Client, findNewestLink, waitForEmailedLink } from '#test/product/client.ts'
import type { Product } from '#test/product/product.ts'
import { launchBrowser } from './browser.ts'

/** A page and its logged errors; each test expects none. */
export type Tab = { page: Page; consoleErrors: string[] }

/** A user with a separate browser context. */
export type Person = Tab & {
  /** Opens another page with the same cookies. */
  openPage(): Promise<Tab>
  close(): Promise<void>
}

/** Shared by the test files of a worker: starting a browser takes a second. */
let sharedBrowser: Promise<Browser> | undefined

async function getSharedBrowser(): Promise<Browser> {
  const openedBrowser = await sharedBrowser?.catch(() => undefined)
  if (openedBrowser?.isConnected()) return openedBrowser
  sharedBrowser = launchBrowser()
  return sharedBrowser
}

/**
 * Opens browser windows for a test file. Each person has separate cookies, and reduced motion unless the test is about
 * motion, so that tests don't wait for animations. `origins` lead to this machine and count as
 * secure, in a browser of their own.
 */
export async function openBrowser({ origins = [] }: { origins?: readonly string[] } = {}) {
  const rules = origins.map((origin) => `MAP ${new URL(origin).hostname} 127.0.0.1`)
  const ownArguments = [
    `--host-resolver-rules=${rules.join(',')}`,
    `--unsafely-treat-insecure-origin-as-secure=${origins.join(',')}`,
  ]
  const isOwn = origins.length > 0
  const browser = isOwn ? await launchBrowser(ownArguments) : await getSharedBrowser()
  const contexts: BrowserContext[] = []
  return {
    async newPerson(
      options: { width?: number; height?: number; touch?: boolean; script?: boolean; motion?: boolean } = {},
    ): Promise<Person> {
      const { width = 1440, height = 900, touch = false, motion = false } = options
      const context = await browser.newContext({
        viewport: { width, height },
        javaScriptEnabled: options.script ?? true,
        hasTouch: touch,
        reducedMotion: motion ? 'no-preference' : 'reduce',
        acceptDownloads: true,
      })
      contexts.push(context)
      const openPage = async () => {
        const page = await context.newPage()
        // A click can take long while another test floods the machine with requests.
        page.setDefaultTimeout(40_000)
        const consoleErrors: string[] = []
        page.on('pageerror', (error) => consoleErrors.push(error.message))
        page.on('console', (message) => {
          if (message.type() !== 'error') return
          // Names the refused request, which the text leaves out.
          consoleErrors.push(`${message.text()} ${URL.parse(message.location().url)?.pathname ?? ''}`.trim())
        })
        return { page, consoleErrors }
      }
      return { ...(await openPage()), openPage, close: () => context.close() }
    },
    /** Closes every window. */
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()))
      if (isOwn) await browser.close()
    },
  }
}

/** Waits until the scripts of the page handle clicks. The script of a public page has run when the page is loaded. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('script[data-static-page]') !== null ||
      Object.keys(document.body.firstElementChild ?? {}).some((key) => key.startsWith('__react')),
  )
}

/**
 * Gives a browser the session of an API client. Takes milliseconds where the dialog takes seconds, so only tests about
 * signing in use the dialog.
 */
export async function signInAs(client: Client, { page }: Pick<Tab, 'page'>, { url }: Product): Promise<void> {
  const [name = '', value = ''] = client.cookie().split('=')
  await page.context().addCookies([
    { name, value, url, httpOnly: true, sameSite: 'Lax' },
    // Tells public pages to ask for the user.
    { name: 'signed_in', value: '1', url, sameSite: 'Lax' },
  ])
}

/** Signs in on the screen: the dialog of the landing page, then the emailed link. */
export async function signInByDialog(page: Page, product: Product, email: string): Promise<void> {
  await page.goto(product.url)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Login' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  const previousLink = await findNewestLink(product, email)
  await dialog.getByRole('button', { name: 'Send magic link' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.goto(await waitForEmailedLink(product, email, previousLink))
}
