import { Button } from '#web/ui/button.tsx'
import { Keys } from '#web/ui/kbd.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { ariaKeys, keysOf, useIsMac } from './shortcuts.ts'

const loadPalette = () => import('./command-palette.tsx')
const CommandPalette = lazyDialog(async () => (await loadPalette()).CommandPalette)
const NewOrganizationDialog = lazyDialog(
  async () => (await import('./new-organization-dialog.tsx')).NewOrganizationDialog,
)
const KeyboardHelp = lazyDialog(async () => (await import('./keyboard-help.tsx')).KeyboardHelp)

export type Overlay = 'palette' | 'organizations' | 'new-organization' | 'help' | null

interface ShellOverlaysProps {
  overlay: Overlay
  onOverlay: (next: Overlay) => void
  onToggleSidebar: () => void
}

/** The command palette, the keyboard help or the dialog for a new organization, loaded when opened. */
export function ShellOverlays({ overlay, onOverlay, onToggleSidebar }: ShellOverlaysProps) {
  const close = () => onOverlay(null)
  return (
    <>
      {(overlay === 'palette' || overlay === 'organizations') && (
        <CommandPalette
          only={overlay === 'organizations' ? 'Organizations' : undefined}
          onClose={close}
          onHelp={() => onOverlay('help')}
          onNewOrganization={() => onOverlay('new-organization')}
          onToggleSidebar={onToggleSidebar}
        />
      )}
      {overlay === 'new-organization' && <NewOrganizationDialog onClose={close} />}
      {overlay === 'help' && <KeyboardHelp onClose={close} />}
    </>
  )
}

/** Shows the palette's shortcut and opens it; hidden on phones. */
export function PaletteHint({ onOpen }: { onOpen: () => void }) {
  const isMac = useIsMac()
  return (
    <Button
      variant="ghost"
      aria-keyshortcuts={ariaKeys('palette')}
      onClick={onOpen}
      onPointerEnter={() => void loadPalette()}
      className="max-lg:hidden"
    >
      <span className="sr-only">Command palette</span>
      <span aria-hidden>
        <Keys keys={keysOf({ key: 'k', mod: true }, isMac)} />
      </span>
    </Button>
  )
}
