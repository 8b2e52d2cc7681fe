import { createServer, connect as dial, type Server, type Socket } from 'node:net'

/** A TCP proxy on the loopback address that simulates network faults. */
export type FaultProxy = {
  readonly port: number
  /** URL through the proxy. */
  through(url: string): string
  /** Delays traffic in each direction. */
  latency(ms: number): void
  /** Limits bytes per second of each connection and direction; 0 removes the limit. */
  throttle(bytesPerSecond: number): void
  /** Silently holds all traffic while on; it arrives afterwards. */
  blackHole(on: boolean): void
  /** Refuses connections while on and resets existing ones. */
  refuse(on: boolean): Promise<void>
  /** Resets every connection. */
  reset(): void
  /** Resets each connection after this many response bytes; null removes the limit. */
  cutAfter(bytes: number | null): void
  /**
   * Waits for a connection that sends `after` and later `said`, which takes effect, but its reply is lost: the
   * connection is reset once the server's response contains `answered`. Settles after the reset.
   */
  loseReply(loss: { after: string; said: string; answered: string }): Promise<void>
  /** Number of open connections. */
  open(): number
  stop(): Promise<void>
}

type Faults = { latencyMs: number; bytesPerSecond: number; silent: boolean; cutAfter: number | null }
type Loss = { after: string; said: string; answered: string; done: () => void }
type ProxyLink = { client: Socket; server: Socket; resume(): void }

/** Unsent bytes of one direction above which the proxy stops reading from its sender. */
const MAX_WAITING_BYTES = 1024 * 1024

/** Starts a proxy in front of a port of the loopback address. */
export async function startFaultProxy(target: number | string): Promise<FaultProxy> {
  const targetPort = typeof target === 'number' ? target : Number(new URL(target).port)
  const faults: Faults = { latencyMs: 0, bytesPerSecond: 0, silent: false, cutAfter: null }
  const links = new Set<ProxyLink>()
  let loss: Loss | null = null

  const listener = createServer((client) => {
    const server = dial(targetPort, '127.0.0.1')
    let announced = false
    let losing: Loss | null = null
    let answers = 0
    const breakLink = () => {
      links.delete(link)
      resetBoth(link)
    }
    const toServer = carry(client, server, faults, (piece) => {
      if (!loss) return true
      announced ||= piece.includes(loss.after)
      if (announced && piece.includes(loss.said)) {
        losing = loss
        loss = null
      }
      return true
    })
    const toClient = carry(server, client, faults, (piece) => {
      answers += piece.length
      if (losing && piece.includes(losing.answered)) {
        losing.done()
        breakLink()
      } else if (faults.cutAfter !== null && answers > faults.cutAfter) breakLink()
      return !losing && !client.destroyed
    })
    const link: ProxyLink = {
      client,
      server,
      resume: () => {
        toServer()
        toClient()
      },
    }
    links.add(link)
    for (const end of [client, server]) {
      end.setNoDelay(true)
      end.on('error', breakLink)
      end.on('close', () => {
        links.delete(link)
        // The other side is closed after the last piece was sent.
        link.resume()
      })
    }
  })
  const port = await listen(listener, 0)

  const reset = () => {
    for (const link of links) resetBoth(link)
    links.clear()
  }
  const close = () => {
    const closed = new Promise<void>((resolve) => listener.close(() => resolve()))
    reset()
    return closed
  }
  return {
    port,
    through(url) {
      const moved = new URL(url)
      moved.hostname = '127.0.0.1'
      moved.port = String(port)
      return moved.href
    },
    latency: (ms) => {
      faults.latencyMs = ms
    },
    throttle: (bytesPerSecond) => {
      faults.bytesPerSecond = bytesPerSecond
    },
    blackHole(on) {
      faults.silent = on
      if (!on) for (const link of links) link.resume()
    },
    async refuse(on) {
      if (on && listener.listening) await close()
      else if (!on && !listener.listening) await listen(listener, port)
    },
    reset,
    cutAfter: (bytes) => {
      faults.cutAfter = bytes
    },
    loseReply: (wanted) =>
      new Promise((done) => {
        loss = { ...wanted, done }
      }),
    open: () => links.size,
    stop: () => (listener.listening ? close() : Promise.resolve()),
  }
}

function resetBoth({ client, server }: ProxyLink): void {
  // A socket that was never connected cannot send a reset.
  for (const end of [client, server]) end.connecting ? end.destroy() : end.resetAndDestroy()
}

/** Forwards one direction in order, each piece when due. @returns a function that resumes after a pause */
function carry(from: Socket, to: Socket, faults: Faults, passes: (piece: Buffer) => boolean): () => void {
  const waiting: { piece: Buffer; due: number }[] = []
  let bytes = 0
  let ended = false
  let freeAt = 0
  let timer: NodeJS.Timeout | undefined
  let isFull = false

  function move(): void {
    clearTimeout(timer)
    timer = undefined
    while (!faults.silent && !isFull && waiting[0]) {
      const early = Math.max(waiting[0].due, freeAt) - performance.now()
      if (early > 0) {
        timer = setTimeout(move, early)
        return
      }
      pass(waiting[0].piece)
    }
    if (bytes < MAX_WAITING_BYTES) from.resume()
    if (ended && waiting.length === 0) to.end()
  }

  function pass(piece: Buffer): void {
    waiting.shift()
    bytes -= piece.length
    if (faults.bytesPerSecond) freeAt = performance.now() + (piece.length / faults.bytesPerSecond) * 1000
    if (to.destroyed || !passes(piece) || to.write(piece)) return
    isFull = true
    to.once('drain', () => {
      isFull = false
      move()
    })
  }

  from.on('data', (chunk: Buffer) => {
    const due = performance.now() + faults.latencyMs
    for (const piece of cut(chunk, faults.bytesPerSecond)) waiting.push({ piece, due })
    bytes += chunk.length
    if (bytes >= MAX_WAITING_BYTES) from.pause()
    if (!timer) move()
  })
  from.on('close', () => {
    ended = true
  })
  from.on('end', () => {
    ended = true
    if (!timer) move()
  })
  return move
}

/** Splits data into small pieces, as a slow line would. */
function cut(chunk: Buffer, bytesPerSecond: number): Buffer[] {
  if (!bytesPerSecond) return [chunk]
  const size = Math.max(1, Math.ceil(bytesPerSecond / 20))
  return Array.from({ length: Math.ceil(chunk.length / size) }, (_, i) =>
    chunk.subarray(i * size, (i + 1) * size),
  )
}

function listen(listener: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(port, '127.0.0.1', () => {
      listener.off('error', reject)
      const address = listener.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}
