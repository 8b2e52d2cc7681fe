// The memory of a process while something happens.
import { readFile } from 'node:fs/promises'

/** Watches the memory of a process. @returns a stop function that returns the peak in MiB, NaN if unavailable */
export function watchMemory(pid: () => number): () => number {
  let most = Number.NaN
  const look = async () => {
    const text = await readFile(`/proc/${pid()}/status`, 'utf8').catch(() => '')
    const held = Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? Number.NaN) / 1024
    if (!(most >= held)) most = Number.isNaN(held) ? most : held
  }
  const timer = setInterval(look, 200)
  return () => {
    clearInterval(timer)
    return most
  }
}
