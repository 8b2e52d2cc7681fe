import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { formatQuantity } from '#web/lib/format.ts'
import { Spinner } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog.tsx'
import { Kbd, Keys } from '#web/ui/kbd.tsx'
import { useCombobox } from '#web/ui/use-combobox.ts'
import {
  PALETTE_GROUPS,
  type PaletteActions,
  type PaletteOption,
  usePaletteOptions,
} from './palette-options.ts'
import { isMac, keysOf } from './shortcuts.ts'
import { SWITCH_TITLE } from './switch-organization.ts'

type CommandPaletteProps = PaletteActions & {
  /** Shows the options of one group only. */
  only?: PaletteOption['group'] | undefined
  onClose: () => void
}

/** Finds contacts, pages, organizations and actions by name. */
export function CommandPalette({ only, onClose, ...actions }: CommandPaletteProps) {
  return (
    <Modal
      onClose={onClose}
      data-palette
      aria-describedby={undefined}
      className="inset-x-2 top-2 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-xl flex-col rounded-xl border data-[state=open]:animate-rise-in sm:top-[12vh] sm:max-h-[26rem]"
    >
      <Dialog.Title className="sr-only">{only ? SWITCH_TITLE : 'Command palette'}</Dialog.Title>
      <Palette actions={actions} only={only} onClose={onClose} />
    </Modal>
  )
}

interface PaletteProps extends Pick<CommandPaletteProps, 'only' | 'onClose'> {
  actions: PaletteActions
}

function Palette({ actions, only, onClose }: PaletteProps) {
  const [text, setText] = useState('')
  const { options, isSearching } = usePaletteOptions(text, actions, only)
  const prompt = only ? SWITCH_TITLE : 'Go to a page, a contact or an action'
  // Enter while contacts are loading chooses the first option once they have loaded.
  const [chooseWhenReady, setChooseWhenReady] = useState(false)
  const choose = (option: PaletteOption) => {
    onClose()
    option.run()
  }
  const list = useCombobox(options, ({ id }) => id, choose)
  useEffect(() => {
    if (!chooseWhenReady || isSearching) return
    setChooseWhenReady(false)
    if (list.active) choose(list.active)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isSearching || !list.isFirst) return list.fieldProps.onKeyDown(event)
    if (event.nativeEvent.isComposing) return
    event.preventDefault()
    setChooseWhenReady(true)
  }
  return (
    <>
      <div className="flex h-13 shrink-0 items-center gap-3 border-b border-line px-4 focus-within:shadow-none">
        <Search aria-hidden className="size-4 shrink-0 text-dim" />
        <input
          id="palette-search"
          {...list.fieldProps}
          aria-label={prompt}
          placeholder={prompt}
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            list.selectFirst()
            setChooseWhenReady(false)
          }}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-dim"
        />
        {isSearching && text && <Spinner className="size-4 text-dim" />}
        <Kbd className="max-md:hidden">Esc</Kbd>
      </div>
      <div
        id={list.listId}
        role="listbox"
        aria-label="Results"
        className="min-h-0 flex-1 overflow-y-auto p-2"
      >
        {PALETTE_GROUPS.map((group) => (
          <Group
            key={group}
            title={group}
            options={options.filter((option) => option.group === group)}
            optionProps={list.optionProps}
          />
        ))}
      </div>
      <p role="status" className={options.length > 0 ? 'sr-only' : 'px-4 pb-4 text-sm text-muted'}>
        {options.length === 0
          ? !isSearching && 'No results'
          : formatQuantity(options.length, 'result', 'results')}
      </p>
    </>
  )
}

interface GroupProps {
  title: string
  options: readonly PaletteOption[]
  optionProps: ReturnType<typeof useCombobox<PaletteOption>>['optionProps']
}

function Group({ title, options, optionProps }: GroupProps) {
  if (options.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
    <div role="group" aria-label={title}>
      <div aria-hidden className="px-2 pt-2 pb-1 text-xs text-dim">
        {title}
      </div>
      {options.map((option) => (
        <div
          key={option.id}
          {...optionProps(option)}
          className="flex min-h-9 items-center gap-3 rounded-md px-2 text-sm select-none aria-selected:bg-raised max-md:min-h-11"
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
