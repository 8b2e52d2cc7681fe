// A full disk: writes fail for the moment, reads continue, and nothing needs a restart.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { countKinds, isGood, send, until } from './load.ts'
import { openOrganization } from './people.ts'
import { query, startPostgres } from './postgres.ts'
import { atMost, equalTo, notMeasurable, type Scenario } from './scenario.ts'
import { queryNumber } from './stage.ts'

const MIB = 1024 * 1024
const TRIES = 400

export const diskFull: Scenario = {
  name: 'disk-full',
  seconds: 150,
  async run(stage) {
    const disk = mountSmall(700)
    if (!disk)
      return [notMeasurable(19, 'a full disk', 'not possible here: needs root and a mount of its own')]
    stage.after(() => {
      spawnSync('umount', ['-l', disk])
      rmdirSync(disk)
    })
    const postgres = await startPostgres(disk)
    stage.after(() => postgres.remove())
    const product = await stage.product({}, { on: await postgres.database('torture_full') })
    const { people } = await openOrganization(product, { people: 8, contacts: 50 })
    const pid = product.pid()
    // Checkpoints would free and take space at times of their own.
    await query(postgres.url, 'checkpoint')
    let turn = 0
    const write = () => {
      const n = turn++
      const contact = {
        firstName: 'Full',
        lastName: 'x'.repeat(90),
        email: `full${n}@example.com`,
        address: 'y'.repeat(180),
      }
      const headers = people[n % people.length] ?? {}
      return send(product.url, {
        method: 'POST',
        path: '/api/contacts',
        headers,
        body: JSON.stringify(contact),
      })
    }
    const read = () => send(product.url, { path: '/api/contacts?limit=20', headers: people[0] ?? {} })
    const ballast = path.join(disk, 'ballast')
    fill(disk, ballast)
    const writes = []
    const reads = []
    for (
      let i = 0;
      i < TRIES && writes.filter((one) => !isGood(one) && one.status !== 429).length < 20;
      i++
    ) {
      writes.push(await write())
      if (i % 5 === 0) reads.push(await read())
    }
    const refused = writes.filter((one) => !isGood(one) && one.status !== 429)
    for (let i = 0; i < 10; i++) reads.push(await read())
    stage.say(`  writes: ${countKinds(writes)}; reads: ${countKinds(reads)}`)
    rmSync(ballast)
    const back = await until(async () => isGood(await write()), 60_000, 300)
    const made = writes.filter(({ status }) => status === 201).length
    const kept = await queryNumber(
      product.ownerUrl,
      `select count(*) from contacts where first_name = 'Full'`,
    )
    return [
      equalTo(19, 'full disk: writes were refused', refused.length > 0 ? 'yes' : 'no', 'yes'),
      equalTo(
        19,
        'full disk: refused with something else than 503 or 507',
        refused.filter(({ status }) => ![503, 507].includes(status)).length,
        0,
      ),
      equalTo(19, 'full disk: reads that failed', reads.filter((answer) => !isGood(answer)).length, 0),
      atMost(19, 'space again: first write', back / 1000, 30, 's'),
      equalTo(19, 'restart needed', product.pid() === pid ? 'no' : 'yes', 'no'),
      atMost(19, 'acknowledged writes lost', Math.max(0, made - kept), 0),
    ]
  },
}

/** A small disk in memory; null if not permitted. */
function mountSmall(mib: number): string | null {
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
function fill(disk: string, file: string): void {
  const { bavail, bsize } = statfsSync(disk)
  const piece = Buffer.alloc(MIB)
  for (let left = bavail * bsize; left > 0; left -= MIB) {
    try {
      writeFileSync(file, left < MIB ? piece.subarray(0, left) : piece, { flag: 'a' })
    } catch {
      return // full sooner than was said
    }
  }
}
