import { useEffect, useRef } from 'react'
import type { ListedTask } from '#contract/tasks.ts'
import { usePageKeys } from '#web/features/shell/shortcuts.ts'

interface TaskKeyOptions {
  tasks: readonly ListedTask[]
  onComplete: (task: ListedTask) => void
  /** @returns true if something was open */
  onClose: () => boolean
}

/** Keyboard shortcuts of the tasks page; `Enter` follows the focused link by itself. */
export function useTaskKeys({ tasks, onComplete, onClose }: TaskKeyOptions): void {
  const focusedIndex = useRef(-1)
  useEffect(() => {
    // A completed task leaves its view: the focus moves to the task that takes its position.
    const isFocusLost = focusedIndex.current >= 0 && document.activeElement === document.body
    if (isFocusLost) focusTask(Math.min(focusedIndex.current, tasks.length - 1))
  })
  useEffect(() => {
    const onFocus = () => {
      focusedIndex.current = focusedTaskIndex() ?? -1
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  usePageKeys((shortcut) => {
    const currentIndex = focusedTaskIndex()
    switch (shortcut) {
      case 'next':
        return focusTask(Math.min(tasks.length - 1, (currentIndex ?? -1) + 1))
      case 'previous':
        return focusTask(Math.max(0, (currentIndex ?? 0) - 1))
      case 'select': {
        const task = currentIndex === null ? undefined : tasks[currentIndex]
        if (task) onComplete(task)
        return task !== undefined
      }
      case 'close':
        return onClose()
      default:
        return false
    }
  })
}

/** The list position of the focused task. */
function focusedTaskIndex(): number | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-task]')
  return row ? Number(row.dataset.task) : null
}

function focusTask(index: number): boolean {
  const link = document.querySelector<HTMLElement>(`[data-task="${index}"] a`)
  link?.focus()
  return link !== null
}
