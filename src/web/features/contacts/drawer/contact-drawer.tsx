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

/** Placeholders for badges, buttons, tabs and the first tab's lines. */
const SKELETON_ROWS = [
  'h-6 w-2/3',
  'h-8 w-3/4',
  'h-10',
  ...['w-full', 'w-5/6', 'w-3/4', 'w-full', 'w-2/3', 'w-4/5'].map((width) => `h-4 ${width}`),
]

interface ContactDrawerProps {
  contactId: string
  urlState: Pick<ContactsUrlState, 'tab' | 'setTab' | 'open' | 'close'>
  /** The list it was opened from; Previous and Next follow its order. */
  list?: ListState | undefined
  onEdit: () => void
  onDelete: () => void
}

/** All data about one contact. */
export function ContactDrawer(props: ContactDrawerProps) {
  const { contactId, urlState, list, onEdit, onDelete } = props
  const query = useQuery(contactQuery(contactId))
  const neighbors = useNeighbors(list ?? null, contactId)
  const lastStep = useRef<Step | null>(null)
  // The header shows the notice for activities logged there or on the timeline.
  const [loggedStep, setLoggedStep] = useState<LoggedStep | null>(null)
  // On the timeline, the member can change the type and time.
  const [activityToLog, setActivityToLog] = useState<{ encounter: Encounter; canChangeType: boolean } | null>(
    null,
  )
  const client = useQueryClient()
  const [mergingId, setMergingId] = useState<string | null>(null)
  // Rotating a phone mounts another drawer, which must show the same outreach draft.
  const draft = useRef<OutreachDraft | null>(null)
  const onStep = (step: Step) => {
    const id = neighbors[step]
    if (id) urlState.open(id)
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
              step={loggedStep?.contactId === contact.id ? loggedStep : null}
              onStep={setLoggedStep}
              onLog={(type) =>
                setActivityToLog({ encounter: { contact, type, task: null }, canChangeType: false })
              }
              menu={
                <DrawerMenu
                  contact={contact}
                  neighbors={list ? neighbors : null}
                  onStep={onStep}
                  lastStep={lastStep}
                  isMerging={mergingId === contact.id}
                  onMerging={(isMerging) => setMergingId(isMerging ? contact.id : null)}
                  draft={draft}
                />
              }
            />
          )}
          {isLoading && <DrawerHeaderSkeleton />}
        </div>
      }
      onClose={urlState.close}
      onSwipe={(swipe) => (swipe === 'close' ? urlState.close() : onStep(swipe))}
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
            actions={<Button onClick={urlState.close}>Back to contacts</Button>}
          />
        }
      >
        {(loadedContact) => (
          <>
            <DrawerSummary
              key={loadedContact.id}
              contact={loadedContact}
              onEdit={onEdit}
              onDelete={onDelete}
            />
            {loadedContact.listed && <ListedNotice />}
            <DuplicateBanner contact={loadedContact} onReview={() => setMergingId(loadedContact.id)} />
            <DrawerTabs
              contact={loadedContact}
              tab={urlState.tab}
              onTab={urlState.setTab}
              onLog={() =>
                setActivityToLog({
                  encounter: { contact: loadedContact, type: 'call', task: null },
                  canChangeType: true,
                })
              }
              onDeleted={() => setLoggedStep(null)}
            />
            {activityToLog && (
              <OutcomeSheet
                {...activityToLog}
                onClose={() => setActivityToLog(null)}
                onLogged={(step) => {
                  setActivityToLog(null)
                  setLoggedStep(step)
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
  const rowRef = useRef<HTMLDivElement>(null)
  // On phones the row of tabs scrolls, so the selected tab is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each selected tab
  useEffect(() => {
    rowRef.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tab])
  return (
    <Tabs value={tab} onValueChange={(next) => onTab(next as DrawerTab)}>
      <div ref={rowRef} className="sticky top-0 z-20 -mx-5 bg-surface [&>div]:px-2.5 max-sm:[&>div]:px-3.75">
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
