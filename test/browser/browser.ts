import { existsSync, readdirSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
const SYSTEM_CHROMIUM = '/usr/bin/chromium'
const LIBRARY_FOLDERS = [
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/lib64',
  '/usr/lib',
  '/lib64',
]

/**
 * Starts Chromium without a window: CHROMIUM_PATH, Playwright's own, the system's, else the one from npm. `more` are
 * arguments of its command line.
 */
export async function launchBrowser(extraArgs: readonly string[] = []): Promise<Browser> {
  const args = [...CHROMIUM_ARGS, ...extraArgs]
  const configuredPath = process.env.CHROMIUM_PATH
  if (configuredPath && !existsSync(configuredPath))
    throw new Error(`CHROMIUM_PATH names ${configuredPath}, which does not exist`)
  const found =
    configuredPath ?? [chromium.executablePath(), SYSTEM_CHROMIUM].find((path) => path && existsSync(path))
  if (found) return chromium.launch({ executablePath: found, args })
  return launchPackaged(args)
}

async function launchPackaged(args: string[]): Promise<Browser> {
  // The package brings the libraries a bare machine lacks, but unpacks them only when it believes to be on Lambda.
  if (!hasNss()) process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x'
  const { default: packagedChromium } = await import('@sparticuz/chromium')
  const executablePath = await packagedChromium.executablePath()
  return chromium.launch({ executablePath, args })
}

function hasNss(): boolean {
  return LIBRARY_FOLDERS.some((folder) => existsSync(folder) && readdirSync(folder).includes('libnss3.so'))
}
