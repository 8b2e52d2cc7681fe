// `npm run pictures`: takes the screenshots for README, documentation and public pages from a fresh demo workspace. Public
// pages use the screenshots of their last build, so build, take them, and build again.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import type { ContactSummary } from '#contract/contacts.ts'
import { launchBrowser } from '#test/browser/browser.ts'
import { freePort } from '#test/product/free-port.ts'
import { takeContactPictures, takeImportPicture } from './site-pictures.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const PICTURES = path.join(ROOT, 'docs/pictures')
const SIZE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'ninefold-pictures-'))
await chmod(dataDir, 0o711) // root's database runs under another account
const port = await freePort()
const address = `http://localhost:${port}`
const product = spawn(process.execPath, ['src/server/main.ts'], {
  cwd: ROOT,
  env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  await takePictures(await printedLink())
} finally {
  product.kill('SIGTERM')
  await once(product, 'exit')
  await rm(dataDir, { recursive: true, force: true })
}

async function printedLink(): Promise<string> {
  let printed = ''
  for await (const chunk of product.stdout) {
    printed += String(chunk)
    const link = /http\S+token=\S+/.exec(printed)?.[0]
    if (link) return link
  }
  throw new Error('The product stopped before it printed its link')
}

async function takePictures(link: string): Promise<void> {
  await mkdir(PICTURES, { recursive: true })
  const browser = await launchBrowser()
  const page = await (await browser.newContext({ viewport: SIZE })).newPage()
  await page.goto(address)
  await save(page, 'landing')
  await page.goto(link)
  await page.waitForURL('**/dashboard')
  await takeContacts(page)
  await takeContactPictures(page, address, await idOfShown(page))
  await takeAssistant(page)
  await takePhone(page)
  // Last, since it changes the list.
  await takeImport(page)
  await browser.close()
}

/** Finds a contact with several signals, to show how points add up. */
async function idOfShown(page: Page): Promise<string> {
  const contacts = (await (await page.request.get(`${address}/api/contacts`)).json()) as ContactSummary[]
  return (contacts.find(({ signalsDetected }) => signalsDetected > 1) ?? contacts[0])?.id ?? ''
}

async function takeContacts(page: Page): Promise<void> {
  const shown = await idOfShown(page)
  for (const theme of ['light', 'dark']) {
    await page.evaluate((value) => localStorage.setItem('theme', value), theme)
    await page.goto(`${address}/dashboard?contact=${shown}&tab=signals`)
    await page.getByText('Score over time').waitFor()
    await save(page, `contacts-${theme}`)
  }
  await page.goto(`${address}/dashboard?contact=${shown}&tab=property`)
  await page.getByRole('tabpanel').getByText('Year built').waitFor()
  await save(page, 'property')
  await page.goto(`${address}/dashboard?contact=${shown}&tab=intelligence`)
  await page.getByRole('tabpanel').getByText('Sanctions screening', { exact: true }).waitFor()
  await save(page, 'risk')
  await page.goto(`${address}/insights`)
  await page.getByRole('main').getByRole('listitem').first().waitFor()
  await save(page, 'insights')
  await page.goto(`${address}/tasks`)
  await page.getByRole('main').getByRole('checkbox').first().waitFor()
  await save(page, 'tasks')
}

async function takeAssistant(page: Page): Promise<void> {
  await openContacts(page)
  await page.getByRole('button', { name: 'Ask the assistant' }).click()
  const panel = page.getByRole('dialog', { name: 'Assistant' })
  await panel.getByLabel('Message').fill('What does a score of 75 mean?')
  await page.keyboard.press('Enter')
  await panel.getByText('From How the score works').waitFor()
  await save(page, 'assistant')
}

async function takePhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE)
  await openContacts(page)
  await save(page, 'phone')
  await page.setViewportSize(SIZE)
}

async function takeImport(page: Page): Promise<void> {
  await openContacts(page)
  await page.getByRole('button', { name: 'Import Contacts' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(path.join(ROOT, 'test/data/contacts-1000.csv'))
  await dialog.getByRole('switch').uncheck()
  await dialog.getByRole('button', { name: 'Start import' }).click()
  await page.getByRole('dialog', { name: 'Import Complete' }).waitFor()
  await save(page, 'import-report')
  await takeImportPicture(page)
}

async function openContacts(page: Page): Promise<void> {
  await page.goto(`${address}/dashboard`)
  await page.getByRole('main').getByRole('listitem').first().waitFor()
}

async function save(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`), animations: 'disabled' })
}
