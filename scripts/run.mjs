// `node scripts/run.mjs <file.ts> [arguments]`: installs if needed, then runs the file with Node 24.
import { handOver, printSetupErrors } from './hand-over.mjs'
import { ensureInstalled, findNode, SetupError } from './setup.mjs'

const [file, ...args] = process.argv.slice(2)

printSetupErrors(() => {
  if (!file) throw new SetupError('Usage: node scripts/run.mjs <file.ts> [arguments]')
  ensureInstalled()
  handOver(findNode(), [file, ...args])
})
