import { useEffect, useRef } from 'react'
import type { ListedTask } from '#contract/tasks.ts'
import { usePageKeys } from '#web/features/shell/shortcuts.ts'

interface TaskKeyOptions {
  tasks: readonly ListedTask[]
  onComplete: (task: ListedTask) => void
  /** @returns true where something was open */
  onClose: () => boolean
}

/** Keyboard shortcuts of the tasks page; `Enter` follows the focused link by itself. */
export function useTaskKeys({ tasks, onComplete, onClose }: TaskKeyOptions): void {
  const at = useRef(-1)
  useEffect(() => {
    // A completed task leaves its view: the focus moves to the task that takes its position.
    const lost = at.current >= 0 && document.activeElement === document.body
    if (lost) focusTask(Math.min(at.current, tasks.length - 1))
  })
  useEffect(() => {
    const onFocus = () => {
      at.current = focusedTask() ?? -1
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  usePageKeys((shortcut) => {
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
  })
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
