import { House } from 'lucide-react'
import type { ContactDetail, Property } from '#contract/contacts.ts'
import type { Mortgage, PropertyData, Sale } from '#domain/enrichment/property-record.ts'
import { isSameAddress } from '#domain/identity/primary-value.ts'
import { cityLine, formatDay, formatMoney, joinPresent } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { isSampleGroup, SampleBadge, SourceLine } from '../sample-data.tsx'
import { FactList } from './fact-list.tsx'
import {
  FACT_SECTIONS,
  isSparse,
  mainFacts,
  mortgageFacts,
  saleFacts,
  sectionFacts,
} from './property-facts.ts'
import { UseAddress } from './use-address.tsx'

/** All properties of the contact. */
export function PropertyTab({ contact }: { contact: ContactDetail }) {
  if (contact.properties.length === 0) {
    return <EmptyState level={3} icon={<House />} title="No property data available" />
  }
  const sample = isSampleGroup(contact.enrichmentData, 'property')
  return (
    <div className="grid gap-4">
      {contact.properties.map((property) => (
        <PropertyCard key={property.id} contact={contact} property={property} sample={sample} />
      ))}
      <SourceLine data={contact.enrichmentData} group="property" />
    </div>
  )
}

interface PropertyCardProps {
  contact: ContactDetail
  property: Property
  sample: boolean
}

function PropertyCard({ contact, property, sample }: PropertyCardProps) {
  const { propertyData: data } = property
  return (
    <article className="rounded-lg border border-line p-3.5">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-[15px]">{property.address}</h3>
        {data?.listing && <Badge tone="blue">{listingText(data.listing)}</Badge>}
        {sample && <SampleBadge />}
      </div>
      <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1 text-[13px] text-dim">
        <p>{cityLine(property)}</p>
        {isSameAddress(contact, property) ? (
          <Badge>Contact's address</Badge>
        ) : (
          <UseAddress contact={contact} property={property} />
        )}
      </div>
      {isSparse(property) && (
        <p className="mb-2 rounded-lg bg-raised px-3 py-2 text-[13px] text-muted">
          Limited property data available. This may be a tax-exempt or special use property.
        </p>
      )}
      <FactList facts={mainFacts(property)} columns={2} />
      {data && <Sections data={data} />}
    </article>
  )
}

function listingText({ listedOn, price }: NonNullable<PropertyData['listing']>): string {
  return joinPresent(
    [`For sale since ${formatDay(listedOn)}`, price === null ? null : formatMoney(price)],
    ' · ',
  )
}

/** The fourteen sections; empty ones are left out. */
function Sections({ data }: { data: PropertyData }) {
  const { first, second } = data.mortgages
  return (
    <div className="mt-3 divide-y divide-line/60">
      {FACT_SECTIONS.map(({ group, title }) => {
        const facts = sectionFacts(group, data[group])
        return (
          facts.length > 0 && (
            <Collapsible key={group} label={title} aside={facts.length}>
              <FactList facts={facts} />
            </Collapsible>
          )
        )
      })}
      {data.saleHistory.length > 0 && (
        <Collapsible label="Sale history" aside={data.saleHistory.length}>
          <SaleHistory sales={data.saleHistory} />
        </Collapsible>
      )}
      {(first || second) && (
        <Collapsible label="First and second mortgage" aside={first && second ? 2 : 1}>
          {first && <MortgageFacts title="First mortgage" mortgage={first} />}
          {second && <MortgageFacts title="Second mortgage" mortgage={second} />}
        </Collapsible>
      )}
    </div>
  )
}

function SaleHistory({ sales }: { sales: readonly Sale[] }) {
  return (
    <ol className="grid gap-3">
      {sales.map((sale, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the record has no ids and is never reordered
        <li key={index}>
          <h4 className="text-[13px]">{sale.date ? formatDay(sale.date) : 'Unknown date'}</h4>
          <FactList facts={saleFacts(sale)} />
        </li>
      ))}
    </ol>
  )
}

function MortgageFacts({ title, mortgage }: { title: string; mortgage: Mortgage }) {
  return (
    <div className="mb-3 last:mb-0">
      <h4 className="text-[13px]">{title}</h4>
      <FactList facts={mortgageFacts(mortgage)} />
    </div>
  )
}
