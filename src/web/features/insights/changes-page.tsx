import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { TrendingUp } from 'lucide-react'
import { Link, type LinkProps } from 'react-router'
import type { Change, ChangeKind, Changes } from '#contract/changes.ts'
import { ListedBadge } from '#web/features/contacts/listed-for-sale.tsx'
import { useContactsUrlState } from '#web/features/contacts/use-contacts-url-state.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatMomentDay } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CategoryBadge } from '#web/ui/category.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { Select } from '#web/ui/form.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Skeletons } from '#web/ui/loaded.tsx'
import { EmptyState, LoadErrorState, ShowMore } from '#web/ui/states.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { reasonText, scoreChangeText } from './change-texts.ts'
import { changePages, changesOf } from './changes-queries.ts'
import { COUNT_LIMIT, KINDS, PERIODS, useChangesUrlState } from './use-changes-url-state.ts'

const RecordMove = lazyDialog(
  async () => (await import('#web/features/contacts/drawer/move-dialog.tsx')).RecordMove,
)

const EMPTY_STATES: Record<ChangeKind, { title: string; description: string }> = {
  risen: {
    title: 'No scores went up',
    description: 'Enrich contacts to find new signals, or choose a longer period.',
  },
  fallen: { title: 'No scores went down', description: 'Signals fade over time. Try a longer period.' },
  firstScores: {
    title: 'No new scores',
    description: 'Enrich contacts to score them, or choose a longer period.',
  },
  newSignals: { title: 'No new signals', description: 'Enrich contacts to find new signals.' },
}

export const meta = privatePage('What changed')

/** Score changes and new signals in a period, with the reason for each. */
export default function ChangesPage() {
  const { kind, days, setKind, setDays } = useChangesUrlState()
  const list = useInfiniteQuery(changePages(kind, days))
  const counts = list.data?.pages[0]?.counts
  return (
    <Tabs value={kind} onValueChange={setKind}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <TabList label="Changes" className="max-sm:w-full sm:-ml-2.5">
          {KINDS.map((each) => (
            <Tab key={each.kind} value={each.kind}>
              {each.label}
              {counts && (
                <span className="font-normal text-muted tabular-nums">{countText(counts[each.kind])}</span>
              )}
            </Tab>
          ))}
        </TabList>
        <Select
          id="changes-period"
          aria-label="Period"
          className="w-40"
          value={String(days)}
          onValue={setDays}
          options={PERIODS.map((each) => ({ value: String(each), label: `Last ${each} days` }))}
        />
      </div>
      <TabPanel value={kind}>
        <ChangeList kind={kind} list={list} />
      </TabPanel>
    </Tabs>
  )
}

function countText(count: number): string {
  return count > COUNT_LIMIT ? `${COUNT_LIMIT}+` : String(count)
}

function ChangeList(props: { kind: ChangeKind; list: UseInfiniteQueryResult<InfiniteData<Changes>> }) {
  const { kind, list } = props
  const contacts = useContactsUrlState()
  const changes = changesOf(list.data, kind)
  if (list.isPending) return <Skeletons label="Loading changes" rows={Array(6).fill('h-14')} />
  if (list.isError && changes.length === 0)
    return <LoadErrorState query={list} title="We couldn't load the changes" />
  if (changes.length === 0) return <EmptyState icon={<TrendingUp />} {...EMPTY_STATES[kind]} />
  return (
    <>
      <ul aria-label={KINDS.find((each) => each.kind === kind)?.label} className="grid gap-2">
        {changes.map((change) => (
          <ChangeRow
            key={change.id}
            change={change}
            kind={kind}
            link={{ to: contacts.contactHref(change.contactId), ...contacts.linkProps }}
            isOpen={change.contactId === contacts.contactId}
          />
        ))}
      </ul>
      <ShowMore list={list} className="mx-auto mt-4 flex" />
    </>
  )
}

interface ChangeRowProps {
  change: Change
  kind: ChangeKind
  link: LinkProps
  isOpen: boolean
}

/** One contact's change; the name opens the contact. */
function ChangeRow({ change, kind, link, isOpen }: ChangeRowProps) {
  return (
    <li
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border px-3 py-2',
        isOpen ? 'border-accent ring-1 ring-accent' : 'border-line',
      )}
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm leading-6">
          <Link {...link} className="rounded-sm font-medium hover:underline">
            {change.name}
          </Link>
          <span className="tabular-nums">{scoreChangeText(change, kind)}</span>
        </p>
        <p className="text-[13px] text-pretty text-muted">{reasonText(change, kind)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:w-full">
        {change.listed && <ListedBadge />}
        {change.category && <CategoryBadge category={change.category} />}
        <time dateTime={change.at} className="text-[13px] text-dim tabular-nums">
          {formatMomentDay(change.at)}
        </time>
        {change.moved ? (
          <Badge>Moved</Badge>
        ) : (
          <DialogButton
            size="sm"
            variant="ghost"
            aria-label={`Mark as moved: ${change.name}`}
            className="max-md:min-h-11 max-sm:ml-auto"
            dialog={(close) => <RecordMove contactId={change.contactId} name={change.name} onClose={close} />}
          >
            Mark as moved
          </DialogButton>
        )}
      </div>
    </li>
  )
}
