import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { isAlive } from '#test/product/is-alive.ts'

const CHILD_CODE = `console.log(process.pid); setInterval(() => {}, 1000)`
const HAND_OVER_CODE = `import('./scripts/hand-over.mjs').then(({ handOver }) =>
  handOver(process.execPath, ['-e', ${JSON.stringify(CHILD_CODE)}]))`

test('Trust 21 stopping npm stops its processes even though its shell forwards no signals', async () => {
  // With a second command, the shell doesn't replace itself with the first.
  const shell = spawn('sh', ['-c', '"$NODE" -e "$CODE"; true'], {
    env: { ...process.env, NODE: process.execPath, CODE: HAND_OVER_CODE, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [firstOutput] = (await once(shell.stdout, 'data')) as [Buffer]
  const childPid = Number(firstOutput.toString())
  expect(isAlive(childPid)).toBe(true)
  shell.kill('SIGTERM')
  await expect.poll(() => isAlive(childPid), { timeout: 20_000 }).toBe(false)
})
