// Databases, products and proxies of a scenario. All of them are removed afterward, even when it fails.
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { type FaultProxy, startFaultProxy } from '#test/product/fault-proxy.ts'
import { findBrokenInvariants } from '#test/product/invariants.ts'
import { isAlive } from '#test/product/is-alive.ts'
import { pollUntil } from '#test/product/load.ts'
import { type RunningProduct, runProduct } from '#test/product/running-product.ts'
import type { Postgres } from '../shared/postgres.ts'
import { type Finding, finding } from './scenario.ts'

export type StagedProduct = RunningProduct & {
  /** The database, without its proxy. */
  ownerUrl: string
  /** Between the product and its database. */
  proxy: FaultProxy
}

export type Stage = {
  postgres: Postgres
  /** 1 for a full run, less for a quick try. */
  scale: number
  /** Starts the product on a new database, or on the existing database `on`. */
  startProduct(settings?: Record<string, string>, databaseUrl?: string): Promise<StagedProduct>
  startProxy(target: number | string): Promise<FaultProxy>
  /** Runs after the scenario, last first. */
  after(work: () => unknown): void
}

/** Callers come through a balancer, as in production, each with its own IP address. */
const SETTINGS = { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn' }
const STOP_TIMEOUT_MS = 15_000
const ROOT = path.resolve(import.meta.dirname, '../..')

const children = new Set<ChildProcess>()

/** Kills everything that still runs when a run is interrupted. */
export function killChildren(): void {
  for (const child of children) child.kill('SIGKILL')
}

/** Remembers a process until it ends, so that an interrupted run leaves nothing behind. */
export function trackChild(child: ChildProcess): void {
  children.add(child)
  child.once('exit', () => children.delete(child))
}

/** Runs a script of the project under the same Node.js; prints the end of its output if it fails. */
export function runScript(args: readonly string[], settings: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...settings }
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
    trackChild(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece: Buffer) => {
        output += piece.toString()
      })
    }
    child.once('close', (code) => {
      if (code !== 0) console.log(output.slice(-3000))
      resolve(code === 0)
    })
  })
}

let databaseCount = 0

export function openStage(postgres: Postgres, scale: number) {
  const products: StagedProduct[] = []
  const cleanups: (() => unknown)[] = []
  const startProxy = async (target: number | string) => {
    const faultProxy = await startFaultProxy(target)
    cleanups.push(() => faultProxy.stop())
    return faultProxy
  }
  const stage: Stage = {
    ...{ postgres, scale, startProxy },
    after: (work) => void cleanups.push(work),
    async startProduct(settings = {}, databaseUrl) {
      const ownerUrl = databaseUrl ?? (await postgres.createMigratedDatabase(`torture_${databaseCount++}`))
      const databaseProxy = await startProxy(ownerUrl)
      const url = databaseProxy.urlThrough(ownerUrl)
      const runningProduct = await runProduct(url, { ...SETTINGS, ...settings }, { onStart: trackChild })
      const product = { ...runningProduct, ownerUrl, proxy: databaseProxy }
      products.push(product)
      return product
    },
  }
  return {
    stage,
    /** Checks that all data is consistent and every product responds again. */
    async checkInvariants(): Promise<Finding[]> {
      const urls = new Set(products.map(({ ownerUrl }) => ownerUrl))
      const brokenRows = (await Promise.all([...urls].map(findBrokenInvariants))).flat()
      for (const row of brokenRows.slice(0, 5)) console.log(`  ${JSON.stringify(row)}`)
      const healthChecks = await Promise.all(products.map(isHealthy))
      return [
        finding(17, 'broken invariants', brokenRows.length, 0),
        finding(
          17,
          'products that do not respond afterward',
          healthChecks.filter((isHealthy) => !isHealthy).length,
          0,
        ),
      ]
    },
    async close(): Promise<void> {
      const stopping = Promise.all(products.map((product) => product.end('SIGTERM')))
      const timeout = new Promise((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref())
      await Promise.race([stopping, timeout])
      killChildren()
      for (const work of cleanups.reverse()) await work()
    },
  }
}

/** True if a product is ready and uses its database, or was stopped. */
async function isHealthy({ url, pid }: StagedProduct): Promise<boolean> {
  if (!isAlive(pid())) return true
  const isReady = async () =>
    (await fetch(`${url}/readyz`)).ok && (await fetch(`${url}/api/config`)).status < 500
  return Number.isFinite(await pollUntil(isReady, 10_000, 200))
}
