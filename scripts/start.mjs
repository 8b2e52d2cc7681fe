// `npm start`: installs and builds if needed, then runs. `--dev` runs the sources, which build the pages themselves.
import { BUILT_SERVER, BUILT_SETTINGS } from './built-server.mjs'
import { handOver, printSetupErrors } from './hand-over.mjs'
import { ensureBuilt, ensureInstalled, findNode } from './setup.mjs'

const isDevelopment = process.argv.includes('--dev')

printSetupErrors(() => {
  ensureInstalled()
  const node = findNode()
  if (!isDevelopment) ensureBuilt(node)
  if (isDevelopment) handOver(node, ['src/server/main.ts'], { NODE_ENV: 'development', NINEFOLD_DEV: '1' })
  else handOver(node, BUILT_SERVER, BUILT_SETTINGS)
})
