/** State of one of the three DNS records that mail programs check. */
export type RecordState =
  | 'ok'
  | 'missing'
  /** There is a record, but it doesn't allow this server to send. */
  | 'wrong'
  /** The name server didn't answer. */
  | 'unknown'

export type SenderCheck = { spf: RecordState; dkim: RecordState; dmarc: RecordState }

/** Reads the texts of a name: an empty list if there are none, null if no server answered. */
export type ReadTxt = (name: string) => Promise<readonly string[] | null>

/** Domains that SPF may include, as RFC 7208 limits it. */
const MAX_SPF_LOOKUPS = 10
const DMARC_POLICIES = ['none', 'quarantine', 'reject']

export function isSenderReady({ spf, dkim, dmarc }: SenderCheck): boolean {
  return spf === 'ok' && dkim === 'ok' && dmarc === 'ok'
}

/** True if a record is known to be missing or wrong; a silent name server says nothing. */
export function isSenderBroken({ spf, dkim, dmarc }: SenderCheck): boolean {
  return [spf, dkim, dmarc].some((state) => state === 'missing' || state === 'wrong')
}

/** Domain of an email address. */
export function domainOfAddress(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/**
 * SPF: the one record of the domain must include `server`, the domain whose record lists the sending servers, directly or
 * through domains that it includes.
 */
export async function checkSpf(domain: string, server: string, readTxt: ReadTxt): Promise<RecordState> {
  if (domain === server) return (await readSpf(domain, readTxt)).state
  const seen = new Set<string>()
  const pending = [domain]
  let isComplete = true
  for (let name = pending.shift(); name !== undefined; name = pending.shift()) {
    if (seen.has(name) || seen.size > MAX_SPF_LOOKUPS) continue
    seen.add(name)
    const { state, record } = await readSpf(name, readTxt)
    if (state !== 'ok') {
      if (name === domain) return state
      isComplete &&= state !== 'unknown'
      continue
    }
    const includes = includedDomains(record)
    if (includes.includes(server)) return 'ok'
    pending.push(...includes)
  }
  return isComplete ? 'wrong' : 'unknown'
}

async function readSpf(name: string, readTxt: ReadTxt): Promise<{ state: RecordState; record: string }> {
  const texts = await readTxt(name)
  if (!texts) return { state: 'unknown', record: '' }
  const records = texts.filter((text) => /^v=spf1(?: |$)/i.test(text))
  // Two records are an error for every receiver.
  const state = records.length === 0 ? 'missing' : records.length > 1 ? 'wrong' : 'ok'
  return { state, record: records[0] ?? '' }
}

/** Domains that a record includes with a pass, or redirects to. */
function includedDomains(record: string): string[] {
  return Array.from(record.matchAll(/(?:^|\s)(?:\+?include:|redirect=)([^\s]+)/gi), ([, name = '']) =>
    name.toLowerCase().replace(/\.$/, ''),
  )
}

/** DKIM: the name of the key must have one record, with our public key. */
export async function checkDkim(name: string, publicKey: string, readTxt: ReadTxt): Promise<RecordState> {
  const texts = await readTxt(name)
  if (!texts) return 'unknown'
  if (texts.length === 0) return 'missing'
  const [record, ...others] = texts.map(tagsOf)
  return others.length === 0 && record?.get('p')?.replace(/\s+/g, '') === publicKey ? 'ok' : 'wrong'
}

/** DMARC: the record of the domain, or of the nearest domain above it. */
export async function checkDmarc(domain: string, readTxt: ReadTxt): Promise<RecordState> {
  for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const texts = await readTxt(`_dmarc.${name}`)
    if (!texts) return 'unknown'
    const records = texts.filter((text) => /^v=DMARC1\s*(?:;|$)/i.test(text))
    if (records.length > 1) return 'wrong'
    if (records[0] === undefined) continue
    return DMARC_POLICIES.includes(tagsOf(records[0]).get('p')?.toLowerCase() ?? '') ? 'ok' : 'wrong'
  }
  return 'missing'
}

/** `v=DKIM1; p=MIIB` to its tags. */
function tagsOf(record: string): Map<string, string> {
  return new Map(
    record.split(';').map((tag): [string, string] => {
      const [name = '', ...value] = tag.split('=')
      return [name.trim().toLowerCase(), value.join('=').trim()]
    }),
  )
}
