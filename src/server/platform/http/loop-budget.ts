import { AsyncResource } from 'node:async_hooks'

/** So much of what passes is done in one turn of the event loop. More turns cost more: each looks at every connection. */
const TURN_BUDGET_MS = 8

export type LoopBudget = {
  /** Does the work now, or in one of the next turns when enough was done in this one. */
  run(work: () => void): void
  /** Nothing passes until `goOn`. */
  hold(): void
  goOn(): void
}

/**
 * Bounds what is done in one turn of the event loop. Between two turns new connections are taken and requests are read, so that
 * whoever is to be turned away hears of it soon, and not after the answers of everybody else.
 */
export function createLoopBudget({ now = () => performance.now() } = {}): LoopBudget {
  const waiting: (() => void)[] = []
  let turnEnd: number | null = null
  let isHeld = false

  function nextTurn(): void {
    turnEnd = null
    if (!isHeld) runWaiting()
  }

  function hasTime(): boolean {
    if (turnEnd === null) {
      turnEnd = now() + TURN_BUDGET_MS
      setImmediate(nextTurn)
    }
    return now() < turnEnd
  }

  function runWaiting(): void {
    while (waiting.length > 0 && hasTime()) waiting.shift()?.()
  }

  return {
    run(work) {
      if (isHeld || waiting.length > 0 || !hasTime()) waiting.push(AsyncResource.bind(work))
      else work()
    },
    hold() {
      isHeld = true
    },
    goOn() {
      isHeld = false
      runWaiting()
    },
  }
}
