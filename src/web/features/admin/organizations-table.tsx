import { Link } from 'react-router'
import type { ListedOrganization } from '#contract/admin-organizations.ts'
import { capitalize, formatCount, formatMomentDay } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { type TableColumn, TableHead } from '#web/ui/table-head.tsx'
import { CELL, HEAD } from './list-frame.tsx'
import { OrganizationBadges } from './organization-badges.tsx'

const COLUMNS: readonly TableColumn[] = [
  { label: 'Organization' },
  { label: 'Status' },
  { label: 'Plan', className: 'max-lg:hidden' },
  { label: 'Members', className: 'text-right!' },
  { label: 'Contacts', className: 'text-right!' },
  { label: 'Credits', className: 'text-right!' },
  { label: 'Since', className: 'max-lg:hidden' },
  { label: 'Manage', className: 'pr-0!', isHidden: true },
]
const NUMBER = `${CELL} text-right tabular-nums max-md:hidden`

/** The organizations as a table. On phones a row shows name, owner, status and credits only. */
export function OrganizationsTable({ organizations }: { organizations: readonly ListedOrganization[] }) {
  return (
    <table aria-labelledby="organizations" className="w-full border-collapse text-sm">
      <TableHead cell={HEAD} columns={COLUMNS} className="max-md:sr-only" />
      <tbody>
        {organizations.map((each) => (
          <Row key={each.id} organization={each} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ organization }: { organization: ListedOrganization }) {
  const { id, name, slug, ownerEmail, plan, members, contacts, credits, createdAt } = organization
  return (
    <tr>
      <th scope="row" className={`${CELL} w-full max-w-0 text-left font-normal`}>
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-[13px] text-muted">{ownerEmail ?? 'No owner'}</span>
        <span className="block truncate text-[13px] text-dim max-md:hidden">{slug}</span>
        <span className="mt-1.5 flex flex-wrap items-center gap-2 text-[13px] text-muted tabular-nums md:hidden">
          <OrganizationBadges {...organization} />
          {formatCount(credits)} credits
        </span>
      </th>
      <td className={`${CELL} max-md:hidden`}>
        <OrganizationBadges {...organization} />
      </td>
      <td className={`${CELL} max-lg:hidden`}>{plan ? capitalize(plan) : '–'}</td>
      <td className={NUMBER}>{formatCount(members)}</td>
      <td className={NUMBER}>{formatCount(contacts)}</td>
      <td className={NUMBER}>{formatCount(credits)}</td>
      <td className={`${CELL} whitespace-nowrap text-muted tabular-nums max-lg:hidden`}>
        {formatMomentDay(createdAt)}
      </td>
      <td className={`${CELL} pr-0! text-right`}>
        <Button asChild size="sm" className="max-md:h-11">
          <Link to={urls.adminOrganization(id)} aria-label={`Manage ${name}`}>
            Manage
          </Link>
        </Button>
      </td>
    </tr>
  )
}
