import { useQuery } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import type { OutreachDraft } from '#web/features/outreach/outreach-draft.ts'
import { activeCount } from '#web/features/tasks/task-rules.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { fullName } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { contactQuery } from '../contacts-queries.ts'
import { ListedNotice } from '../listed-for-sale.tsx'
import type { ContactsUrlState, DrawerTab } from '../use-contacts-url-state.ts'
import { DrawerFrame } from './drawer-frame.tsx'
import { DrawerHeader, DrawerHeaderSkeleton } from './drawer-header.tsx'
import { DrawerMenu, type Step } from './drawer-menu.tsx'
import { DrawerSkeleton } from './drawer-skeleton.tsx'
import { DuplicateBanner } from './duplicate-banner.tsx'
import { IntelligenceTab } from './intelligence-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { PropertyTab } from './property-tab.tsx'
import { SignalsTab } from './signals-tab.tsx'
import type { Swipe } from './swipe.ts'
import { TasksTab } from './tasks-tab.tsx'
import { useNeighbors } from './use-neighbors.ts'

interface ContactDrawerProps {
  contactId: string
  address: Pick<ContactsUrlState, 'tab' | 'setTab' | 'close'>
  /** The list it was opened from; Previous and Next follow its order. */
  list?: Pick<ContactsUrlState, 'search' | 'signal' | 'reach' | 'sort' | 'open'> | undefined
  onEdit: (id: string) => void
  onDelete: (id: string) => void
}

/** All data about one contact. */
export function ContactDrawer({ contactId, address, list, onEdit, onDelete }: ContactDrawerProps) {
  const { data: contact, error, isFetching, refetch } = useQuery(contactQuery(contactId))
  const neighbors = useNeighbors(list ?? null, contactId)
  const lastStep = useRef<Step | null>(null)
  const [mergingId, setMergingId] = useState<string | null>(null)
  // Rotating a phone mounts another drawer, which must show the same outreach draft.
  const draft = useRef<OutreachDraft | null>(null)
  const onStep = (step: Step) => {
    const id = neighbors[step]
    if (id) list?.open(id)
  }
  const onSwipe = (swipe: NonNullable<Swipe>) => (swipe === 'close' ? address.close() : onStep(swipe))
  const frame = { contactId, onClose: address.close, onSwipe }
  if (contact && !(error && isMissing(error))) {
    return (
      <DrawerFrame
        {...frame}
        title={fullName(contact)}
        header={
          <DrawerHeader
            key={contact.id}
            contact={contact}
            onEdit={() => onEdit(contact.id)}
            onDelete={() => onDelete(contact.id)}
            menu={
              <DrawerMenu
                contact={contact}
                neighbors={list ? neighbors : null}
                onStep={onStep}
                lastStep={lastStep}
                merging={mergingId === contact.id}
                onMerging={(merging) => setMergingId(merging ? contact.id : null)}
                draft={draft}
              />
            }
          />
        }
      >
        {contact.listed && <ListedNotice />}
        <DuplicateBanner contact={contact} onReview={() => setMergingId(contact.id)} />
        <DrawerTabs contact={contact} tab={address.tab} onTab={address.setTab} />
      </DrawerFrame>
    )
  }
  if (error && !isFetching) {
    return (
      <DrawerFrame {...frame} title="Contact" header={<div className="h-8" />}>
        {isMissing(error) ? (
          <EmptyState
            icon={<UserX />}
            title="Contact not found"
            description="It may have been deleted."
            actions={<Button onClick={address.close}>Back to contacts</Button>}
          />
        ) : (
          <div role="alert">
            <EmptyState
              title="We couldn't load this contact"
              description={messageOf(error, 'Check your connection and try again.')}
              actions={<Button onClick={() => void refetch()}>Try again</Button>}
            />
          </div>
        )}
      </DrawerFrame>
    )
  }
  return (
    <DrawerFrame {...frame} title="Contact" header={<DrawerHeaderSkeleton />}>
      <DrawerSkeleton />
    </DrawerFrame>
  )
}

/** An invalid id (400), for example from a mistyped URL, reads the same to the user as a missing contact. */
function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}

function DrawerTabs(props: { contact: ContactDetail; tab: DrawerTab; onTab: (tab: DrawerTab) => void }) {
  const { contact, tab, onTab } = props
  const active = activeCount(contact.tasks)
  const row = useRef<HTMLDivElement>(null)
  // On phones the row of tabs scrolls, so the selected one is brought into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each selected tab
  useEffect(() => {
    row.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tab])
  return (
    <Tabs value={tab} onValueChange={(next) => onTab(next as DrawerTab)}>
      <div ref={row} className="sticky top-0 z-20 -mx-5 bg-surface [&>div]:px-2.5 max-sm:[&>div]:px-3.75">
        <TabList label="Contact details">
          <Tab value="overview">Overview</Tab>
          <Tab value="signals">Signals</Tab>
          <Tab value="property">Property</Tab>
          <Tab value="intelligence">Intelligence</Tab>
          <Tab value="tasks" count={active || undefined}>
            Tasks
          </Tab>
        </TabList>
      </div>
      <TabPanel value="overview">
        <OverviewTab contact={contact} onRisk={() => onTab('intelligence')} />
      </TabPanel>
      <TabPanel value="signals">
        <SignalsTab contact={contact} />
      </TabPanel>
      <TabPanel value="property">
        <PropertyTab contact={contact} />
      </TabPanel>
      <TabPanel value="intelligence">
        <IntelligenceTab contact={contact} />
      </TabPanel>
      <TabPanel value="tasks">
        <TasksTab contact={contact} />
      </TabPanel>
    </Tabs>
  )
}
