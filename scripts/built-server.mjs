// How the built server is run, by `npm start` and by whatever drives the whole product.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const build = join(dirname(dirname(fileURLToPath(import.meta.url))), 'build')

/**
 * What Node is given. It would let old garbage grow to twice or thrice of what is alive: half of it is enough. What is left
 * behind is collected when there is nothing else to do (`platform/give-back-memory.ts`).
 */
export const BUILT_BOUNDS = ['--max-semi-space-size=16', '--heap-growing-percent=50', '--expose-gc']

export const BUILT_SERVER = [...BUILT_BOUNDS, join(build, 'run/main.js')]

export const BUILT_SETTINGS = {
  /** What Node compiled once is taken from there at the next start. */
  NODE_COMPILE_CACHE: join(build, 'compiled'),
  /** Each arena of the C library keeps what its threads gave back: two are enough. */
  MALLOC_ARENA_MAX: '2',
}
