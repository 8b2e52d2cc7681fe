import { createServer } from 'node:net'
import { ConfigError } from '../../config-error.ts'

/** Finds a free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const port = await canBind(0)
  if (port === undefined) throw new ConfigError('There is no free port on 127.0.0.1 for the database.')
  return port
}

/** Returns the port if it is free (0 asks for any), else undefined. */
export function canBind(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : undefined))
    })
  })
}
