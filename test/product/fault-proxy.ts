import { createServer, connect as dial, type Server, type Socket } from 'node:net'

/** A TCP proxy on the loopback address that simulates network faults. */
export type FaultProxy = {
  readonly port: number
  /** URL through the proxy. */
  urlThrough(url: string): string
  /** Delays traffic in each direction. */
  setLatency(ms: number): void
  /** Limits bytes per second of each connection and direction; 0 removes the limit. */
  throttle(bytesPerSecond: number): void
  /** Silently holds all traffic while on; it arrives afterwards. */
  blackHole(isOn: boolean): void
  /** Refuses connections while on and resets existing ones. */
  refuse(isOn: boolean): Promise<void>
  /** Resets every connection. */
  reset(): void
  /** Resets each connection after this many response bytes; null removes the limit. */
  cutAfter(bytes: number | null): void
  /**
   * Waits for a connection that sends `marker` and later `request`, which takes effect, but its reply is lost: the
   * connection is reset once the server's response contains `reply`. Settles after the reset.
   */
  loseReply(loss: { marker: string; request: string; reply: string }): Promise<void>
  /** Number of open connections. */
  countConnections(): number
  stop(): Promise<void>
}

type Faults = { latencyMs: number; bytesPerSecond: number; isSilent: boolean; cutAfter: number | null }
type ReplyLoss = { marker: string; request: string; reply: string; resolve: () => void }
type ProxyLink = { client: Socket; server: Socket; resume(): void }

/** Unsent bytes of one direction above which the proxy stops reading from its sender. */
const MAX_PENDING_BYTES = 1024 * 1024

/** Starts a proxy in front of a port of the loopback address. */
export async function startFaultProxy(target: number | string): Promise<FaultProxy> {
  const targetPort = typeof target === 'number' ? target : Number(new URL(target).port)
  const faults: Faults = { latencyMs: 0, bytesPerSecond: 0, isSilent: false, cutAfter: null }
  const links = new Set<ProxyLink>()
  let loss: ReplyLoss | null = null

  const listener = createServer((client) => {
    const server = dial(targetPort, '127.0.0.1')
    let hasMarker = false
    let ownLoss: ReplyLoss | null = null
    let responseBytes = 0
    const breakLink = () => {
      links.delete(link)
      resetBoth(link)
    }
    const toServer = forwardDirection(client, server, faults, (piece) => {
      if (!loss) return true
      hasMarker ||= piece.includes(loss.marker)
      if (hasMarker && piece.includes(loss.request)) {
        ownLoss = loss
        loss = null
      }
      return true
    })
    const toClient = forwardDirection(server, client, faults, (piece) => {
      responseBytes += piece.length
      if (ownLoss && piece.includes(ownLoss.reply)) {
        ownLoss.resolve()
        breakLink()
      } else if (faults.cutAfter !== null && responseBytes > faults.cutAfter) breakLink()
      return !ownLoss && !client.destroyed
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
    const listenerClosing = new Promise<void>((resolve) => listener.close(() => resolve()))
    reset()
    return listenerClosing
  }
  return {
    port,
    urlThrough(url) {
      const proxyUrl = new URL(url)
      proxyUrl.hostname = '127.0.0.1'
      proxyUrl.port = String(port)
      return proxyUrl.href
    },
    setLatency: (ms) => {
      faults.latencyMs = ms
    },
    throttle: (bytesPerSecond) => {
      faults.bytesPerSecond = bytesPerSecond
    },
    blackHole(isOn) {
      faults.isSilent = isOn
      if (!isOn) for (const link of links) link.resume()
    },
    async refuse(isOn) {
      if (isOn && listener.listening) await close()
      else if (!isOn && !listener.listening) await listen(listener, port)
    },
    reset,
    cutAfter: (bytes) => {
      faults.cutAfter = bytes
    },
    loseReply: (wantedLoss) =>
      new Promise((resolve) => {
        loss = { ...wantedLoss, resolve }
      }),
    countConnections: () => links.size,
    stop: () => (listener.listening ? close() : Promise.resolve()),
  }
}

function resetBoth({ client, server }: ProxyLink): void {
  // A socket that was never connected cannot send a reset.
  for (const end of [client, server]) end.connecting ? end.destroy() : end.resetAndDestroy()
}

/** Forwards one direction in order, each piece when due. @returns a function that resumes after a pause */
function forwardDirection(
  from: Socket,
  to: Socket,
  faults: Faults,
  isForwarded: (piece: Buffer) => boolean,
): () => void {
  const pendingPieces: { piece: Buffer; dueAt: number }[] = []
  let pendingBytes = 0
  let hasEnded = false
  let nextWriteAt = 0
  let timer: NodeJS.Timeout | undefined
  let isFull = false

  function forwardDue(): void {
    clearTimeout(timer)
    timer = undefined
    while (!faults.isSilent && !isFull && pendingPieces[0]) {
      const waitMs = Math.max(pendingPieces[0].dueAt, nextWriteAt) - performance.now()
      if (waitMs > 0) {
        timer = setTimeout(forwardDue, waitMs)
        return
      }
      forward(pendingPieces[0].piece)
    }
    if (pendingBytes < MAX_PENDING_BYTES) from.resume()
    if (hasEnded && pendingPieces.length === 0) to.end()
  }

  function forward(piece: Buffer): void {
    pendingPieces.shift()
    pendingBytes -= piece.length
    if (faults.bytesPerSecond) nextWriteAt = performance.now() + (piece.length / faults.bytesPerSecond) * 1000
    if (to.destroyed || !isForwarded(piece) || to.write(piece)) return
    isFull = true
    to.once('drain', () => {
      isFull = false
      forwardDue()
    })
  }

  from.on('data', (chunk: Buffer) => {
    const dueAt = performance.now() + faults.latencyMs
    for (const piece of split(chunk, faults.bytesPerSecond)) pendingPieces.push({ piece, dueAt })
    pendingBytes += chunk.length
    if (pendingBytes >= MAX_PENDING_BYTES) from.pause()
    if (!timer) forwardDue()
  })
  from.on('close', () => {
    hasEnded = true
  })
  from.on('end', () => {
    hasEnded = true
    if (!timer) forwardDue()
  })
  return forwardDue
}

/** Splits data into small pieces, as a slow line would. */
function split(chunk: Buffer, bytesPerSecond: number): Buffer[] {
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
