import { readFile } from 'node:fs/promises'

/** Memory of a process in MiB; NaN where the system doesn't report it. */
export async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? Number.NaN) / 1024
}

/** Watches the memory of a process. @returns a stop function that returns the peak */
export function watchMemory(pid: number): () => number {
  let peak = Number.NaN
  const timer = setInterval(async () => {
    const mib = await memoryOf(pid)
    if (!(peak >= mib)) peak = mib
  }, 100)
  return () => {
    clearInterval(timer)
    return peak
  }
}
