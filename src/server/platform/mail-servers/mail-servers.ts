import { Resolver } from 'node:dns/promises'
import type { MailDomainStatus } from '#domain/identity/email-verification.ts'

/** Whether domains take mail, as the name servers tell; no mail server is ever spoken to. */
export type MailServers = { ask(domain: string): Promise<MailDomainStatus> }

type NameServer = Pick<Resolver, 'resolveMx' | 'resolve4' | 'resolve6'>
type Options = { nameServer?: NameServer; now?: () => number; timeoutMs?: number; maxKept?: number }

const TIMEOUT_MS = 3000
const HOUR_MS = 3_600_000
const CACHE_TTL_MS: Record<MailDomainStatus, number> = {
  takes_mail: 24 * HOUR_MS,
  no_server: HOUR_MS,
  takes_none: HOUR_MS,
  no_domain: HOUR_MS,
  // Long enough that the other people of the same company do not wait for the same silence.
  unavailable: 30_000,
}
const MAX_CACHED = 10_000

/** So many unanswered questions in a row mean that there is no way to the name servers at all. */
const FAILURES_TO_PAUSE = 5
const PAUSE_MS = 60_000

/**
 * Asks the name servers of this machine, once a domain at a time, and remembers. While they do not answer at all it
 * rests, with one question now and then to see whether they are back, so that nobody waits for each domain anew.
 */
export function createMailServers(options: Options = {}): MailServers {
  const {
    nameServer = new Resolver({ timeout: TIMEOUT_MS, tries: 1 }),
    now = Date.now,
    timeoutMs = TIMEOUT_MS,
    maxKept = MAX_CACHED,
  } = options
  const known = new Map<string, { answer: MailDomainStatus; until: number }>()
  const underWay = new Map<string, Promise<MailDomainStatus>>()
  let failures = 0
  let restUntil = 0

  function readCache(domain: string): MailDomainStatus | null {
    const entry = known.get(domain)
    if (!entry) return null
    known.delete(domain)
    if (entry.until <= now()) return null
    known.set(domain, entry)
    return entry.answer
  }

  function writeCache(domain: string, answer: MailDomainStatus): void {
    known.set(domain, { answer, until: now() + CACHE_TTL_MS[answer] })
    // A map keeps the order of insertion, and each hit was inserted anew: the first was longest not asked for.
    const [oldest] = known.keys()
    if (known.size > maxKept && oldest !== undefined) known.delete(oldest)
  }

  function isPaused(): boolean {
    if (failures < FAILURES_TO_PAUSE) return false
    if (now() < restUntil) return true
    restUntil = now() + PAUSE_MS // this question goes through, the others rest on
    return false
  }

  async function look(domain: string): Promise<MailDomainStatus> {
    const { answer, reached } = await withTimeout(answerOf(nameServer, domain), timeoutMs)
    if (reached) failures = 0
    else if (++failures === FAILURES_TO_PAUSE) restUntil = now() + PAUSE_MS
    writeCache(domain, answer)
    return answer
  }

  return {
    async ask(domain) {
      const answer = readCache(domain)
      if (answer) return answer
      const same = underWay.get(domain)
      if (same) return same
      if (isPaused()) return 'unavailable'
      const looking = look(domain).finally(() => underWay.delete(domain))
      underWay.set(domain, looking)
      return looking
    },
  }
}

/** `reached`: the name servers answered, if only that they could not find out. */
type DomainCheck = { answer: MailDomainStatus; reached: boolean }

const UNREACHED: DomainCheck = { answer: 'unavailable', reached: false }

function withTimeout(looking: Promise<DomainCheck>, milliseconds: number): Promise<DomainCheck> {
  const { promise: late, resolve } = Promise.withResolvers<DomainCheck>()
  const timer = setTimeout(() => resolve(UNREACHED), milliseconds)
  return Promise.race([looking, late]).finally(() => clearTimeout(timer))
}

async function answerOf(nameServer: NameServer, domain: string): Promise<DomainCheck> {
  try {
    const exchanges = await nameServer.resolveMx(domain)
    // RFC 7505: one record that names no host.
    const isNull = exchanges.length === 1 && ['', '.'].includes(exchanges[0]?.exchange ?? '')
    if (isNull) return { answer: 'takes_none', reached: true }
    if (exchanges.length > 0) return { answer: 'takes_mail', reached: true }
  } catch (error) {
    if (!isEmptyAnswer(error)) return failureOf(error)
  }
  return checkHost(nameServer, domain)
}

/** Without an MX record mail goes to the host of that name (RFC 5321, section 5.1). */
async function checkHost(nameServer: NameServer, domain: string): Promise<DomainCheck> {
  const hosts = await Promise.allSettled([nameServer.resolve4(domain), nameServer.resolve6(domain)])
  if (hosts.some((host) => host.status === 'fulfilled' && host.value.length > 0)) {
    return { answer: 'takes_mail', reached: true }
  }
  const failed = hosts.find((host) => host.status === 'rejected' && !isEmptyAnswer(host.reason))
  return failed?.status === 'rejected' ? failureOf(failed.reason) : { answer: 'no_server', reached: true }
}

function isEmptyAnswer(error: unknown): boolean {
  return codeOf(error) === 'ENODATA'
}

function failureOf(error: unknown): DomainCheck {
  const code = codeOf(error)
  if (code === 'ENOTFOUND' || code === 'EBADNAME') return { answer: 'no_domain', reached: true }
  // The name servers are there, those of the domain are not in order.
  if (code === 'ESERVFAIL' || code === 'EREFUSED' || code === 'EBADRESP') {
    return { answer: 'unavailable', reached: true }
  }
  return UNREACHED
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '')
}
