// Databases, products and proxies of a scenario. All of them are removed afterward, even when it fails.
import type { ChildProcess } from 'node:child_process'
import { type FaultProxy, startFaultProxy } from '#test/product/fault-proxy.ts'
import { brokenInvariants } from '#test/product/invariants.ts'
import { isAlive } from '#test/product/is-alive.ts'
import { type RunningProduct, runProduct } from '#test/product/running-product.ts'
import { type Postgres, query } from './postgres.ts'
import { equalTo, type Finding } from './scenario.ts'

export type StagedProduct = RunningProduct & {
  /** The database, past every proxy. */
  ownerUrl: string
  /** The address that the product was given. */
  databaseUrl: string
}

export type Stage = {
  postgres: Postgres
  /** 1 for the whole, less for a trial. */
  scale: number
  /** Starts the product on a database of its own, or on `on`, a database from elsewhere. */
  product(
    settings?: Record<string, string>,
    options?: { behind?: 'proxy'; on?: string },
  ): Promise<StagedProduct>
  /** The proxy between a product and its database. */
  proxyOf(product: StagedProduct): FaultProxy
  proxy(target: number | string): Promise<FaultProxy>
  /** Done after the scenario, last first. */
  after(work: () => unknown): void
  say(line: string): void
}

/** Callers come through a balancer, as in production: each has an address of its own. */
const SETTINGS = { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn' }
const STOPS_WITHIN_MS = 15_000

const children = new Set<ChildProcess>()

/** Ends what still runs, at once: for a run that is broken off. */
export function killChildren(): void {
  for (const child of children) child.kill('SIGKILL')
}

/** Remembers a process until it ends, so that a run that is broken off leaves nothing behind. */
export function trackChild(child: ChildProcess): void {
  children.add(child)
  child.once('exit', () => children.delete(child))
}

let databases = 0

export function openStage(postgres: Postgres, scale: number, say: (line: string) => void) {
  const products: StagedProduct[] = []
  const proxies = new Map<StagedProduct, FaultProxy>()
  const closing: (() => unknown)[] = []

  const proxy = async (target: number | string) => {
    const made = await startFaultProxy(target)
    closing.push(() => made.stop())
    return made
  }
  const stage: Stage = {
    ...{ postgres, scale, say, proxy },
    after: (work) => void closing.push(work),
    proxyOf(product) {
      const found = proxies.get(product)
      if (!found) throw new Error('This product has no proxy')
      return found
    },
    async product(settings = {}, { behind, on } = {}) {
      const ownerUrl = on ?? (await postgres.database(`torture_${databases++}`))
      const between = behind && (await proxy(ownerUrl))
      const databaseUrl = between ? between.through(ownerUrl) : ownerUrl
      const running = await runProduct(databaseUrl, { ...SETTINGS, ...settings }, trackChild)
      const product = { ...running, ownerUrl, databaseUrl }
      if (between) proxies.set(product, between)
      products.push(product)
      return product
    },
  }
  return {
    stage,
    /** Whether every promise about the data holds and every product answers again. */
    async findings(): Promise<Finding[]> {
      const broken = await Promise.all(
        [...new Set(products.map(({ ownerUrl }) => ownerUrl))].map(brokenInvariants),
      )
      for (const rows of broken) for (const row of rows.slice(0, 5)) say(`  ${JSON.stringify(row)}`)
      const silent = await Promise.all(products.map(isAnswering))
      return [
        equalTo(17, 'broken invariants', broken.flat().length, 0),
        equalTo(17, 'products that do not answer afterwards', silent.filter((yes) => !yes).length, 0),
      ]
    },
    async close(): Promise<void> {
      for (const product of products) {
        await Promise.race([
          product.end('SIGTERM'),
          new Promise((resolve) => setTimeout(resolve, STOPS_WITHIN_MS).unref()),
        ])
      }
      killChildren()
      for (const work of closing.reverse()) await work()
    },
  }
}

/** Whether a product is ready, and reads and writes its database. One that was stopped for good counts as well. */
async function isAnswering(product: StagedProduct): Promise<boolean> {
  if (!isAlive(product.pid())) return true
  const deadline = Date.now() + 10_000
  do {
    const ready = await fetch(`${product.url}/readyz`).catch(() => null)
    const api = await fetch(`${product.url}/api/config`).catch(() => null)
    if (ready?.ok && api && api.status < 500) return true
    await new Promise((resolve) => setTimeout(resolve, 200))
  } while (Date.now() < deadline)
  return false
}

/** The first value of the first row, as a number. */
export async function queryNumber(url: string, sql: string, values: unknown[] = []): Promise<number> {
  const [row] = await query(url, sql, values)
  return Number(Object.values(row ?? {})[0] ?? Number.NaN)
}
