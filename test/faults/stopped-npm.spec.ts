import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { isAlive } from '#test/product/is-alive.ts'

const CHILD = `console.log(process.pid); setInterval(() => {}, 1000)`
const HANDS_OVER = `import('./scripts/hand-over.mjs').then(({ handOver }) =>
  handOver(process.execPath, ['-e', ${JSON.stringify(CHILD)}]))`

test('Trust 21 stopping npm stops its processes even though its shell forwards no signals', async () => {
  // With a second command, the shell doesn't replace itself with the first.
  const shell = spawn('sh', ['-c', '"$NODE" -e "$CODE"; true'], {
    env: { ...process.env, NODE: process.execPath, CODE: HANDS_OVER, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed] = (await once(shell.stdout, 'data')) as [Buffer]
  const started = Number(printed.toString())
  expect(isAlive(started)).toBe(true)
  shell.kill('SIGTERM')
  await expect.poll(() => isAlive(started), { timeout: 20_000 }).toBe(false)
})
