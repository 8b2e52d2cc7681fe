import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { MapPinOff, UsersRound, ZoomOut } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ContactMap, PlaceGroup } from '#contract/map.ts'
import type { PageHandle } from '#web/features/auth/protected.tsx'
import { ListFilters } from '#web/features/contacts/list-filters.tsx'
import { OpenContact } from '#web/features/contacts/open-contact.tsx'
import {
  type ContactsUrlState,
  hasFilters,
  useContactsUrlState,
} from '#web/features/contacts/use-contacts-url-state.ts'
import type { ContactSelection } from '#web/features/contacts/use-selection.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatCount } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { groupCountText, isOffMap, mapQuery, peoplePages, placeName } from './map-queries.ts'
import { areaAround } from './map-view.ts'
import { PeopleList } from './people-list.tsx'
import { PlaceList } from './place-list.tsx'
import { PlacesMap } from './places-map.tsx'
import { useMapKeys } from './use-map-keys.ts'

const AreaDialog = lazyDialog(async () => (await import('./area-dialog.tsx')).AreaDialog)
const TileMap = lazyDialog(async () => (await import('./tile-map.tsx')).TileMap)
const SelectionBar = lazyDialog(
  async () => (await import('#web/features/contacts/selection-bar.tsx')).SelectionBar,
)

export const meta = privatePage('Map')
export const handle: PageHandle = { needs: 'subscription' }

/** Contacts by place: the map, and beside it a list of the same places or people. */
export default function MapPage() {
  const urlState = useContactsUrlState()
  const [params] = useSearchParams()
  const area = params.get('area') ?? ''
  const map = useQuery(mapQuery(urlState, area))
  return (
    <div className="flex items-start">
      <div className="min-w-0 flex-1">
        <Page title="Map" width="max-w-none">
          <div className="@container mt-2.5 mb-3">
            <ListFilters urlState={urlState} />
          </div>
          <Loaded
            query={map}
            failure="We couldn't load the map"
            notFound={
              <EmptyState
                icon={<MapPinOff />}
                title="There is no such area"
                actions={<Button onClick={() => urlState.change({ area: null })}>Show the whole map</Button>}
              />
            }
          >
            {(data) => <MapAndList map={data} area={area} urlState={urlState} />}
          </Loaded>
        </Page>
      </div>
      <OpenContact />
    </div>
  )
}

interface MapAndListProps {
  map: ContactMap
  area: string
  urlState: ContactsUrlState
}

function MapAndList({ map, area, urlState }: MapAndListProps) {
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const [isSelecting, setIsSelecting] = useState(false)
  const client = useQueryClient()
  const { selection, select } = useAreaSelection(`${area} ${JSON.stringify(urlState.panel)}`)
  const showArea = (next: string) => {
    setActiveKey(null)
    urlState.change({ area: next || null })
  }
  /** Shows the next area around this one that has more contacts. */
  const zoomOut = async () => {
    let next = isOffMap(area) ? '' : areaAround(area)
    while (next !== '') {
      const around = await client.ensureQueryData(mapQuery(urlState, next)).catch(() => null)
      if (around?.contacts !== map.contacts) break
      next = areaAround(next)
    }
    showArea(next)
  }
  useMapKeys({
    isOpen: urlState.contactId !== null,
    onClose: urlState.close,
    canZoomOut: area !== '',
    onZoomOut: () => void zoomOut(),
  })
  const showsPeople = isOffMap(area) || (area !== '' && map.groups.length <= 1)
  const dots = useMemo(() => map.groups.map(dotOf), [map.groups])
  const mapProps = {
    dots,
    activeKey,
    onActive: setActiveKey,
    onOpen: showArea,
    label: 'Map of your contacts',
  }
  const total = map.contacts + (map.elsewhere ?? 0) + (map.withoutPlace ?? 0)
  if (area === '' && total === 0)
    return (
      <EmptyState
        icon={<MapPinOff />}
        title={hasFilters(urlState) ? 'No contacts match these filters' : 'No contacts yet'}
        description="Contacts with a ZIP code appear here."
      />
    )
  return (
    <>
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        <p role="status" className="mr-auto text-sm text-muted tabular-nums">
          {areaText(map, area)}
        </p>
        {area !== '' && (
          <Button size="sm" onClick={() => void zoomOut()}>
            <ZoomOut aria-hidden />
            Zoom out
          </Button>
        )}
        {!isOffMap(area) && map.contacts > 0 && (
          <Button size="sm" onClick={() => setIsSelecting(true)}>
            <UsersRound aria-hidden />
            Select everyone here
          </Button>
        )}
      </div>
      <div className="mt-2 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-2">
          {map.hasTiles ? <TileMap {...mapProps} groups={map.groups} /> : <PlacesMap {...mapProps} />}
          <OffMapCounts map={map} onShow={showArea} />
        </div>
        {showsPeople ? (
          <People area={area} urlState={urlState} />
        ) : (
          <PlaceList groups={map.groups} activeKey={activeKey} onActive={setActiveKey} onOpen={showArea} />
        )}
      </div>
      {isSelecting && (
        <AreaDialog
          filter={urlState}
          area={area}
          contacts={map.contacts}
          onSelected={(ids) => {
            select(ids)
            setIsSelecting(false)
          }}
          onClose={() => setIsSelecting(false)}
        />
      )}
      {selection.isActive && <SelectionBar selection={selection} urlState={urlState} total={null} />}
    </>
  )
}

function People({ area, urlState }: { area: string; urlState: ContactsUrlState }) {
  const people = useInfiniteQuery(peoplePages(urlState, area))
  return <PeopleList people={people} urlState={urlState} />
}

/** Counts of the contacts that the map doesn't show, each with a link to them. */
function OffMapCounts({ map, onShow }: { map: ContactMap; onShow: (area: string) => void }) {
  const lines = [
    { area: 'none', count: map.withoutPlace ?? 0, text: 'without a known ZIP code' },
    { area: 'elsewhere', count: map.elsewhere ?? 0, text: 'outside of this map' },
  ].filter(({ count }) => count > 0)
  if (lines.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-4 text-[13px] text-muted">
      {lines.map(({ area, count, text }) => (
        <li key={area}>
          <button
            type="button"
            onClick={() => onShow(area)}
            className="min-h-6 rounded-sm text-accent hover:underline max-md:min-h-11"
          >
            {formatCount(count)} {count === 1 ? 'contact' : 'contacts'} {text}
          </button>
        </li>
      ))}
    </ul>
  )
}

function dotOf(group: PlaceGroup) {
  const { area, x, y, contacts } = group
  return { key: area, x, y, count: contacts, label: `${placeName(group)}: ${groupCountText(group)}` }
}

function areaText({ contacts, groups }: ContactMap, area: string): string {
  if (area === 'none') return 'Contacts without a known ZIP code'
  if (area === 'elsewhere') return 'Contacts outside of this map'
  const people = `${formatCount(contacts)} ${contacts === 1 ? 'contact' : 'contacts'}`
  const [first] = groups
  if (area !== '' && groups.length === 1 && first) return `${people} · ${placeName(first)}`
  return `${people} in ${formatCount(groups.length)} ${groups.length === 1 ? 'place' : 'places'}`
}

const NO_IDS: ReadonlySet<string> = new Set()

/** The contacts selected in an area; another area or filter starts with none. */
function useAreaSelection(key: string) {
  const [stored, setStored] = useState<{ key: string; ids: ReadonlySet<string> }>({ key, ids: NO_IDS })
  const ids = stored.key === key ? stored.ids : NO_IDS
  const selection: ContactSelection = {
    ids,
    all: false,
    isActive: ids.size > 0,
    has: (id) => ids.has(id),
    toggle: () => {},
    selectAll: () => {},
    clear: () => setStored({ key, ids: NO_IDS }),
  }
  return { selection, select: (selected: readonly string[]) => setStored({ key, ids: new Set(selected) }) }
}
