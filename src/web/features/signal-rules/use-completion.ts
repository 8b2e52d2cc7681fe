import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useId, useState } from 'react'
import { RULE_FUNCTIONS, RULE_LISTS, RULE_VARIABLES } from '#domain/signal-rules/variables.ts'

type Completion = { name: string; insert: string; text: string }

const COMPLETIONS: readonly Completion[] = [
  ...RULE_VARIABLES.map(({ path, text }) => ({ name: path, insert: path, text })),
  ...RULE_LISTS.map(({ path, text }) => ({ name: path, insert: path, text })),
  ...RULE_FUNCTIONS.map(({ name, signature, text }) => ({ name, insert: signature, text })),
]
const MAX_COMPLETIONS = 8

/** The word before the caret, outside of quotation marks. */
function wordBefore(text: string, caret: number): string {
  const before = text.slice(0, caret)
  if ((before.match(/"/g)?.length ?? 0) % 2 === 1) return ''
  return /[A-Za-z][\w.]*$/.exec(before)?.[0] ?? ''
}

/** Variables and functions for the word; names that begin so come first. */
function completionsOf(word: string): Completion[] {
  if (word === '') return []
  const wanted = word.toLowerCase()
  const matching = COMPLETIONS.filter(
    ({ name, insert }) => name.toLowerCase().includes(wanted) && insert !== word,
  )
  const begins = ({ name }: Completion) => Number(name.toLowerCase().startsWith(wanted))
  return matching.toSorted((a, b) => begins(b) - begins(a)).slice(0, MAX_COMPLETIONS)
}

/** A list of variables and functions under a text area: arrow keys move, Enter and Tab insert, Escape closes it. */
export function useCompletion(
  area: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onText: (text: string) => void,
) {
  const listId = useId()
  const [caret, setCaret] = useState<number | null>(null)
  const [index, setIndex] = useState(0)
  const word = caret === null ? '' : wordBefore(text, caret)
  const options = completionsOf(word)
  const active = options[Math.min(index, options.length - 1)]
  const idOf = (option: Completion) => `${listId}-${option.name}`

  const isOpen = options.length > 0
  useEffect(() => {
    if (!isOpen) return
    // The dialog listens on the document before any element, so this listens on the window: Escape closes the list only.
    const closeList = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      setCaret(null)
    }
    window.addEventListener('keydown', closeList, { capture: true })
    return () => window.removeEventListener('keydown', closeList, { capture: true })
  }, [isOpen])

  const choose = ({ insert }: Completion) => {
    if (caret === null) return
    const start = caret - word.length
    onText(text.slice(0, start) + insert + text.slice(caret))
    setCaret(null)
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(start + insert.length, start + insert.length)
    })
  }

  return {
    listId,
    options,
    areaProps: {
      'aria-autocomplete': 'list',
      'aria-controls': options.length > 0 ? listId : undefined,
      'aria-activedescendant': active && idOf(active),
      onBlur: () => setCaret(null),
      onInput: () => {
        setIndex(0)
        setCaret(area.current?.selectionStart ?? null)
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.nativeEvent.isComposing || !active) return
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
        if (step) setIndex((options.indexOf(active) + step + options.length) % options.length)
        else if (event.key === 'Enter' || event.key === 'Tab') choose(active)
        else return
        event.preventDefault()
      },
    } as const,
    optionProps: (option: Completion) => ({
      id: idOf(option),
      role: 'option',
      tabIndex: -1,
      'aria-selected': option === active,
      // The text area keeps the focus.
      onPointerDown: (event: PointerEvent) => event.preventDefault(),
      onClick: () => choose(option),
    }),
  }
}
