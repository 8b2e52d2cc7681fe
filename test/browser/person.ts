import type { Browser, BrowserContext, Page } from 'playwright-core'
import { mailedLink, newestLink } from '#test/product/client.ts'
import type { Product } from '#test/product/product.ts'
import { launchBrowser } from './browser.ts'

/** Somebody at a browser. What the page complained about is kept and must stay empty. */
export type Person = { page: Page; complaints: string[]; leave(): Promise<void> }

/** The browser of this worker: test files come one after the other, and starting one takes a second. */
let shared: Promise<Browser> | undefined

async function workersBrowser(): Promise<Browser> {
  const open = await shared?.catch(() => undefined)
  if (open?.isConnected()) return open
  shared = launchBrowser()
  return shared
}

/**
 * Windows for a test file; each person has one of their own without the others' cookies. They asked for no motion, so that
 * nobody waits for a drawer to arrive, unless a test wants to see it move.
 */
export async function openBrowser() {
  const browser = await workersBrowser()
  const contexts: BrowserContext[] = []
  return {
    async person(
      options: { width?: number; height?: number; script?: boolean; motion?: boolean } = {},
    ): Promise<Person> {
      const { width = 1440, height = 900, script: javaScriptEnabled = true, motion = false } = options
      const context = await browser.newContext({
        viewport: { width, height },
        javaScriptEnabled,
        reducedMotion: motion ? 'no-preference' : 'reduce',
        acceptDownloads: true,
      })
      contexts.push(context)
      const page = await context.newPage()
      // Beside tests that run a fleet of processes or flood one, a click may take its time.
      page.setDefaultTimeout(40_000)
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      return { page, complaints, leave: () => context.close() }
    },
    /** Closes every window. */
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()))
    },
  }
}

/**
 * Waits until the page reacts: what is clicked before its scripts run is lost. The one script of a public page has run
 * when the page is loaded.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('script[data-static-page]') !== null ||
      Object.keys(document.body.firstElementChild ?? {}).some((key) => key.startsWith('__react')),
  )
}

/** Signs in as a person would: the dialog of the landing page, then the mailed link. */
export async function signInByDialog(page: Page, product: Product, email: string): Promise<void> {
  await page.goto(product.url)
  await hydrated(page)
  await page.getByRole('button', { name: 'Login' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  const before = await newestLink(product, email)
  await dialog.getByRole('button', { name: 'Send magic link' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.goto(await mailedLink(product, email, before))
}
