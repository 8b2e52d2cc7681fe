import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import type { OutreachDraft } from '#web/features/outreach/outreach-draft.ts'
import { SuggestedPlaybooks } from '#web/features/playbooks/suggested-playbooks.tsx'
import { TaskList } from '#web/features/tasks/task-list.tsx'
import { activeCount } from '#web/features/tasks/task-rules.ts'
import type { Step as LoggedStep } from '#web/features/today/step-notice.tsx'
import { type Encounter, refreshToday } from '#web/features/today/today-queries.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { capitalize, fullName } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { contactQuery } from '../contacts-queries.ts'
import { ListedNotice } from '../listed-for-sale.tsx'
import {
  type ContactsUrlState,
  DRAWER_TABS,
  type DrawerTab,
  type ListState,
} from '../use-contacts-url-state.ts'
import { DrawerFrame } from './drawer-frame.tsx'
import { DrawerHeader, DrawerHeaderSkeleton, DrawerSummary } from './drawer-header.tsx'
import { DrawerMenu, type Step } from './drawer-menu.tsx'
import { DuplicateBanner } from './duplicate-banner.tsx'
import { IntelligenceTab } from './intelligence-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { PropertyTab } from './property-tab.tsx'
import { SignalsTab } from './signals-tab.tsx'
import type { TimelineProps } from './timeline.tsx'
import { useNeighbors } from './use-neighbors.ts'

const OutcomeSheet = lazyDialog(
  async () => (await import('#web/features/today/outcome-sheet.tsx')).OutcomeSheet,
)

/** Badges, buttons, the tabs and the lines of the first one. */
const SKELETON_ROWS = [
  'h-6 w-2/3',
  'h-8 w-3/4',
  'h-10',
  ...['w-full', 'w-5/6', 'w-3/4', 'w-full', 'w-2/3', 'w-4/5'].map((width) => `h-4 ${width}`),
]

interface ContactDrawerProps {
  contactId: string
  address: Pick<ContactsUrlState, 'tab' | 'setTab' | 'open' | 'close'>
  /** The list it was opened from; Previous and Next follow its order. */
  list?: ListState | undefined
  onEdit: () => void
  onDelete: () => void
}

/** All data about one contact. */
export function ContactDrawer(props: ContactDrawerProps) {
  const { contactId, address, list, onEdit, onDelete } = props
  const query = useQuery(contactQuery(contactId))
  const neighbors = useNeighbors(list ?? null, contactId)
  const lastStep = useRef<Step | null>(null)
  // The header has the one notice, whether the activity was logged there or on the timeline.
  const [logged, setLogged] = useState<LoggedStep | null>(null)
  // From the timeline, the type and time can be changed.
  const [logging, setLogging] = useState<{ encounter: Encounter; canChange: boolean } | null>(null)
  const client = useQueryClient()
  const [mergingId, setMergingId] = useState<string | null>(null)
  // Rotating a phone mounts another drawer, which must show the same outreach draft.
  const draft = useRef<OutreachDraft | null>(null)
  const onStep = (step: Step) => {
    const id = neighbors[step]
    if (id) address.open(id)
  }
  const { error } = query
  const isDeleted = error !== null && isMissing(error)
  const contact = isDeleted ? undefined : query.data
  const isLoading = !contact && (!error || query.isFetching)
  return (
    <DrawerFrame
      contactId={contactId}
      title={contact ? fullName(contact) : 'Contact'}
      header={
        <div className="min-h-8">
          {contact && (
            <DrawerHeader
              key={contact.id}
              contact={contact}
              step={logged?.contactId === contact.id ? logged : null}
              onStep={setLogged}
              onLog={(type) => setLogging({ encounter: { contact, type, task: null }, canChange: false })}
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
          )}
          {isLoading && <DrawerHeaderSkeleton />}
        </div>
      }
      onClose={address.close}
      onSwipe={(swipe) => (swipe === 'close' ? address.close() : onStep(swipe))}
    >
      <Loaded
        query={{ ...query, data: contact }}
        failure="We couldn't load this contact"
        pending={<Skeletons label="Loading contact" rows={SKELETON_ROWS} className="gap-4" />}
        notFound={
          <EmptyState
            icon={<UserX />}
            title="Contact not found"
            description="It may have been deleted."
            actions={<Button onClick={address.close}>Back to contacts</Button>}
          />
        }
      >
        {(shown) => (
          <>
            <DrawerSummary key={shown.id} contact={shown} onEdit={onEdit} onDelete={onDelete} />
            {shown.listed && <ListedNotice />}
            <DuplicateBanner contact={shown} onReview={() => setMergingId(shown.id)} />
            <DrawerTabs
              contact={shown}
              tab={address.tab}
              onTab={address.setTab}
              onLog={() =>
                setLogging({ encounter: { contact: shown, type: 'call', task: null }, canChange: true })
              }
              onDeleted={() => setLogged(null)}
            />
            {logging && (
              <OutcomeSheet
                {...logging}
                onClose={() => setLogging(null)}
                onLogged={(step) => {
                  setLogging(null)
                  setLogged(step)
                  refreshToday(client)
                }}
              />
            )}
          </>
        )}
      </Loaded>
    </DrawerFrame>
  )
}

/** An invalid id (400), for example from a mistyped URL, reads the same to the user as a missing contact. */
function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}

interface DrawerTabsProps extends Omit<TimelineProps, 'contactId'> {
  contact: ContactDetail
  tab: DrawerTab
  onTab: (tab: DrawerTab) => void
}

function DrawerTabs({ contact, tab, onTab, ...timeline }: DrawerTabsProps) {
  const openTasks = activeCount(contact.tasks)
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
          {DRAWER_TABS.map((each) => (
            <Tab key={each} value={each} count={(each === 'tasks' && openTasks) || undefined}>
              {capitalize(each)}
            </Tab>
          ))}
        </TabList>
      </div>
      <TabPanel value={tab}>
        {tab === 'overview' && (
          <OverviewTab contact={contact} onRisk={() => onTab('intelligence')} {...timeline} />
        )}
        {tab === 'signals' && <SignalsTab contact={contact} />}
        {tab === 'property' && <PropertyTab contact={contact} />}
        {tab === 'intelligence' && <IntelligenceTab contact={contact} />}
        {tab === 'tasks' && (
          <>
            <SuggestedPlaybooks key={contact.id} contact={contact} />
            <TaskList contact={contact} />
          </>
        )}
      </TabPanel>
    </Tabs>
  )
}
