// `npm start`: install if needed, build if needed, run. `--dev` leaves building to the running server.
import { handOver, orExplain } from './hand-over.mjs'
import { ensureBuilt, ensureInstalled, findNode } from './setup.mjs'

const dev = process.argv.includes('--dev')

orExplain(() => {
  ensureInstalled()
  const node = findNode()
  if (!dev) ensureBuilt(node)
  handOver(node, ['src/server/main.ts'], dev ? { NODE_ENV: 'development', NINEFOLD_DEV: '1' } : {})
})
