import { useInfiniteQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { type ManagedBrokerageItem, newBrokerage } from '#contract/admin-brokerages.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatCount, formatLastDay } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { PagedList } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { type Column, DataTable } from '#web/ui/table.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { brokeragePages, useAddBrokerage } from './brokerage-queries.ts'

export const meta = privatePage('Brokerages')

/** All brokerages of the installation. */
export default function BrokeragesPage() {
  return (
    <section aria-labelledby="brokerages">
      <h2 id="brokerages" className="sr-only">
        Brokerages
      </h2>
      <div className="mb-2 flex">
        <DialogButton
          variant="primary"
          className="ml-auto max-sm:w-full"
          dialog={(close) => <AddBrokerageDialog onClose={close} />}
        >
          Add brokerage
        </DialogButton>
      </div>
      <PagedList
        list={useInfiniteQuery(brokeragePages)}
        listName="the brokerages"
        empty={
          <EmptyState
            icon={<Building2 />}
            title="No brokerages yet"
            description="A brokerage is one Enterprise customer with several organizations."
            level={3}
          />
        }
      >
        {(rows) => (
          <DataTable labelledBy="brokerages" columns={COLUMNS} rows={rows} rowKey={({ id }) => id} />
        )}
      </PagedList>
    </section>
  )
}

const COLUMNS: readonly Column<ManagedBrokerageItem>[] = [
  {
    label: 'Brokerage',
    isRowHeader: true,
    className: 'w-full max-w-0',
    cell: ({ name, ownerEmail, hasUnlimitedCredits }) => (
      <>
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-[13px] text-muted">{ownerEmail ?? 'No owner'}</span>
        {hasUnlimitedCredits && <Badge className="mt-1">Unlimited credits</Badge>}
      </>
    ),
  },
  { label: 'Organizations', isNumber: true, cell: ({ offices }) => formatCount(offices) },
  {
    label: 'Plan until',
    hidden: 'max-sm:hidden',
    className: 'whitespace-nowrap',
    cell: ({ planUntil }) => (planUntil ? formatLastDay(planUntil) : '–'),
  },
  {
    label: 'Manage',
    isLabelHidden: true,
    cell: ({ id, name }) => (
      <ButtonLink
        size="sm"
        to={urls.adminBrokerage(id)}
        aria-label={`Manage ${name}`}
        className="max-md:h-11"
      >
        Manage
      </ButtonLink>
    ),
  },
]

function AddBrokerageDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const add = useAddBrokerage()
  return (
    <ActionDialog
      title="Add brokerage"
      description="We'll email the owner a sign-in link. Then set its plan and terms, and add organizations."
      verb="Add brokerage"
      pendingLabel="Adding..."
      hint="Recorded in the platform's audit log."
      schema={newBrokerage}
      defaultValues={{ name: '', ownerEmail: '', reason: '' }}
      send={async (values) => {
        const brokerage = await add(values)
        void navigate(urls.adminBrokerage(brokerage.id))
        return brokerage
      }}
      successToast={({ name }) => ({ title: 'Brokerage added', description: name })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormField form={form} name="name" label="Name" required />
          <FormField form={form} name="ownerEmail" label="Owner's email" type="email" required />
        </>
      )}
    </ActionDialog>
  )
}
