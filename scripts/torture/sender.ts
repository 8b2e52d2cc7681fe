// Calls at a rate of their own from a process of their own, so that what a caller waits is not the wait of the torturer.
import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { Call } from './load.ts'
import type { StagedProduct } from './stage.ts'
import { trackChild } from './stage.ts'

export type SenderTask = {
  port: number
  /** Whole requests as they are written, sent in turn. */
  calls: string[]
  perSecond: number
  seconds: number
  maxOpen: number
}
/** 0 as status: the connection ended first. */
export type SenderAnswer = { status: number; at: number; ms: number }
export type SenderResult = {
  answers: SenderAnswer[]
  withoutRetryAfter: number
  /** Calls that were due while as many as may be were waiting for an answer. */
  notSent: number
  /** How late the sending process itself was. */
  lateP99Ms: number
}

type Rate = { perSecond: number; seconds: number; calls: readonly Call[]; maxOpen: number }

/** Sends calls without a body, whether or not the ones before were answered. */
export function sendFrom(product: StagedProduct, { calls, ...rate }: Rate): Promise<SenderResult> {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'sender-process.ts'), {
    serialization: 'advanced',
  })
  trackChild(child)
  const task: SenderTask = { ...rate, port: Number(new URL(product.url).port), calls: calls.map(textOf) }
  return new Promise((resolve, reject) => {
    child.once('message', (sent) => resolve(sent as SenderResult))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The sender ended with ${code}`)))
    child.send(task)
  })
}

function textOf({ method = 'GET', path: target, headers }: Call): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${target} HTTP/1.1\r\nhost: x\r\n${lines.join('')}\r\n`
}

/** Counts of a histogram in `/metrics` by upper bound, to be compared with a later reading. */
export async function bucketsOf(product: StagedProduct, name: string): Promise<Map<number, number>> {
  const text = await (await fetch(`${product.url}/metrics`)).text()
  const lines = text.matchAll(new RegExp(`^${name}_bucket\\{le="([^"]+)"\\} (\\d+)`, 'gm'))
  return new Map(
    [...lines].map(([, le, count]) => [le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), Number(count)]),
  )
}

/** The bound below which a share of what was counted between two readings lies. */
export function quantileOf(before: Map<number, number>, after: Map<number, number>, share: number): number {
  const grown = [...after].map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)] as const)
  const all = grown.at(-1)?.[1] ?? 0
  return grown.find(([, count]) => count >= all * share)?.[0] ?? 0
}
