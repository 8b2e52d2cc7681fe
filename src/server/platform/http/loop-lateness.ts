const EVERY_MS = 50
const SAMPLES = 10

/** Tells, each half second, by how many milliseconds the event loop was late on average. */
export function watchLateness(tell: (meanMs: number) => void, now: () => number): () => void {
  let expected = now() + EVERY_MS
  let late = 0
  let samples = 0
  const timer = setInterval(() => {
    const time = now()
    late += Math.max(0, time - expected)
    expected = time + EVERY_MS
    samples += 1
    if (samples < SAMPLES) return
    tell(late / samples)
    late = 0
    samples = 0
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
