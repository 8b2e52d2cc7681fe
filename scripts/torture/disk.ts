// A full disk: writes fail until there is space, reads continue, and nothing needs a restart.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { numberOf, rowsOf } from '#test/product/invariants.ts'
import { type CallResult, countKinds, isSuccess, pollUntil, post, send } from '#test/product/load.ts'
import { openOrganization } from '../shared/people.ts'
import { startPostgres } from '../shared/postgres.ts'
import { finding, type Scenario } from './scenario.ts'

const MIB = 1024 * 1024
const MAX_WRITES = 400

export const diskFull: Scenario = {
  name: 'disk-full',
  seconds: 150,
  async run(stage) {
    const disk = mountSmallDisk(700)
    const limit = 'not possible here: needs root and a mount of its own'
    if (!disk) return [{ promiseId: 19, title: 'a full disk', measurement: '', limit, isMet: null }]
    stage.after(() => {
      spawnSync('umount', ['-l', disk])
      rmdirSync(disk)
    })
    const postgres = await startPostgres({ parent: disk })
    stage.after(() => postgres.remove())
    const { url, ownerUrl } = await stage.startProduct(
      {},
      await postgres.createMigratedDatabase('torture_full'),
    )
    const { members } = await openOrganization({ url, ownerUrl }, { members: 8, contacts: 50 })
    // Checkpoints would free and take space at unpredictable times.
    await rowsOf(postgres.url, 'checkpoint')
    let writeCount = 0
    const sendWrite = () => {
      const n = writeCount++
      const name = { firstName: 'Full', lastName: 'x'.repeat(90) }
      const contact = { ...name, email: `full${n}@example.com`, address: 'y'.repeat(180) }
      return post(url, '/api/contacts', contact, members[n % members.length])
    }
    const sendRead = () => send(url, { path: '/api/contacts?limit=20', headers: members[0] ?? {} })
    const ballast = path.join(disk, 'ballast')
    fillDisk(disk, ballast)
    const writes: CallResult[] = []
    const reads: CallResult[] = []
    const listRefusedWrites = () => writes.filter((one) => !isSuccess(one) && one.status !== 429)
    while (writes.length < MAX_WRITES && listRefusedWrites().length < 20) {
      writes.push(await sendWrite())
      if (writes.length % 5 === 0) reads.push(await sendRead())
    }
    for (let i = 0; i < 10; i++) reads.push(await sendRead())
    console.log(`  writes: ${countKinds(writes)}; reads: ${countKinds(reads)}`)
    rmSync(ballast)
    const recoveryMs = await pollUntil(async () => isSuccess(await sendWrite()), 60_000, 300)
    const createdCount = writes.filter(({ status }) => status === 201).length
    const storedCount = await numberOf(ownerUrl, `select count(*) from contacts where first_name = 'Full'`)
    const unexpectedResults = listRefusedWrites().filter(({ status }) => ![503, 507].includes(status))
    return [
      finding(19, 'full disk: writes refused', listRefusedWrites().length, '≥ 1'),
      finding(19, 'full disk: refused with something else than 503 or 507', unexpectedResults.length, 0),
      finding(19, 'full disk: reads that failed', reads.filter((answer) => !isSuccess(answer)).length, 0),
      finding(19, 'space again, without a restart: first write', recoveryMs / 1000, '≤ 30 s'),
      finding(19, 'acknowledged writes lost', Math.max(0, createdCount - storedCount), 0),
    ]
  },
}

/** A small disk in memory; null if not permitted. */
function mountSmallDisk(mib: number): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ninefold-small-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', folder])
  if (status !== 0) {
    rmdirSync(folder)
    return null
  }
  chmodSync(folder, 0o711) // root's database runs under another account
  return folder
}

/** Takes all the space that is left. */
function fillDisk(disk: string, file: string): void {
  const { bavail, bsize } = statfsSync(disk)
  const piece = Buffer.alloc(MIB)
  for (let freeBytes = bavail * bsize; freeBytes > 0; freeBytes -= MIB) {
    try {
      writeFileSync(file, freeBytes < MIB ? piece.subarray(0, freeBytes) : piece, { flag: 'a' })
    } catch {
      return // the disk was full earlier than expected
    }
  }
}
