import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Running } from './bench-part.ts'

/** Runs a file, and waits until it says at which address it listens. */
export async function startChild(
  file: string,
  settings: NodeJS.ProcessEnv,
  bounds: readonly string[] = [],
): Promise<Running> {
  const child = spawn(process.execPath, [...profilerArguments(), ...bounds, file], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const [url] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exited.then(() => Promise.reject(new Error(`${path.basename(file)} ended before it listened`))),
  ])) as [string]
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Memory of a process in MiB: what it holds, and its share of what it shares; null where the system does not tell. */
export async function memoryOf(pid: number): Promise<{ rss: number; pss: number } | null> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => null)
  if (text === null) return null
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024
  return { rss: of('Rss'), pss: of('Pss') }
}

/** Where BENCH_PROFILE names a folder, a profile of the process is put there. */
export function profilerArguments(): string[] {
  const folder = process.env.BENCH_PROFILE
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}
