// How long a visitor waits for a page, from the built product. One at a time: the limit of an address is not lifted here.
import type { BenchContext, BenchPart, Line } from './bench-part.ts'
import { startBuilt } from './built-product.ts'
import { oneByOne } from './load.ts'
import { percentile } from './numbers.ts'

const TIMES = 200
const PAGES = { 'the home page': '/', 'a list of articles': '/blog', 'where to begin': '/get-started' }

export const part: BenchPart = { name: 'pages', sizes: 'largest', run }

async function run({ workspace }: BenchContext): Promise<Line[]> {
  const product = await startBuilt({ DATABASE_URL: workspace.ownerUrl, DEMO: '0' })
  try {
    const lines: Line[] = []
    for (const [name, path] of Object.entries(PAGES)) {
      const next = () => ({ method: 'GET' as const, path })
      const taken = await oneByOne({ url: product.url, headers: {}, next }, TIMES)
      const [p50, p99] = [percentile(taken, 50), percentile(taken, 99)]
      lines.push({
        operation: `page: ${name}, one at a time`,
        value: p50,
        unit: 'ms',
        p50,
        p99,
        atMost: true,
      })
    }
    return lines
  } finally {
    await product.stop()
  }
}
