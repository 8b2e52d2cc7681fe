import type { Sale } from '../enrichment/property-record.ts'
import type { PublicRecord } from '../enrichment/public-record.ts'
import { type DayNumber, monthsBetween, parseDay } from '../score/day.ts'
import { type Evidence, placeOfProperty, providerOf } from '../signals/evidence.ts'
import { isNamed, partiesOf } from '../signals/name-match.ts'
import { isSameCity, isSameHome } from '../signals/place-match.ts'
import { LIMITS as RULE_LIMITS } from '../signals/rules.ts'
import { firstPlausibleDate, plausibleAmount, registryDay } from './plausible-date.ts'
import {
  isNotable,
  type OwnershipHistory,
  type QuickResale,
  type TitleGap,
  type Transfer,
} from './risk-data.ts'

/** Limits, chosen by judgment. */
const LIMITS = {
  /** Days from a sale to the recording of its deed. */
  maxDaysToRecording: 60,
  /** Months between two sales that make a quick resale. */
  maxResaleMonths: 12,
  /** Months for which a quick resale or gap needs review. */
  recentMonths: 60,
} as const

/** Words on deeds that are not names. */
const NON_NAME_WORDS = new Set(
  'a and as bank company corp estate family inc irrevocable lc living llc lp ltd of revocable the trust trustee'.split(
    ' ',
  ),
)

/** Documents that transfer a home without a sale. */
const GIFT_DOCUMENT_PATTERN =
  /quit[\s-]?claim|inter-?spousal|affidavit|executor|representative|trust|gift|decree/i

const NO_HISTORY: OwnershipHistory = {
  status: 'not_run',
  home: null,
  deeds: [],
  yearsCovered: null,
  gaps: [],
  quickResales: [],
}

/** The chain of owners of the contact's home, from property sales and county deeds. */
export function assessOwnership(evidence: Evidence): OwnershipHistory {
  const { home, todayDay } = evidence
  const transfers = transfersOf(evidence)
  if (!home || transfers.length === 0) return { ...NO_HISTORY, home: home?.address ?? null }
  const oldest = registryDay(transfers[0]?.date, todayDay)
  return {
    status: 'known',
    home: home.address,
    deeds: [...transfers].reverse(),
    yearsCovered: Number.isNaN(oldest) ? null : Math.max(0, Math.floor(monthsBetween(oldest, todayDay) / 12)),
    gaps: findGaps(transfers, home.propertyData.ownerNames),
    quickResales: findQuickResales(transfers),
  }
}

/** Counts findings that need review: recent gaps, and recent resales with a notable or unknown price change. */
export function ownershipReviews({ gaps, quickResales }: OwnershipHistory, todayDay: DayNumber): number {
  const isRecent = (day: DayNumber) => monthsBetween(day, todayDay) <= LIMITS.recentMonths
  const recentGaps = gaps.filter(({ before }) => before === null || isRecent(registryDay(before, todayDay)))
  const recentResales = quickResales.filter(
    (resale) => (resale.change === null || isNotable(resale.change)) && isRecent(parseDay(resale.soldOn)),
  )
  return recentGaps.length + recentResales.length
}

/** Sales and deeds of the home, oldest first; a sale and its deed are joined. */
function transfersOf(evidence: Evidence): Transfer[] {
  const { home, current, todayDay } = evidence
  if (!home) return []
  const source = providerOf(evidence, 'property')
  const transfers = home.propertyData.saleHistory.flatMap((sale) => saleTransfer(sale, source, todayDay))
  for (const deed of current.publicRecords) {
    if (deed.kind !== 'deed' || !isAboutHome(evidence, deed)) continue
    const transfer = deedTransfer(deed, todayDay)
    const day = registryDay(transfer.date, todayDay)
    const index = transfers.findIndex(
      ({ date, documentId }) =>
        documentId === null && Math.abs(registryDay(date, todayDay) - day) <= LIMITS.maxDaysToRecording,
    )
    const sale = transfers[index]
    if (sale && documentsSale(transfer, sale)) transfers[index] = joinTransfer(sale, transfer)
    else transfers.push(transfer)
  }
  return transfers
    .map((transfer) => ({ transfer, day: registryDay(transfer.date, todayDay) }))
    .filter(({ day }) => day <= todayDay)
    .sort((a, b) => a.day - b.day)
    .map(({ transfer }) => transfer)
}

function isAboutHome(evidence: Evidence, { address, names }: PublicRecord): boolean {
  if (!evidence.home || !address) return false
  const home = placeOfProperty(evidence.home)
  if (address.street) return isSameHome(address, home)
  // Some registries print only the town.
  return isSameCity(address, home) && partiesOf(names).some((party) => isNamed(party, evidence.contact))
}

function saleTransfer(sale: Sale, source: string, today: DayNumber): Transfer[] {
  const date = firstPlausibleDate([sale.date, sale.recordedDate], today)
  if (date === null) return []
  const { documentType, seller } = sale
  const price = priceOf(sale.price)
  const isSale = price !== null || !GIFT_DOCUMENT_PATTERN.test(documentType ?? '')
  const from = seller ? [seller] : []
  return [{ date, documentType, documentId: null, price, from, to: [], sources: [source], sale: isSale }]
}

function deedTransfer(
  { dates, details, documentId, amount, source }: PublicRecord,
  today: DayNumber,
): Transfer {
  const price = priceOf(details.price ?? amount)
  return {
    date: firstPlausibleDate([dates.recorded, dates.filed, dates.event], today),
    documentType: details.documentType ?? null,
    documentId,
    price,
    from: details.grantors ?? [],
    to: details.grantees ?? [],
    sources: [source],
    sale: price !== null,
  }
}

/** Drops token prices, which are common on deeds without a sale. */
function priceOf(price: number | null): number | null {
  const amount = plausibleAmount(price)
  return amount !== null && amount > RULE_LIMITS.tokenPrice ? amount : null
}

/** True if a deed documents a sale. A deed without a price between relatives never documents a sale with one. */
function documentsSale(deed: Transfer, sale: Transfer): boolean {
  if (sale.price === null) return true
  return deed.price === null ? !isWithinFamily(deed) : deed.price === sale.price
}

function joinTransfer(sale: Transfer, deed: Transfer): Transfer {
  return {
    date: sale.date,
    documentType: deed.documentType ?? sale.documentType,
    documentId: deed.documentId,
    price: sale.price ?? deed.price,
    from: deed.from.length > 0 ? deed.from : sale.from,
    to: deed.to,
    sources: [...new Set([...sale.sources, ...deed.sources])],
    sale: sale.price !== null || deed.sale || (sale.sale && !isGift(deed)),
  }
}

function isGift(deed: Transfer): boolean {
  return GIFT_DOCUMENT_PATTERN.test(deed.documentType ?? '') || isWithinFamily(deed)
}

function wordsOf(names: readonly string[]): Set<string> {
  const words = partiesOf(names).flat()
  return new Set(words.filter((word) => word.length > 1 && !NON_NAME_WORDS.has(word)))
}

/** True if two sets of owners share a name. One is enough, because a first name stays when the last name changes. */
function shareName(a: readonly string[], b: readonly string[]): boolean {
  const words = wordsOf(b)
  return [...wordsOf(a)].some((word) => words.has(word))
}

function isWithinFamily({ from, to }: Transfer): boolean {
  return shareName(from, to)
}

/** Finds transfers whose seller is not the previous buyer. `transfers` are oldest first. */
function findGaps(transfers: readonly Transfer[], titleNames: readonly string[]): TitleGap[] {
  const gaps: TitleGap[] = []
  let previous: Transfer | null = null
  const addGap = (before: TitleGap['before'], next: readonly string[]) => {
    if (!previous?.date || previous.to.length === 0 || next.length === 0 || shareName(previous.to, next))
      return
    gaps.push({ after: previous.date, before, owner: previous.to.join(', '), next: next.join(', ') })
  }
  for (const transfer of transfers) {
    addGap(transfer.date, transfer.from)
    previous = transfer
  }
  addGap(null, titleNames)
  return gaps
}

/**
 * Finds homes sold again within a year. Deeds without a price don't count, because families and courts use them too.
 */
function findQuickResales(transfers: readonly Transfer[]): QuickResale[] {
  const sales = transfers.filter(({ sale }) => sale)
  return sales.flatMap((resale, index) => {
    const purchase = sales[index - 1]
    const [boughtDay, soldDay] = [parseDay(purchase?.date), parseDay(resale.date)]
    const months = monthsBetween(boughtDay, soldDay)
    if (!purchase?.date || !resale.date || !(months > 0 && months < LIMITS.maxResaleMonths)) return []
    const [boughtFor, soldFor] = [purchase.price, resale.price]
    const change = boughtFor && soldFor ? Math.round((soldFor / boughtFor - 1) * 100) : null
    return [
      {
        boughtOn: purchase.date,
        soldOn: resale.date,
        months: Math.round(months),
        boughtFor,
        soldFor,
        change,
      },
    ]
  })
}
