import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { formatQuantity } from '#web/lib/format.ts'
import { Spinner } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Modal } from '#web/ui/dialog.tsx'
import { Kbd, Keys } from '#web/ui/kbd.tsx'
import { type PaletteActions, type PaletteOption, usePaletteOptions } from './palette-options.ts'
import { isMac, keysOf } from './shortcuts.ts'

const GROUPS = ['Contacts', 'Pages', 'Actions'] as const

/** Finds contacts, pages and actions by name. */
export function CommandPalette({ onClose, ...actions }: PaletteActions & { onClose: () => void }) {
  return (
    <Modal
      onClose={onClose}
      data-palette
      aria-describedby={undefined}
      className="inset-x-2 top-2 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-xl flex-col rounded-xl border data-[state=open]:animate-rise-in sm:top-[12vh] sm:max-h-[26rem]"
    >
      <Dialog.Title className="sr-only">Command palette</Dialog.Title>
      <Palette actions={actions} onClose={onClose} />
    </Modal>
  )
}

function Palette({ actions, onClose }: { actions: PaletteActions; onClose: () => void }) {
  const listId = useId()
  const [text, setText] = useState('')
  const [activeIndex, setActiveIndex] = useState(0)
  const { options, searching } = usePaletteOptions(text, actions)
  // Contacts arrive later above the rest, so the index stays within the current options.
  const active = options[Math.min(activeIndex, options.length - 1)]
  // Enter before the contacts have loaded chooses the first option once they have.
  const [chooseWhenReady, setChooseWhenReady] = useState(false)
  const choose = (option: PaletteOption) => {
    onClose()
    option.run()
  }
  useEffect(() => {
    if (!chooseWhenReady || searching) return
    setChooseWhenReady(false)
    if (active) choose(active)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && active) {
      setActiveIndex((options.indexOf(active) + step + options.length) % options.length)
    } else if (event.key === 'Enter') {
      if (searching && activeIndex === 0) setChooseWhenReady(true)
      else if (active) choose(active)
    } else {
      return
    }
    event.preventDefault()
  }
  return (
    <>
      <div className="flex h-13 shrink-0 items-center gap-3 border-b border-line px-4 focus-within:shadow-none">
        <Search aria-hidden className="size-4 shrink-0 text-dim" />
        <input
          id="palette-search"
          type="text"
          role="combobox"
          aria-label="Go to a page, a contact or an action"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && `${listId}-${active.id}`}
          placeholder="Go to a page, a contact or an action"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActiveIndex(0)
            setChooseWhenReady(false)
          }}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-dim"
        />
        {searching && text && <Spinner className="size-4 text-dim" />}
        <Kbd className="max-md:hidden">Esc</Kbd>
      </div>
      <div id={listId} role="listbox" aria-label="Results" className="min-h-0 flex-1 overflow-y-auto p-2">
        {GROUPS.map((group) => (
          <Group
            key={group}
            title={group}
            listId={listId}
            options={options.filter((option) => option.group === group)}
            active={active}
            onHover={(option) => setActiveIndex(options.indexOf(option))}
            onChoose={choose}
          />
        ))}
      </div>
      <p role="status" className={options.length > 0 ? 'sr-only' : 'px-4 pb-4 text-sm text-muted'}>
        {options.length === 0
          ? !searching && 'No results'
          : formatQuantity(options.length, 'result', 'results')}
      </p>
    </>
  )
}

interface GroupProps {
  title: string
  listId: string
  options: readonly PaletteOption[]
  active: PaletteOption | undefined
  onHover: (option: PaletteOption) => void
  onChoose: (option: PaletteOption) => void
}

function Group({ title, listId, options, active, onHover, onChoose }: GroupProps) {
  if (options.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
    <div role="group" aria-label={title}>
      <div aria-hidden className="px-2 pt-2 pb-1 text-xs text-dim">
        {title}
      </div>
      {options.map((option) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
        <div
          key={option.id}
          ref={option === active ? scrollIntoView : undefined}
          id={`${listId}-${option.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={option === active}
          onPointerMove={() => option !== active && onHover(option)}
          onClick={() => onChoose(option)}
          className={cx(
            'flex min-h-9 items-center gap-3 rounded-md px-2 text-sm select-none max-md:min-h-11',
            option === active && 'bg-raised',
          )}
        >
          <option.icon aria-hidden className="size-4 shrink-0 text-dim" />
          <span className="min-w-0 flex-1 truncate">
            {option.label}
            {option.detail && <span className="ml-2 text-muted">{option.detail}</span>}
          </span>
          {option.shortcut && (
            <span aria-hidden>
              <Keys keys={keysOf(option.shortcut, isMac())} />
            </span>
          )}
        </div>
      ))}
    </div>
  )
}

function scrollIntoView(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' })
}
