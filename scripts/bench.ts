// `npm run bench`: what one organization of 100,000 contacts costs, on the server and in the browser; `--only=server` or
// `--only=browser` for one of them. Machines are noisy: read what stands beside each number first.
import { benchBrowser } from './bench/browser.ts'
import { benchServer } from './bench/server.ts'
import { openWorkspace } from './bench/workspace.ts'

const PARTS = { server: benchServer, browser: benchBrowser }
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
if (only && !(only in PARTS)) throw new Error(`--only is one of ${Object.keys(PARTS).join(', ')}`)

const workspace = await openWorkspace()
try {
  for (const [name, bench] of Object.entries(PARTS)) {
    if (only && name !== only) continue
    if (!(await bench(workspace))) process.exitCode = 1
  }
} finally {
  await workspace.close()
}
