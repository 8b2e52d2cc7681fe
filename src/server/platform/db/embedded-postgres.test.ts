import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { databaseUser, reachableDataDir } from './embedded/os-user.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const isRoot = process.getuid?.() === 0
const openServers: EmbeddedPostgres[] = []
const folders: string[] = []
const lines: string[] = []

function freshDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'ninefold-launcher-'))
  // The database's account needs access when the tests run as root.
  chmodSync(dir, 0o711)
  folders.push(dir)
  return dir
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) })
  openServers.push(server)
  return server
}

async function queryUrl<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

const pidOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

/** Another Ninefold process on the same directory; resolves once it has printed what happened. */
async function startOtherProcess(dataDir: string): Promise<{ child: ChildProcess; output: string }> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./embedded-postgres.ts'))}
    try {
      await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} })
      console.log('STARTED')
      setInterval(() => {}, 1000)
    } catch (error) {
      console.log('REFUSED ' + error.message)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (text) => resolve(String(text).trim())),
  )
  return { child, output }
}

function killed(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

afterEach(async () => {
  for (const server of openServers.splice(0)) await server.stop()
  for (const dir of folders.splice(0)) rmSync(dir, { recursive: true, force: true })
  lines.length = 0
})

describe('first start', () => {
  test('creates a durable PostgreSQL 18, reachable only from this machine with its password', async () => {
    const dir = freshDir()
    const server = await start(dir)

    expect(server.adopted).toBe(false)
    const [row] = await queryUrl<Record<string, string>>(
      server.ownerUrl,
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as commit, current_setting('listen_addresses') as listen,
        current_setting('server_encoding') as encoding, datlocprovider as provider
        from pg_database where datname = current_database()`,
    )
    expect(row).toEqual({
      version: 18,
      fsync: 'on',
      commit: 'on',
      listen: '127.0.0.1',
      encoding: 'UTF8',
      provider: 'i',
    })
    const wrongUrl = new URL(server.ownerUrl)
    wrongUrl.password = 'guess'
    await expect(queryUrl(wrongUrl.href, 'select 1')).rejects.toThrow(/password authentication failed/)
    expect(statSync(join(dir, 'postgres.json')).mode & 0o777).toBe(0o600)
  })

  test('starts over when it was killed during setup', async () => {
    const dir = freshDir()
    const abandoned = join(dir, 'postgres.init-999999')
    mkdirSync(abandoned)
    writeFileSync(join(abandoned, 'PG_VERSION'), '18\n')
    writeFileSync(`${abandoned}.password`, 'secret')

    const server = await start(dir)

    expect(await queryUrl(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(readdirSync(dir).filter((name) => name.includes('init-'))).toEqual([])
  })

  test('keeps rows and statements out of the server log', async () => {
    const dir = freshDir()
    const { ownerUrl } = await start(dir)
    await queryUrl(ownerUrl, 'create table person (email text primary key)')
    await queryUrl(ownerUrl, `insert into person values ('ada@example.com')`)
    await expect(queryUrl(ownerUrl, `insert into person values ('ada@example.com')`)).rejects.toThrow(
      /duplicate key/,
    )

    const folder = join(dir, 'postgres/log')
    const log = () =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('')
    // The server's log collector writes with a delay.
    await vi.waitFor(() => expect(log()).toContain('duplicate key'), { timeout: 5000 })
    expect(log()).not.toContain('ada@')
  })
})

describe('next start', () => {
  test('finds the data after a normal stop, on the same port', async () => {
    const dir = freshDir()
    const first = await start(dir)
    await queryUrl(first.ownerUrl, 'create table kept as select 7 as n')
    await first.stop()
    await expect(queryUrl(first.ownerUrl, 'select 1')).rejects.toThrow()

    const secondServer = await start(dir)

    expect(secondServer.adopted).toBe(false)
    expect(secondServer.ownerUrl).toBe(first.ownerUrl)
    expect(await queryUrl(secondServer.ownerUrl, 'select n from kept')).toEqual([{ n: 7 }])
  })

  test('adopts the server whose program was killed', async () => {
    const dir = freshDir()
    const { child, output } = await startOtherProcess(dir)
    expect(output).toBe('STARTED')
    const pid = pidOf(dir)
    await killed(child)

    const server = await start(dir)

    expect(server.adopted).toBe(true)
    expect(pidOf(dir)).toBe(pid)
    expect(await queryUrl(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('recovers after program and server were killed together', async () => {
    const dir = freshDir()
    const { child } = await startOtherProcess(dir)
    const pid = pidOf(dir)
    await killed(child)
    process.kill(pid, 'SIGKILL')

    const server = await start(dir)

    expect(server.adopted).toBe(false)
    expect(await queryUrl(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('ignores a pid file whose process is another program', async () => {
    const dir = freshDir()
    await (await start(dir)).stop()
    const pidFile = join(dir, 'postgres/postmaster.pid')
    writeFileSync(
      pidFile,
      [process.pid, join(dir, 'postgres'), 1, 5432, '', '127.0.0.1', '', 'ready   '].join('\n'),
    )

    const server = await start(dir)

    expect(server.adopted).toBe(false)
    expect(pidOf(dir)).not.toBe(process.pid)
    expect(lines.join()).toContain(`process ${process.pid} is not the database`)
  })

  test('moves to another port when its port is taken', async () => {
    const dir = freshDir()
    const first = await start(dir)
    await first.stop()
    const port = Number(new URL(first.ownerUrl).port)
    const portHolder = createServer().listen(port, '127.0.0.1')
    await new Promise((resolve) => portHolder.once('listening', resolve))
    try {
      const secondServer = await start(dir)
      expect(new URL(secondServer.ownerUrl).port).not.toBe(String(port))
      expect(await queryUrl(secondServer.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    } finally {
      portHolder.close()
    }
  })
})

describe('while it runs', () => {
  test('tells a second process on the same directory which process holds it and what to do', async () => {
    const dir = freshDir()
    await start(dir)

    const { output } = await startOtherProcess(dir)

    expect(output).toMatch(/^REFUSED The data directory .* is in use by another Ninefold process/)
    expect(output).toContain(`pid ${process.pid} `)
    expect(output).toContain('DATA_DIR')
    expect(output).toContain('DATABASE_URL')
  })

  test('restarts a killed server and keeps the lock', async () => {
    const dir = freshDir()
    const server = await start(dir)
    const pid = pidOf(dir)
    process.kill(pid, 'SIGKILL')

    await expect
      .poll(() => queryUrl(server.ownerUrl, 'select 1 as one').catch(() => []), { timeout: 20_000 })
      .toEqual([{ one: 1 }])

    expect(pidOf(dir)).not.toBe(pid)
    await expect
      .poll(() => queryUrl(server.ownerUrl, `select 1 from pg_locks where locktype = 'advisory'`), {
        timeout: 5000,
      })
      .toHaveLength(1)
    expect((await startOtherProcess(dir)).output).toContain('REFUSED')
  })
})

describe.runIf(isRoot)('as root', () => {
  test('uses the fallback directory when its account can’t reach the requested one', async () => {
    const closedDir = freshDir()
    chmodSync(closedDir, 0o700)
    const unreachableDir = join(freshDir(), 'var')

    const dir = reachableDataDir(
      join(closedDir, 'data'),
      databaseUser(),
      (line) => lines.push(line),
      unreachableDir,
    )

    expect(dir).toBe(unreachableDir)
    expect(lines.join()).toMatch(
      /cannot be reached by the account "(postgres|nobody)"; the database uses .*var instead/,
    )
    expect(existsSync(join(closedDir, 'data'))).toBe(false)
  })
})
