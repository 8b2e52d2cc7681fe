// Setup for `npm start` and `npm test`. Runs on any Node from 18 on, without dependencies.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const WANTED_NODE = 24
const installedStamp = join(root, 'node_modules/.installed')
const builtStamp = join(root, 'build/.inputs')
const BUILD_INPUTS = [
  'content',
  'package-lock.json',
  'package.json',
  'public',
  'react-router.config.ts',
  'src',
  'tsconfig.json',
  'vite.config.ts',
  'vite.server.config.ts',
]

/** Builds the pages, and the server as one file, which starts three times as fast as its sources. */
const BUILDS = [
  [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build'],
  [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--config', 'vite.server.config.ts'],
]
const COMPRESSIBLE = /\.(js|css|svg|csv)$/
const MIN_COMPRESSED_BYTES = 1024

/** An error whose message says what to do, shown without a stack. */
export class SetupError extends Error {}

/** Installs the packages of package-lock.json unless node_modules matches it. */
export function ensureInstalled() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const wanted = sha256(lock)
  if (readIfExists(installedStamp) === wanted) return
  if (!matchesLock(JSON.parse(lock))) {
    console.log('Installing packages (npm ci) …')
    // Explicit, because NODE_ENV=production or an npmrc could skip packages that the build and database need.
    const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
    const { status, error } = runNpm(args)
    if (error || status !== 0) {
      throw new SetupError(
        `Installing the packages failed${error ? ` (${error.message})` : ''}. ` +
          'Check the network and the npm registry (npm ping), then try again.',
      )
    }
  }
  writeFileSync(installedStamp, wanted)
}

function runNpm(args) {
  // Under `npm start`, npm provides the path of its script. It also works on Windows, where npm is not an executable.
  const cli = process.env.npm_execpath
  const isScript = cli?.endsWith('.js') && existsSync(cli)
  const command = isScript ? process.execPath : process.platform === 'win32' ? 'npm.cmd' : 'npm'
  return spawnSync(command, isScript ? [cli, ...args] : args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: command === 'npm.cmd',
  })
}

/** True after a plain `npm ci`, according to the list that npm leaves in node_modules. */
function matchesLock(lock) {
  const text = readIfExists(join(root, 'node_modules/.package-lock.json'))
  if (!text) return false
  const installed = JSON.parse(text).packages ?? {}
  for (const [path, wanted] of Object.entries(lock.packages)) {
    if (path === '') continue
    const existing = installed[path]
    // Packages for other platforms are absent.
    if (!existing && !wanted.optional) return false
    if (existing && (existing.version !== wanted.version || existing.integrity !== wanted.integrity))
      return false
  }
  // With --omit=optional, the database package for this machine would be missing.
  return !Object.entries(lock.packages).some(
    ([path, wanted]) => !installed[path] && path !== '' && fitsThisMachine(wanted),
  )
}

function fitsThisMachine({ os, cpu, libc }) {
  if (!os && !cpu) return false
  return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch)) && !libc
}

/** Path of a Node 24 or newer: the pinned package, else the Node that runs this script. */
export function findNode() {
  const os = process.platform === 'win32' ? 'win' : process.platform
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  const pinned = join(root, 'node_modules', `node-${os}-${process.arch}`, program)
  // Tries its version first, because the packaged Node doesn't run on every system it installs on (musl).
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned
  if (Number(process.versions.node.split('.')[0]) >= WANTED_NODE) return process.execPath
  throw new SetupError(
    `Ninefold needs Node ${WANTED_NODE} or newer. This is Node ${process.versions.node}, and there is no package ` +
      `for ${process.platform}-${process.arch}. Install Node ${WANTED_NODE} (https://nodejs.org) and try again.`,
  )
}

/** Environment of a child process, with the same Node first in its PATH. */
export function childEnv(node, extra = {}) {
  const path = [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH]
    .filter(Boolean)
    .join(delimiter)
  return { ...process.env, PATH: path, ...extra }
}

/** Builds the pages when a source has changed since the last build. */
export function ensureBuilt(node) {
  const files = BUILD_INPUTS.flatMap((name) => listFiles(join(root, name))).sort()
  const listing = sha256(files.map((file) => `${relative(root, file)} ${sizeAndTime(file)}`).join('\n'))
  const [oldListing, oldContent] = readIfExists(builtStamp).split('\n')
  const isBuilt = existsSync(join(root, 'build/run/main.js'))
  if (isBuilt && listing === oldListing) return
  // A new checkout or a touched file only changes times, so contents decide.
  const content = sha256(
    files.map((file) => `${relative(root, file)} ${sha256(readFileSync(file))}`).join('\n'),
  )
  if (!isBuilt || content !== oldContent) build(node)
  mkdirSync(dirname(builtStamp), { recursive: true })
  writeFileSync(builtStamp, `${listing}\n${content}`)
}

function build(node) {
  console.log('Building …')
  // The old stamp is removed first, because a failed build leaves a mixed state.
  rmSync(builtStamp, { force: true })
  for (const command of BUILDS) {
    const { status, stdout, stderr } = spawnSync(node, command, {
      cwd: root,
      env: childEnv(node, { NODE_ENV: 'production' }),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    if (status !== 0) {
      throw new SetupError(`${stdout}${stderr}\nThe build failed. Fix the error above and try again.`)
    }
  }
  compress(join(root, 'build/client'))
}

/** Stores compressed copies next to scripts, styles and drawings, which the server sends as is. */
function compress(folder) {
  for (const file of listFiles(folder).filter((path) => COMPRESSIBLE.test(path))) {
    const content = readFileSync(file)
    if (content.length < MIN_COMPRESSED_BYTES) continue
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
    writeFileSync(`${file}.br`, brotliCompressSync(content))
  }
}

function listFiles(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return listFiles(join(path, entry.name))
    return /\.test\.tsx?$/.test(entry.name) ? [] : [join(path, entry.name)]
  })
}

function sizeAndTime(file) {
  const { size, mtimeMs } = statSync(file)
  return `${size} ${mtimeMs}`
}

function sha256(data) {
  return createHash('sha256').update(data).digest('hex')
}

function readIfExists(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
