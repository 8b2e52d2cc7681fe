// The built product with one difference: its rate limits count each call as another user's, so that one machine can send
// more than they let a person send.
import assert from 'node:assert/strict'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import type { RunningProduct } from '#test/product/running-product.ts'
import { BUILT_BOUNDS } from '../built-server.mjs'
import type { BenchContext } from './bench-part.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const BUCKET_KEY = `\`\${rate}:\${caller}\``
const SPREAD_BUCKET_KEY = `\`\${rate}:\${caller}:\${Math.floor(Math.random() * 40_000)}\``

/** The limiters run as usual but are never reached. */
const spreadCallers: Plugin = {
  name: 'spread-callers',
  enforce: 'pre',
  transform(code, file) {
    if (!file.endsWith('/platform/http/limits.ts')) return null
    assert.ok(code.includes(BUCKET_KEY), 'The rate limiter names its buckets in another way')
    return code.replace(BUCKET_KEY, SPREAD_BUCKET_KEY)
  },
}

export async function startUnlimited({ start, ownerUrl }: BenchContext): Promise<RunningProduct> {
  const configFile = path.join(ROOT, 'vite.server.config.ts')
  const outDir = path.join(ROOT, 'build/bench')
  await build({ root: ROOT, configFile, logLevel: 'error', plugins: [spreadCallers], build: { outDir } })
  const settings = { ROLE: 'web', LOG_LEVEL: 'error' }
  return start(ownerUrl, settings, { server: [...BUILT_BOUNDS, path.join(outDir, 'main.js')] })
}
