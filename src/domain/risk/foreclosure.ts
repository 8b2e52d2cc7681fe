import type { PublicRecord } from '../enrichment/public-record.ts'
import { type Evidence, matchOf } from '../signals/evidence.ts'
import { partiesOf } from '../signals/name-match.ts'
import { firstPlausibleDate, plausibleAmount, registryDay } from './plausible-date.ts'
import type { ForeclosureHistory, ForeclosureRecord } from './risk-data.ts'

const FORECLOSURE_KINDS = ['notice_of_default', 'auction', 'tax_lien'] as const
/** Some registries file these as deeds. */
const DEFAULT_NOTICE_PATTERN = /notice of default|lis pendens/i

/** Notices of default, lis pendens, auctions and tax liens about the contact, each document once. */
export function foreclosureOf(evidence: Evidence, hasCheckedRecords: boolean): ForeclosureHistory {
  const byDocument = new Map<string, ForeclosureRecord>()
  for (const record of evidence.current.publicRecords) {
    const foreclosure = recordOf(evidence, record)
    if (foreclosure) byDocument.set(`${foreclosure.source}|${foreclosure.documentId}`, foreclosure)
  }
  const dayOf = ({ filedOn, auctionOn }: ForeclosureRecord) =>
    registryDay(filedOn ?? auctionOn, evidence.todayDay) || 0
  const records = [...byDocument.values()].sort((a, b) => dayOf(b) - dayOf(a))
  if (records.length > 0) return { status: 'records', records }
  return { status: hasCheckedRecords ? 'none_found' : 'not_run', records }
}

function recordOf(evidence: Evidence, record: PublicRecord): ForeclosureRecord | null {
  const kind = kindOf(record)
  if (!kind || matchOf(evidence, partiesOf(record.names), record.address) === null) return null
  const { dates, documentId, source, details, amount } = record
  return {
    kind,
    documentType: details.documentType ?? null,
    documentId,
    filedOn: firstPlausibleDate([dates.filed, dates.recorded, dates.event], evidence.todayDay),
    auctionOn: firstPlausibleDate([dates.auction], evidence.todayDay),
    amount: plausibleAmount(amount),
    source,
  }
}

function kindOf({ kind, details }: PublicRecord): ForeclosureRecord['kind'] | undefined {
  if (kind === 'deed' && DEFAULT_NOTICE_PATTERN.test(details.documentType ?? '')) return 'notice_of_default'
  return FORECLOSURE_KINDS.find((each) => each === kind)
}
