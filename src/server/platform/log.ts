import { type FastifyBaseLogger, fastify } from 'fastify'
import { AppError } from './errors.ts'

/**
 * Logger for running code. Log only identifiers: never names, addresses, phone numbers, links or file contents.
 */
export type Log = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>

/** Logger settings: one line of JSON per entry. */
export function logSettings(level: string) {
  return { level, base: null, serializers: { req: requestLine, err: errorLine } }
}

/** Creates a logger for work outside requests, in the same format as the server's. */
export function createLog(level: string): Log {
  return fastify({ logger: logSettings(level) }).log
}

/** Log fields of a request, without the query string, which may contain a search or a token, and without tokens in the path. */
function requestLine({ method, url }: { method: string; url: string }) {
  return { method, path: url.split('?')[0]?.replace(TOKEN_PATTERN, '$1…') }
}

const TOKEN_PATTERN = /(nf_[a-z]+_)\w*/g

/** Errors whose messages contain property names or service URLs, but no values. */
const SAFE_MESSAGE_ERRORS = new Set([
  'TypeError',
  'ReferenceError',
  'AggregateError',
  'AbortError',
  'TimeoutError',
])
/** Classes of PostgreSQL errors about the statement or the server; messages of others quote row values. */
const SERVER_ERROR_CLASSES_PATTERN = /^(08|25|40|42|53|54|55|57|58|XX)/

type ErrorLine = { type: string; message: string; stack: string; [detail: string]: unknown }

/**
 * Log fields of an error: kind, code and stack. Omits messages that may quote a value, as PostgreSQL (`invalid input syntax
 * … "Ann"`) and parsers do, and always omits PostgreSQL's detail.
 */
export function errorLine(thrown: unknown): ErrorLine {
  // Only our own code throws strings.
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
    (/^[0-9A-Z]{5}$/.test(code ?? '') && SERVER_ERROR_CLASSES_PATTERN.test(code ?? ''))
  return {
    type: name ?? typeof thrown,
    message: (isPlain && message) || '(hidden: may contain personal data)',
    ...(code !== undefined && { code }),
    ...(constraint && { constraint }),
    ...(table && { table }),
    stack: framesOf(stack ?? ''),
    ...(cause !== undefined && { cause: errorLine(cause) }),
  }
}

/** Recognizes the driver's connection errors, which have no code. */
function isConnectionError(message = ''): boolean {
  return /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered)/.test(
    message,
  )
}

/** Stack frames without the first lines, which repeat the message. */
function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .join('\n')
}

/** Logger that discards everything, for tests and tools. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
