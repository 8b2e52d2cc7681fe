// `npm run pictures`: takes the screenshots for README, documentation and public pages from a fresh demo workspace. Public
// pages use the screenshots of their last build, so build, take them, and build again.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import type { ContactSummary } from '#contract/contacts.ts'
import type { TodayList } from '#contract/today.ts'
import { callingHours } from '#domain/compliance/calling-hours.ts'
import type { Category } from '#domain/signals/categories.ts'
import { samplePeople } from '#server/platform/providers/sample/sample-people.ts'
import { launchBrowser } from '#test/browser/browser.ts'
import { freePort } from '#test/product/free-port.ts'
import { takeContactPictures, takeImportPicture } from './site-pictures.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const PICTURES = path.join(ROOT, 'docs/pictures')
const SIZE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** Categories shown in screenshots; hard life events are left out. */
const CALM_CATEGORIES: readonly Category[] = ['destinations', 'diplomas', 'diamonds', 'downsizing', 'diapers']

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'ninefold-pictures-'))
await chmod(dataDir, 0o711) // root's database runs under another account
const sanctionsList = path.join(dataDir, 'sanctions')
await writeSanctionsList()
const port = await freePort()
const baseUrl = `http://localhost:${port}`
const CALM_LIST_URL = `${baseUrl}/dashboard?signals=${CALM_CATEGORIES.join(',')}`
const product = spawn(process.execPath, ['src/server/main.ts'], {
  cwd: ROOT,
  env: {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: path.join(dataDir, 'data'),
    LOG_LEVEL: 'silent',
    OFAC_LIST: sanctionsList,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  await takePictures(await waitForPrintedLink())
} finally {
  product.kill('SIGTERM')
  await once(product, 'exit')
  await rm(dataDir, { recursive: true, force: true })
}

/** A list with one invented name, so that screening runs and has no match. */
async function writeSanctionsList(): Promise<void> {
  await mkdir(sanctionsList)
  const emptyColumns = Array.from({ length: 8 }, () => '-0- ').join(',')
  await writeFile(
    path.join(sanctionsList, 'sdn.csv'),
    `1,"QUILLFEATHER, Zebulon","individual","SDGT",${emptyColumns}\n`,
  )
  await writeFile(path.join(sanctionsList, 'alt.csv'), '')
}

async function waitForPrintedLink(): Promise<string> {
  let output = ''
  for await (const chunk of product.stdout) {
    output += String(chunk)
    const link = /http\S+token=\S+/.exec(output)?.[0]
    if (link) return link
  }
  throw new Error('The product stopped before it printed its link')
}

async function takePictures(link: string): Promise<void> {
  await mkdir(PICTURES, { recursive: true })
  const browser = await launchBrowser()
  const page = await (await browser.newContext({ viewport: SIZE })).newPage()
  await page.goto(baseUrl)
  await savePicture(page, 'landing')
  await page.goto(link)
  await page.waitForURL('**/dashboard')
  await takeToday(page)
  await takeContacts(page)
  await takeContactPictures(page, await shownAddress(page))
  await takeAssistant(page)
  // Last, since it changes the list.
  await takeImport(page)
  await browser.close()
}

/** The list of these categories, with its highest score open. */
async function shownAddress(page: Page): Promise<string> {
  const contacts = (await (await page.request.get(`${baseUrl}/api/contacts`)).json()) as ContactSummary[]
  const contact = contacts.find(
    ({ topSignal, hasRiskFindings }) => topSignal && CALM_CATEGORIES.includes(topSignal) && !hasRiskFindings,
  )
  if (!contact) throw new Error('The demo workspace has no contact that suits a picture')
  return `${CALM_LIST_URL}&contact=${contact.id}`
}

async function takeToday(page: Page): Promise<void> {
  // The pictures always show a morning.
  const { allowed, why } = callingHours(
    'America/Chicago',
    new Date('2026-04-14T15:30:00Z'),
    'Naperville',
    'IL',
  )
  await page.route('**/api/today*', async (route) => {
    const response = await route.fetch()
    const list: TodayList = await response.json()
    const items = list.items.map((item) => ({ ...item, callingHours: item.callingHours && { allowed, why } }))
    await route.fulfill({ response, json: { ...list, items } })
  })
  await openToday(page)
  await page.getByRole('button', { name: 'What to say' }).first().click()
  await page.getByRole('button', { name: 'Copy text' }).first().waitFor()
  await savePicture(page, 'today')
  await page.setViewportSize(PHONE)
  await openToday(page)
  await savePicture(page, 'phone')
  await page.setViewportSize(SIZE)
}

async function openToday(page: Page): Promise<void> {
  await page.goto(`${baseUrl}/today`)
  await page.getByRole('list', { name: 'Who to contact next' }).getByRole('listitem').first().waitFor()
}

async function takeContacts(page: Page): Promise<void> {
  const shownPath = await shownAddress(page)
  for (const theme of ['light', 'dark']) {
    await page.evaluate((value) => localStorage.setItem('theme', value), theme)
    await page.goto(`${shownPath}&tab=signals`)
    await page.getByText('Score over time').waitFor()
    await savePicture(page, `contacts-${theme}`)
  }
  await page.goto(`${shownPath}&tab=property`)
  await page.getByRole('tabpanel').getByText('Year built').waitFor()
  await savePicture(page, 'property')
  await page.goto(`${shownPath}&tab=intelligence`)
  await page.getByRole('tabpanel').getByText('Sanctions screening', { exact: true }).waitFor()
  await savePicture(page, 'risk')
  await page.goto(`${baseUrl}/insights`)
  await page.getByRole('main').getByRole('listitem').first().waitFor()
  await savePicture(page, 'insights')
  await page.goto(`${baseUrl}/tasks`)
  await page.getByRole('main').getByRole('checkbox').first().waitFor()
  await savePicture(page, 'tasks')
}

async function takeAssistant(page: Page): Promise<void> {
  await openContacts(page)
  await page.getByRole('button', { name: 'Ask the assistant' }).click()
  const panel = page.getByRole('dialog', { name: 'Assistant' })
  await panel.getByLabel('Message').fill('What does a score of 75 mean?')
  await page.keyboard.press('Enter')
  await panel.getByText('From How the score works').waitFor()
  await savePicture(page, 'assistant')
}

async function takeImport(page: Page): Promise<void> {
  await openContacts(page)
  await page.getByRole('button', { name: 'Import Contacts' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(await writeCleanFile())
  await dialog.getByRole('switch').uncheck()
  await dialog.getByRole('button', { name: 'Start import' }).click()
  await page.getByRole('dialog', { name: 'Import Complete' }).waitFor()
  await savePicture(page, 'import-report')
  await takeImportPicture(page)
}

/** A file as an address book without errors would export it. */
async function writeCleanFile(): Promise<string> {
  // Unique emails, since the workspace has other sample people.
  const rows = samplePeople(412, 'pictures').map(({ firstName, lastName, address: street, city }, index) =>
    [firstName, lastName, `person${index}@example.net`, street, city].map((value) => value ?? '').join(','),
  )
  const file = path.join(dataDir, 'my-contacts.csv')
  await writeFile(file, ['First Name,Last Name,Email,Address,City', ...rows].join('\n'))
  return file
}

async function openContacts(page: Page): Promise<void> {
  await page.goto(CALM_LIST_URL)
  await page.getByRole('main').getByRole('listitem').first().waitFor()
}

async function savePicture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`), animations: 'disabled' })
}
