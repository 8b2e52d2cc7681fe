import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'

/**
 * A text field over a list of options: arrow keys and the pointer move through them, Enter and a click choose.
 *
 * @param keyOf identifies an option, so that screen readers notice when another one takes its position
 */
export function useCombobox<Option>(
  options: readonly Option[],
  keyOf: (option: Option) => string,
  onChoose: (option: Option) => void,
) {
  const listId = useId()
  const [index, setIndex] = useState(0)
  // Options may change at any time, so the index stays within them.
  const active = options[Math.min(index, options.length - 1)]
  const idOf = (option: Option) => `${listId}-${keyOf(option)}`
  return {
    listId,
    active,
    isFirst: index === 0,
    selectFirst: () => setIndex(0),
    /** Attributes of the field. */
    fieldProps: {
      type: 'text',
      role: 'combobox',
      'aria-expanded': true,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': active && idOf(active),
      autoComplete: 'off',
      onKeyDown: (event: KeyboardEvent) => {
        if (event.nativeEvent.isComposing) return
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
        if (step && active) setIndex((options.indexOf(active) + step + options.length) % options.length)
        else if (event.key === 'Enter' && active) onChoose(active)
        else return
        event.preventDefault()
      },
    } as const,
    /** Attributes of an option. */
    optionProps: (option: Option) => ({
      ref: option === active ? scrollIntoView : undefined,
      id: idOf(option),
      role: 'option',
      tabIndex: -1,
      'aria-selected': option === active,
      onPointerMove: () => option !== active && setIndex(options.indexOf(option)),
      // The field keeps the focus.
      onPointerDown: (event: PointerEvent) => event.preventDefault(),
      onClick: () => onChoose(option),
    }),
  }
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
