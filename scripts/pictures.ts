// `npm run pictures`: takes the pictures of the README and the documentation from a fresh demo workspace.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { ContactSummary } from '#contract/contacts.ts'
import { launchBrowser } from '#test/browser/browser.ts'
import { freePort } from '#test/product/free-port.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const PICTURES = path.join(ROOT, 'docs/pictures')
const SIZE = { width: 1440, height: 900 }

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'ninefold-pictures-'))
await chmod(dataDir, 0o711) // root's database runs under another account
const port = await freePort()
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
  await page.goto(link)
  await page.waitForURL('**/dashboard')
  const contacts = (await (
    await page.request.get(`http://localhost:${port}/api/contacts`)
  ).json()) as ContactSummary[]
  // Somebody with more than one signal shows best how points add up.
  const shown = contacts.find(({ signalsDetected }) => signalsDetected > 1) ?? contacts[0]
  for (const theme of ['dark', 'light']) {
    await page.evaluate((value) => localStorage.setItem('theme', value), theme)
    await page.goto(`http://localhost:${port}/dashboard?contact=${shown?.id}&tab=signals`)
    await page.getByText('Score over time').waitFor()
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: path.join(PICTURES, `contacts-${theme}.png`), animations: 'disabled' })
  }
  await browser.close()
}
