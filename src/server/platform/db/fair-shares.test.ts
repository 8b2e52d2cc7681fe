import { expect, test } from 'vitest'
import type { Database } from './database.ts'
import { shareFairly } from './fair-shares.ts'
import { mintOrganizationId } from './organization-id.ts'

const FLOOD = mintOrganizationId('018f0000-0000-7000-8000-000000000001')
const QUIET = mintOrganizationId('018f0000-0000-7000-8000-000000000002')

/** A database whose transactions end when they are told to. */
function slowDatabase() {
  const running: (() => void)[] = []
  const tenant = () => new Promise<void>((resolve) => running.push(resolve))
  const db = shareFairly({ tenant, read: tenant } as unknown as Database)
  return { db, running }
}

test('Trust 22 slow transactions of one organization leave connections for another, and the rest of its own wait', async () => {
  const { db, running } = slowDatabase()
  const flood = Array.from({ length: 20 }, (_, i) =>
    i % 2 ? db.tenant(FLOOD, async () => {}) : db.read(FLOOD, async () => {}),
  )
  expect(running).toHaveLength(7)
  const quiet = db.tenant(QUIET, async () => {})
  expect(running).toHaveLength(8)
  running[7]?.()
  await quiet
  for (let ended = 0; ended < 20; ended++) {
    running.splice(0, 1)[0]?.()
    await Promise.resolve()
    await new Promise(setImmediate)
    expect(running.length).toBeLessThanOrEqual(8)
  }
  for (const end of running) end()
  await Promise.all(flood)
})
