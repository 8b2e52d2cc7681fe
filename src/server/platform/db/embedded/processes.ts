import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** True if the process id is in use, also by a zombie (ended, waiting to be reaped). */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** True for a running process; false for one that is gone or a zombie. */
export function isAlive(pid: number): boolean {
  return exists(pid) && !isZombie(pid)
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The state letter follows the command name, which may itself contain spaces and brackets.
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch {
    return true
  }
}

/** Command line of a process; undefined if the system doesn't reveal it. */
export function commandOf(pid: number): string[] | undefined {
  try {
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
    }
    if (process.platform === 'win32') {
      return execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], {
        encoding: 'utf8',
      }).split(',')
    }
    return execFileSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
      .trim()
      .split(' ')
  } catch {
    return undefined
  }
}
