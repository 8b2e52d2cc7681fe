import { AsyncResource } from 'node:async_hooks'

/** Work done per turn of the event loop. Shorter turns cost more, since each polls every connection. */
const TURN_BUDGET_MS = 8

/**
 * Limits the work per turn of the event loop. Connections are accepted and requests read between turns, so that requests
 * are shed quickly instead of after everyone else's responses.
 */
export function createLoopBudget({ now = () => performance.now() } = {}) {
  const waitingTurns: (() => void)[] = []
  let turnEnd: number | null = null
  let isPaused = false

  function nextTurn(): void {
    turnEnd = null
    if (!isPaused) runWaiting()
  }

  function hasTime(): boolean {
    if (turnEnd === null) {
      turnEnd = now() + TURN_BUDGET_MS
      setImmediate(nextTurn)
    }
    return now() < turnEnd
  }

  function runWaiting(): void {
    while (waitingTurns.length > 0 && hasTime()) waitingTurns.shift()?.()
  }

  return {
    /** Runs the work now, or in a later turn when this turn's budget is used up. */
    run(work: () => void): void {
      if (isPaused || waitingTurns.length > 0 || !hasTime()) waitingTurns.push(AsyncResource.bind(work))
      else work()
    },
    /** Runs nothing until `resume`. */
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
      runWaiting()
    },
  }
}
