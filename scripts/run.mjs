// `node scripts/run.mjs <file.ts> [arguments]`: install if needed, then run the file under Node 24.
import { handOver, orExplain } from './hand-over.mjs'
import { ensureInstalled, findNode, SetupError } from './setup.mjs'

const [file, ...args] = process.argv.slice(2)

orExplain(() => {
  if (!file) throw new SetupError('Say which file to run: node scripts/run.mjs <file.ts> [arguments]')
  ensureInstalled()
  handOver(findNode(), [file, ...args])
})
