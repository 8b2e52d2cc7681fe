// Options for running the built server, used by `npm start`, benchmarks and tests.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const build = join(dirname(dirname(fileURLToPath(import.meta.url))), 'build')

/**
 * Node options. By default the heap may grow to two or three times the live data; half as much is enough. Idle time
 * collects the rest (`platform/release-memory.ts`).
 */
export const BUILT_BOUNDS = ['--max-semi-space-size=16', '--heap-growing-percent=50', '--expose-gc']

export const BUILT_SERVER = [...BUILT_BOUNDS, join(build, 'run/main.js')]

export const BUILT_SETTINGS = {
  /** Compile cache for the next start. */
  NODE_COMPILE_CACHE: join(build, 'compiled'),
  /** Each malloc arena keeps freed memory, so two are enough. */
  MALLOC_ARENA_MAX: '2',
}
