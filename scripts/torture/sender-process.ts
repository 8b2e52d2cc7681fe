// A process that calls and does nothing else: one write a call, and of an answer no more is looked at than is needed.
import { connect, type Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { SenderResult, SenderTask } from './sender.ts'

const END_OF_HEAD = '\r\n\r\n'
/** How often it looks whether calls are due, and how finely its own lateness is measured. */
const LOOK_MS = 2
const LATENESS_MS = 5
const LAST_ANSWERS_MS = 30_000
/** The product closes connections after five idle seconds. */
const KEEP_MS = 3000

/** A connection; `missing` is how much of the answer is still to come, null before its head. */
type Line = { socket: Socket; since: number; isBusy: boolean; status: number; missing: number | null }

async function run({ port, calls, perSecond, seconds, maxOpen }: SenderTask): Promise<SenderResult> {
  const sent: Omit<SenderResult, 'lateP99Ms'> = { answers: [], withoutRetryAfter: 0, notSent: 0 }
  const free: Line[] = []
  const all = new Set<Line>()
  const begun = performance.now()

  function end(line: Line, status: number): void {
    line.isBusy = false
    sent.answers.push({ status, at: line.since - begun, ms: performance.now() - line.since })
  }

  function read(line: Line, chunk: Buffer): void {
    let bytes = chunk.length
    if (line.missing === null) {
      const length = chunk.indexOf(END_OF_HEAD)
      const head = chunk.toString('latin1', 0, length)
      const body = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
      if (length < 0 || body === undefined) throw new Error(`An answer that is not understood: ${head}`)
      line.status = Number(head.slice(9, 12))
      line.missing = Number(body)
      if (line.status >= 400 && !/\r\nretry-after: \d/i.test(head)) sent.withoutRetryAfter += 1
      bytes -= length + END_OF_HEAD.length
    }
    line.missing -= bytes
    if (line.missing > 0) return
    line.missing = null
    end(line, line.status)
    free.push(line)
  }

  function open(): Line {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const line: Line = { socket, since: 0, isBusy: false, status: 0, missing: null }
    all.add(line)
    socket.on('data', (chunk) => read(line, chunk))
    socket.on('error', () => {}) // `close` follows
    socket.on('close', () => {
      all.delete(line)
      if (free.includes(line)) free.splice(free.indexOf(line), 1)
      if (line.isBusy) end(line, 0)
    })
    return line
  }

  /** A recently used connection, or a new one. */
  function lineFor(): Line | null {
    const line = free.pop()
    if (line && performance.now() - line.since < KEEP_MS) return line
    line?.socket.destroy()
    for (const { socket } of free.splice(0)) socket.destroy() // they have been free for longer
    return all.size < maxOpen ? open() : null
  }

  function call(text: string): void {
    const line = lineFor()
    if (!line) {
      sent.notSent += 1
      return
    }
    line.since = performance.now()
    line.isBusy = true
    line.socket.write(text, 'latin1')
  }

  const lateness = monitorEventLoopDelay({ resolution: LATENESS_MS })
  lateness.enable()
  for (let due = 0; performance.now() - begun < seconds * 1000; await wait(LOOK_MS)) {
    const wanted = ((performance.now() - begun) / 1000) * perSecond
    for (; due < wanted; due++) call(calls[due % calls.length] ?? '')
  }
  lateness.disable()
  const last = performance.now() + LAST_ANSWERS_MS
  while ([...all].some(({ isBusy }) => isBusy) && performance.now() < last) await wait(LOOK_MS)
  for (const { socket } of all) socket.destroy()
  return { ...sent, lateP99Ms: Math.max(0, lateness.percentile(99) / 1e6 - LATENESS_MS) }
}

process.once('message', async (errand: SenderTask) => {
  process.send?.(await run(errand), () => process.disconnect())
})
