import type { Resolver } from 'node:dns/promises'
import type { MailDomainStatus } from '#domain/identity/email-verification.ts'
import { BoundedMap } from '../bounded-map.ts'
import { createCircuitBreaker } from '../providers/http/circuit-breaker.ts'

/** Checks by DNS whether domains accept email; never contacts a mail server. */
export type MailServers = { statusOf(domain: string): Promise<MailDomainStatus> }

type NameServer = Pick<Resolver, 'resolveMx' | 'resolve4' | 'resolve6'>
type Options = { nameServer: NameServer; now?: () => number; timeoutMs?: number; maxCached?: number }

const TIMEOUT_MS = 3000
const HOUR_MS = 3_600_000
const CACHE_TTL_MS: Record<MailDomainStatus, number> = {
  accepts_email: 24 * HOUR_MS,
  no_server: HOUR_MS,
  rejects_email: HOUR_MS,
  no_domain: HOUR_MS,
  // Long enough that other contacts of the same company don't wait for the same timeout.
  unavailable: 30_000,
}
const MAX_CACHED = 10_000

/** This many timeouts in a row mean that DNS is unreachable. */
const FAILURES_TO_PAUSE = 5
const PAUSE_MS = 60_000

/**
 * Queries name servers, with one query per domain at a time and a cache. While they don't answer at all,
 * it pauses except for an occasional probe, so that callers don't wait for each domain again.
 */
export function createMailServers(options: Options): MailServers {
  const { nameServer, now = Date.now, timeoutMs = TIMEOUT_MS, maxCached = MAX_CACHED } = options
  const cache = new BoundedMap<string, { status: MailDomainStatus; until: number }>(maxCached)
  const inFlight = new Map<string, Promise<MailDomainStatus>>()
  const breaker = createCircuitBreaker({ failures: FAILURES_TO_PAUSE, openMs: PAUSE_MS, now })

  function readCache(domain: string): MailDomainStatus | null {
    const entry = cache.get(domain)
    if (!entry || entry.until <= now()) return null
    cache.set(domain, entry) // as the most recently used
    return entry.status
  }

  async function query(domain: string): Promise<MailDomainStatus> {
    const { status, isReachable } = await withTimeout(answerOf(nameServer, domain), timeoutMs)
    if (isReachable) breaker.recordSuccess()
    else breaker.recordFailure()
    cache.set(domain, { status, until: now() + CACHE_TTL_MS[status] })
    return status
  }

  return {
    async statusOf(domain) {
      const cached = readCache(domain)
      if (cached) return cached
      const running = inFlight.get(domain)
      if (running) return running
      if (!breaker.allowsCall()) return 'unavailable'
      const querying = query(domain).finally(() => inFlight.delete(domain))
      inFlight.set(domain, querying)
      return querying
    },
  }
}

/** `isReachable`: the name servers responded, possibly with an error about the domain. */
type DomainCheck = { status: MailDomainStatus; isReachable: boolean }

const UNREACHABLE: DomainCheck = { status: 'unavailable', isReachable: false }

function withTimeout(check: Promise<DomainCheck>, milliseconds: number): Promise<DomainCheck> {
  const { promise: timedOut, resolve } = Promise.withResolvers<DomainCheck>()
  const timer = setTimeout(() => resolve(UNREACHABLE), milliseconds)
  return Promise.race([check, timedOut]).finally(() => clearTimeout(timer))
}

async function answerOf(nameServer: NameServer, domain: string): Promise<DomainCheck> {
  try {
    const exchanges = await nameServer.resolveMx(domain)
    // RFC 7505: one record that names no host.
    const isNull = exchanges.length === 1 && ['', '.'].includes(exchanges[0]?.exchange ?? '')
    if (isNull) return { status: 'rejects_email', isReachable: true }
    if (exchanges.length > 0) return { status: 'accepts_email', isReachable: true }
  } catch (error) {
    if (!isEmptyAnswer(error)) return failureOf(error)
  }
  return checkHost(nameServer, domain)
}

/** Without an MX record, email goes to the host of that name (RFC 5321, section 5.1). */
async function checkHost(nameServer: NameServer, domain: string): Promise<DomainCheck> {
  const hosts = await Promise.allSettled([nameServer.resolve4(domain), nameServer.resolve6(domain)])
  if (hosts.some((host) => host.status === 'fulfilled' && host.value.length > 0)) {
    return { status: 'accepts_email', isReachable: true }
  }
  const failure = hosts.find((host) => host.status === 'rejected' && !isEmptyAnswer(host.reason))
  return failure?.status === 'rejected'
    ? failureOf(failure.reason)
    : { status: 'no_server', isReachable: true }
}

function isEmptyAnswer(error: unknown): boolean {
  return codeOf(error) === 'ENODATA'
}

function failureOf(error: unknown): DomainCheck {
  const code = codeOf(error)
  if (code === 'ENOTFOUND' || code === 'EBADNAME') return { status: 'no_domain', isReachable: true }
  // Our name servers work, but those of the domain are misconfigured.
  if (code === 'ESERVFAIL' || code === 'EREFUSED' || code === 'EBADRESP') {
    return { status: 'unavailable', isReachable: true }
  }
  return UNREACHABLE
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '')
}
