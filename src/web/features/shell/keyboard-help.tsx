import { Fragment } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { Keys } from '#web/ui/kbd.tsx'
import { isMac, keysOf, SHORTCUTS } from './shortcuts.ts'

const GROUPS = ['Everywhere', 'Contacts'] as const

/** Lists all keyboard shortcuts. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const mac = isMac()
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" width="sm">
      {GROUPS.map((group) => (
        <section key={group} aria-label={group} className="pb-3">
          <h3 className="pb-1 text-xs font-normal text-dim">{group}</h3>
          <dl>
            {SHORTCUTS.filter((shortcut) => shortcut.group === group).map((shortcut) => {
              const keys = keysOf(shortcut, mac)
              return (
                <Fragment key={shortcut.id}>
                  <Row label={shortcut.label} keys={keys} />
                  {shortcut.shiftLabel && <Row label={shortcut.shiftLabel} keys={['Shift', ...keys]} />}
                </Fragment>
              )
            })}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}

function Row({ label, keys }: { label: string; keys: readonly string[] }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4 text-sm">
      <dt>{label}</dt>
      <dd>
        <Keys keys={keys} />
      </dd>
    </div>
  )
}
