import { useState } from 'react'
import { cx } from '#web/ui/class-names.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'

const TodayStrip = lazyDialog(async () => (await import('./today-strip.tsx')).TodayStrip)

const STORAGE_KEY = 'today_strip'

/** Reserves the space of Today's strip above the contacts. The strip's code and data load after the contacts. */
export function TodayStripSlot({ isReady }: { isReady: boolean }) {
  const [isFolded, setFolded] = useState(readFolded)
  const toggleFolded = () => {
    setFolded(!isFolded)
    try {
      localStorage.setItem(STORAGE_KEY, isFolded ? 'open' : 'folded')
    } catch {
      // Private windows may refuse storage; the choice still applies to this page.
    }
  }
  return (
    <div className={cx('mb-3', isFolded ? 'h-9 max-md:h-11' : 'h-31 max-md:h-33')}>
      {isReady && <TodayStrip isFolded={isFolded} onFold={toggleFolded} />}
    </div>
  )
}

function readFolded(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'folded'
  } catch {
    return false
  }
}
