import type { PlaceGroup } from '#contract/map.ts'
import { formatCount } from '#web/lib/format.ts'
import { cx } from '#web/ui/class-names.ts'
import { placeName } from './map-queries.ts'
import { MAP_ITEM } from './use-map-keys.ts'

interface PlaceListProps {
  groups: readonly PlaceGroup[]
  activeKey: string | null
  onActive: (key: string | null) => void
  onOpen: (area: string) => void
}

/** The places of the map as a list, most contacts first. Opening one zooms in. */
export function PlaceList({ groups, activeKey, onActive, onOpen }: PlaceListProps) {
  if (groups.length === 0) return <p className="text-sm text-muted">No contacts here.</p>
  return (
    <ul
      aria-label="Places"
      className="max-h-[38rem] divide-y divide-line/60 overflow-y-auto rounded-lg border border-line bg-surface max-lg:max-h-none"
    >
      {groups.map((group) => (
        <li key={group.area}>
          <button
            type="button"
            {...MAP_ITEM}
            onClick={() => onOpen(group.area)}
            onFocus={() => onActive(group.area)}
            onBlur={() => onActive(null)}
            onPointerEnter={() => onActive(group.area)}
            onPointerLeave={() => onActive(null)}
            className={cx(
              'flex min-h-11 w-full items-baseline gap-3 px-3.5 py-2 text-left text-sm focus-visible:outline-offset-[-2px]',
              group.area === activeKey && 'bg-raised',
            )}
          >
            <span className="min-w-0 flex-1 wrap-anywhere">
              {placeName(group)}
              {group.doNotContact > 0 && (
                <span className="block text-xs text-muted">
                  {formatCount(group.doNotContact)} do not contact
                </span>
              )}
            </span>
            <span className="figures">
              {formatCount(group.contacts)}
              <span className="sr-only"> {group.contacts === 1 ? 'contact' : 'contacts'}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
