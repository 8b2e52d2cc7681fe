import { type FastifyBaseLogger, fastify } from 'fastify'

/**
 * Where running code reports. Identifiers only: names, addresses, phone numbers, links and file contents never reach
 * a log.
 */
export type Log = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>

/** A log of its own for what runs outside a request, in the same form as the server's. */
export function createLog(level: string): Log {
  return fastify({ logger: { level, base: null } }).log
}

/** For code under test and tools that report by themselves. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
