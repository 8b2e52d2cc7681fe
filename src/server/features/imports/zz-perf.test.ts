import { Readable } from 'node:stream'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { it } from 'vitest'
import { openImportWorkspace } from '#test/import-workspace.ts'
it('perf', async () => {
  const ws = await openImportWorkspace()
  const org = await ws.organization()
  const admin = await ws.user(org, 'ADMIN')
  if (process.env.SQL) for (const q of process.env.SQL.split(';')) await ws.owner.run(q)
  const ENRICH = process.env.ENRICH !== '0'
  const N = Number(process.env.N ?? 100000)
  const F = ['Anna','Ben','Carla','Dmitri','Élodie','Farid','Grace','Hugo','Ines','José']
  const L = ['Smith','Jones','Núñez','Okafor','Quigley','Strøm','Vance','Brontë','Tan','Müller']
  const gen = async function* () {
    let s = 'First Name,Last Name,Email,Phone,Address,City,State,Zip\n'
    for (let n = 0; n < N; n++) {
      s += `${F[n % 10]},${L[(n / 10 | 0) % 10]}${n % 977},p${n}@example.com,(${200 + n % 700}) ${200 + (n / 700 | 0) % 700}-${String(n % 10000).padStart(4, '0')},"${n % 9999} Oak Ave, Apt ${n % 40}",Chicago,IL,60614\n`
      if (s.length > 65000) { yield Buffer.from(s); s = '' }
    }
    yield Buffer.from(s)
  }
  const h = monitorEventLoopDelay({ resolution: 5 }); h.enable()
  let peak = 0; const timer = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss) }, 100)
  let t = performance.now(); let cpu = process.cpuUsage()
  const lap = (what: string) => { const c = process.cpuUsage(cpu); console.log(what, ((performance.now() - t) / 1000).toFixed(1), 's cpu', ((c.user + c.system) / 1e6).toFixed(1), 'loop p99', (h.percentile(99) / 1e6).toFixed(0), 'max', (h.max / 1e6).toFixed(0), 'rss', (peak / 1e6).toFixed(0)); t = performance.now(); cpu = process.cpuUsage(); h.reset() }
  const { importId } = await ws.imports.acceptCsv(admin, Readable.from(gen()), { enrich: ENRICH })
  lap('staged')
  await ws.queue.drain()
  lap('imported')
  console.log(JSON.stringify((({ imported, skipped, status }) => ({ imported, skipped, status }))(await ws.imports.get(admin, importId))))
  if (process.env.SHORT) { clearInterval(timer); await ws.close(); return }
  const again = await ws.imports.acceptCsv(admin, Readable.from(gen()), { enrich: ENRICH })
  lap('staged again')
  await ws.queue.drain()
  lap('all duplicates')
  console.log(JSON.stringify((({ imported, skipped, status }) => ({ imported, skipped, status }))(await ws.imports.get(admin, again.importId))))
  await ws.imports.undo(admin, importId)
  lap('undone')
  clearInterval(timer)
  await ws.close()
}, 1200000)
