import { useEffect, useRef } from 'react'
import type { ListedTask } from '#contract/tasks.ts'
import { isKeyboardCaptured } from '#web/features/contacts/use-list-keys.ts'
import { type ShortcutId, shortcutOf } from '#web/features/shell/shortcuts.ts'

interface TaskKeyOptions {
  tasks: readonly ListedTask[]
  onComplete: (task: ListedTask) => void
  /** @returns true where something was open */
  onClose: () => boolean
}

/** Keyboard shortcuts of the tasks page; `Enter` follows the focused link by itself. */
export function useTaskKeys(keys: TaskKeyOptions): void {
  const latest = useRef(keys)
  const at = useRef(-1)
  useEffect(() => {
    latest.current = keys
    // A completed task leaves its view: the focus moves to the task that takes its position.
    const lost = at.current >= 0 && document.activeElement === document.body
    if (lost) focusTask(Math.min(at.current, keys.tasks.length - 1))
  })
  useEffect(() => {
    const handle = (shortcut: ShortcutId): boolean => {
      const { tasks, onComplete, onClose } = latest.current
      const focused = focusedTask()
      switch (shortcut) {
        case 'next':
          return focusTask(Math.min(tasks.length - 1, (focused ?? -1) + 1))
        case 'previous':
          return focusTask(Math.max(0, (focused ?? 0) - 1))
        case 'select': {
          const task = focused === null ? undefined : tasks[focused]
          if (task) onComplete(task)
          return task !== undefined
        }
        case 'close':
          return onClose()
        default:
          return false
      }
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isKeyboardCaptured()) return
      const shortcut = shortcutOf(event)
      if (shortcut && handle(shortcut)) event.preventDefault()
    }
    const onFocus = () => {
      at.current = focusedTask() ?? -1
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('focusin', onFocus)
    }
  }, [])
}

/** The list position of the focused task. */
function focusedTask(): number | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-task]')
  return row ? Number(row.dataset.task) : null
}

function focusTask(index: number): boolean {
  const link = document.querySelector<HTMLElement>(`[data-task="${index}"] a`)
  link?.focus()
  return link !== null
}
