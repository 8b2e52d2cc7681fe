import { Link } from 'react-router'
import type { ContactSummary } from '#contract/contacts.ts'
import { isContactBlocked } from '#domain/compliance/outreach.ts'
import type { ContactsUrlState } from '#web/features/contacts/use-contacts-url-state.ts'
import { cityLine, fullName, joinPresent } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { PagedItems } from '#web/ui/loaded.tsx'
import { ScoreNumber } from '#web/ui/score-number.tsx'
import { MAP_ITEM } from './use-map-keys.ts'

interface PeopleListProps {
  people: Parameters<typeof PagedItems<ContactSummary>>[0]['list']
  urlState: ContactsUrlState
}

/** The contacts of a place, best score first. */
export function PeopleList({ people, urlState }: PeopleListProps) {
  return (
    <div>
      <PagedItems
        list={people}
        listName="the contacts"
        label="Contacts"
        className="divide-y divide-line/60 rounded-lg border border-line bg-surface"
        empty={<p className="text-sm text-muted">No contacts here.</p>}
      >
        {(contact) => <PersonRow contact={contact} urlState={urlState} />}
      </PagedItems>
    </div>
  )
}

function PersonRow({ contact, urlState }: { contact: ContactSummary; urlState: ContactsUrlState }) {
  return (
    <li className="relative flex items-center gap-3 px-3.5 py-2.5 has-[a:hover]:bg-raised">
      <div className="min-w-0 flex-1">
        <Link
          to={urlState.contactHref(contact.id)}
          {...urlState.linkProps}
          {...MAP_ITEM}
          aria-current={urlState.contactId === contact.id || undefined}
          className="text-sm font-medium wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {fullName(contact)}
        </Link>
        <p className="text-[13px] text-muted wrap-anywhere">
          {joinPresent([contact.address, cityLine(contact)]) || 'No address'}
        </p>
        {isContactBlocked(contact) && (
          <Badge tone="red" className="mt-1">
            Do not contact
          </Badge>
        )}
      </div>
      <ScoreNumber size="sm" score={contact.nineDScore} />
    </li>
  )
}
