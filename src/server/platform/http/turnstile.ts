import { AsyncResource } from 'node:async_hooks'

/** So much of what passes is done in one turn of the event loop. More turns cost more: each looks at every connection. */
const IN_A_TURN_MS = 8

export type Turnstile = {
  /** Does the work now, or in one of the next turns when enough was done in this one. */
  pass(work: () => void): void
  /** Nothing passes until `goOn`. */
  hold(): void
  goOn(): void
}

/**
 * Bounds what is done in one turn of the event loop. Between two turns new connections are taken and requests are read, so that
 * whoever is to be turned away hears of it soon, and not after the answers of everybody else.
 */
export function createTurnstile({ now = () => performance.now() } = {}): Turnstile {
  const waiting: (() => void)[] = []
  let turnEnd: number | null = null
  let isHeld = false

  function nextTurn(): void {
    turnEnd = null
    if (!isHeld) passWaiting()
  }

  function hasTime(): boolean {
    if (turnEnd === null) {
      turnEnd = now() + IN_A_TURN_MS
      setImmediate(nextTurn)
    }
    return now() < turnEnd
  }

  function passWaiting(): void {
    while (waiting.length > 0 && hasTime()) waiting.shift()?.()
  }

  return {
    pass(work) {
      if (isHeld || waiting.length > 0 || !hasTime()) waiting.push(AsyncResource.bind(work))
      else work()
    },
    hold() {
      isHeld = true
    },
    goOn() {
      isHeld = false
      passWaiting()
    },
  }
}
