import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

export type RunningProvider = { url: string; metadata: string; cert: string; stop(): Promise<void> }

/** Starts an identity provider as a process on this machine, and waits until it answers. */
export async function runProvider(kind: 'oidc' | 'saml'): Promise<RunningProvider> {
  const file = path.join(import.meta.dirname, `${kind}-process.ts`)
  const child: ChildProcess = spawn(process.execPath, [file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1' },
  })
  // Printed only if it fails to start: this one warns about its keys and storage every time.
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  if (!child.stdout) throw new Error('The identity provider has no output')
  const lines = createInterface(child.stdout)
  for await (const line of lines) {
    if (!line.startsWith('{')) continue
    const stop = async () => {
      const isOver = once(child, 'exit')
      child.kill()
      await isOver
    }
    return { metadata: '', cert: '', ...(JSON.parse(line) as { url: string }), stop }
  }
  throw new Error(`The ${kind} identity provider stopped at its start:\n${errors}`)
}
