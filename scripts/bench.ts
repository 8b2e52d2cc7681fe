// `npm run bench`: what one organization of 100,000 contacts costs, on the server, in the browser and at night;
// `--only=server`, `--only=browser` or `--only=rescoring` for one of them, `--contacts=1000000` for a night of that many.
// Machines are noisy: read what stands beside each number first.
import { benchBrowser } from './bench/browser.ts'
import { benchRescoring } from './bench/rescoring.ts'
import { benchServer } from './bench/server.ts'
import { openWorkspace, type Workspace } from './bench/workspace.ts'

const PARTS = { server: benchServer, browser: benchBrowser, rescoring: benchRescoring }
type Part = keyof typeof PARTS
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
if (only && !(only in PARTS)) throw new Error(`--only is one of ${Object.keys(PARTS).join(', ')}`)

await within(['server', 'browser'], { filled: true })
await within(['rescoring'], { filled: false })

/** Measures the wanted ones of some parts, all in one workspace. */
async function within(parts: readonly Part[], how: { filled: boolean }): Promise<void> {
  const wanted = parts.filter((part) => !only || part === only)
  if (wanted.length === 0) return
  const workspace: Workspace = await openWorkspace(how)
  try {
    for (const part of wanted) if (!(await PARTS[part](workspace))) process.exitCode = 1
  } finally {
    await workspace.close()
  }
}
