import { type FastifyBaseLogger, fastify } from 'fastify'
import { AppError } from './errors.ts'

/**
 * Where running code reports. Identifiers only: names, addresses, phone numbers, links and file contents never reach
 * a log.
 */
export type Log = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>

/** One line of JSON for each entry. */
export function logSettings(level: string) {
  return { level, base: null, serializers: { req: requestLine, err: errorLine } }
}

/** A log of its own for what runs outside a request, in the same form as the server's. */
export function createLog(level: string): Log {
  return fastify({ logger: logSettings(level) }).log
}

/** What a log line says of a request: never its query, which may hold a search or a token. */
function requestLine({ method, url }: { method: string; url: string }) {
  return { method, path: url.split('?')[0] }
}

/** Errors whose words are the program's own: they name properties and addresses of services, and no values. */
const SAFE_MESSAGE_ERRORS = new Set([
  'TypeError',
  'ReferenceError',
  'AggregateError',
  'AbortError',
  'TimeoutError',
])
/** Classes of PostgreSQL's errors that speak of the statement or the server; the others quote what was in a row. */
const SERVER_ERROR_CLASSES = /^(08|25|40|42|53|54|55|57|58|XX)/

type ErrorLine = { type: string; message: string; stack: string; [more: string]: unknown }

/**
 * What a log line says of an error: its kind, its code and where it happened. Its words are left out where they may
 * quote a value, as PostgreSQL (`invalid input syntax … "Ann"`) and parsers do; PostgreSQL's detail always.
 */
export function errorLine(thrown: unknown): ErrorLine {
  // Callers that hand over words chose them.
  if (typeof thrown === 'string') return { type: 'Error', message: thrown, stack: '' }
  const { name, code, message, stack, syscall, constraint, table, cause } = (thrown ?? {}) as Partial<
    Record<'name' | 'code' | 'message' | 'stack' | 'syscall' | 'constraint' | 'table', string> & {
      cause: unknown
    }
  >
  const isPlain =
    thrown instanceof AppError ||
    SAFE_MESSAGE_ERRORS.has(name ?? '') ||
    syscall !== undefined ||
    isConnectionError(message) ||
    (/^[0-9A-Z]{5}$/.test(code ?? '') && SERVER_ERROR_CLASSES.test(code ?? ''))
  return {
    type: name ?? typeof thrown,
    message: (isPlain && message) || '(not shown: it may quote a value)',
    ...(code !== undefined && { code }),
    ...(constraint && { constraint }),
    ...(table && { table }),
    stack: framesOf(stack ?? ''),
    ...(cause !== undefined && { cause: errorLine(cause) }),
  }
}

/** The driver's own words for a database that is away carry no code. */
function isConnectionError(message = ''): boolean {
  return /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered)/.test(
    message,
  )
}

/** The places without the first lines, which repeat the words. */
function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .join('\n')
}

/** For code under test and tools that report by themselves. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
