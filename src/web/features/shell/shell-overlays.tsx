import { lazy, Suspense } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { useIsMac } from './platform-keys.ts'
import { ariaKeys, keysOf } from './shortcuts.ts'

const loadPalette = () => import('./command-palette.tsx')
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }))
const KeyboardHelp = lazy(async () => ({ default: (await import('./keyboard-help.tsx')).KeyboardHelp }))

export type Overlay = 'palette' | 'help' | null

interface ShellOverlaysProps {
  overlay: Overlay
  onOverlay: (next: Overlay) => void
  onToggleSidebar: () => void
}

/** The command palette or the keyboard help, loaded when opened. */
export function ShellOverlays({ overlay, onOverlay, onToggleSidebar }: ShellOverlaysProps) {
  const close = () => onOverlay(null)
  return (
    <Suspense fallback={null}>
      {overlay === 'palette' && (
        <CommandPalette onClose={close} onHelp={() => onOverlay('help')} onToggleSidebar={onToggleSidebar} />
      )}
      {overlay === 'help' && <KeyboardHelp onClose={close} />}
    </Suspense>
  )
}

/** Shows the palette's shortcut and opens it; hidden on phones. */
export function PaletteHint({ onOpen }: { onOpen: () => void }) {
  const keys = keysOf({ key: 'k', mod: true }, useIsMac())
  return (
    <Button
      variant="ghost"
      aria-keyshortcuts={ariaKeys('palette')}
      onClick={onOpen}
      onPointerEnter={() => void loadPalette()}
      className="max-lg:hidden"
    >
      <span className="sr-only">Command palette</span>
      <span aria-hidden className="flex gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
    </Button>
  )
}
