import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { BUILT_SERVER, BUILT_SETTINGS } from '../../scripts/built-server.mjs'
import { type Balancer, startBalancer } from './balancer.ts'
import { freePort } from './free-port.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Generous, for five processes on a busy machine. */
const READY_TIMEOUT_MS = 120_000
const EMAIL_TIMEOUT_MS = 20_000

/** One process of an installation. */
type Member = {
  role: 'web' | 'worker'
  /** Port of a web process; null for a worker. */
  url: string
  /** Stops it gracefully and starts it again. @returns its exit code and the time it took to stop */
  restart(): Promise<{ code: number | null; milliseconds: number }>
}

/** The built product as several processes on one database, behind a proxy. */
export type Fleet = {
  url: string
  balancer: Balancer
  database: TestDatabase
  members: readonly Member[]
  /** Everything printed so far, by all processes. */
  output(): string
  /** Latest sign-in link emailed to an address, as a worker printed it. */
  waitForEmailedLink(email: string): Promise<string>
  stop(): Promise<void>
}

/** Starts all processes at once on an empty database and waits until all of them are ready. */
export async function startFleet(webCount: number, workerCount: number): Promise<Fleet> {
  const database = await cloneDatabase()
  const ports = await Promise.all(Array.from({ length: webCount }, freePort))
  const balancer = await startBalancer(ports.map((port) => `http://127.0.0.1:${port}`))
  let output = ''
  const appendOutput = (chunk: string) => {
    output += chunk
  }
  const sharedSettings = { APP_URL: balancer.url, DATABASE_URL: database.ownerUrl, TRUST_PROXY: '127.0.0.1' }
  const members = [
    ...ports.map((port) => startMember('web', port, sharedSettings, appendOutput)),
    ...Array.from({ length: workerCount }, async () =>
      startMember('worker', await freePort(), sharedSettings, appendOutput),
    ),
  ]
  const stop = async () => {
    await Promise.allSettled(members.map((start) => start.then((member) => member.stop())))
    await balancer.stop()
    await database.drop()
  }
  const startedMembers = await Promise.all(members).catch((error: unknown) =>
    stop().then(() => Promise.reject(error)),
  )

  return {
    url: balancer.url,
    balancer,
    database,
    members: startedMembers,
    output: () => output,
    async waitForEmailedLink(email) {
      const deadline = Date.now() + EMAIL_TIMEOUT_MS
      while (Date.now() < deadline) {
        const lastEmail = output.slice(Math.max(0, output.lastIndexOf(`Email to ${email}:`)))
        const link = lastEmail.startsWith('Email to') && /https?:\S+token=\S+(?=\s)/.exec(lastEmail)?.[0]
        if (link) return link
        await wait(25)
      }
      throw new Error(`No email to ${email} was printed`)
    },
    stop,
  }
}

async function startMember(
  role: Member['role'],
  port: number,
  settings: Record<string, string>,
  appendOutput: (chunk: string) => void,
) {
  const url = `http://127.0.0.1:${port}`
  const launch = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, BUILT_SERVER, {
      cwd: ROOT,
      env: {
        ...{ PATH: process.env.PATH, ...BUILT_SETTINGS, LOG_LEVEL: 'warn', DEMO: '0' },
        ...{ ROLE: role, PORT: String(port), ...settings },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let ownOutput = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        ownOutput += chunk.toString()
        appendOutput(chunk.toString())
      })
    }
    const deadline = Date.now() + READY_TIMEOUT_MS
    while (!ownOutput.includes(' is ready')) {
      if (child.exitCode !== null || Date.now() > deadline) {
        child.kill('SIGKILL')
        throw new Error(`A ${role} did not start:\n${ownOutput}`)
      }
      await wait(25)
    }
    return child
  }
  let child = await launch()
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
    return child.exitCode
  }
  return {
    role,
    url,
    stop,
    async restart() {
      const startedAt = performance.now()
      const code = await stop()
      const milliseconds = performance.now() - startedAt
      child = await launch()
      return { code, milliseconds }
    },
  }
}
