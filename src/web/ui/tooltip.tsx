import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

const SHOW_DELAY_MS = 300
const GAP_PX = 6
const EDGE_PX = 8

type Side = 'top' | 'right' | 'bottom'

export interface TooltipProps {
  /** Short text that is available elsewhere too, since touch screens don't show it. */
  content: ReactNode
  /** One element; if focusable, the tooltip also shows on keyboard focus. */
  children: ReactElement<{ 'aria-describedby'?: string }>
  side?: Side
}

/** A tooltip on hover and keyboard focus, after 300 ms. Written without Radix to keep the first load small. */
export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  const id = useId()
  const anchor = useRef<HTMLElement | null>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const [isShown, setIsShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const hide = () => {
    clearTimeout(timer.current)
    setIsShown(false)
  }
  const scheduleShow = (event: PointerEvent | FocusEvent) => {
    anchor.current = event.currentTarget.firstElementChild as HTMLElement | null
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsShown(true), SHOW_DELAY_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    const element = bubble.current
    if (!isShown || !element || !anchor.current) return
    // A popover is in the top layer: not clipped by scrolling parents, not under dialogs.
    element.showPopover()
    positionTooltip(element, anchor.current.getBoundingClientRect(), side)
    const dismiss = () => setIsShown(false)
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && dismiss()
    window.addEventListener('scroll', dismiss, true)
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('scroll', dismiss, true)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [isShown, side])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside, which has the role
    <span
      className="contents"
      onPointerEnter={(event) => event.pointerType === 'mouse' && scheduleShow(event)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && scheduleShow(event)}
      onBlur={hide}
    >
      {isShown ? cloneElement(children, { 'aria-describedby': id }) : children}
      {isShown && (
        <span
          ref={bubble}
          id={id}
          role="tooltip"
          popover="manual"
          className="pointer-events-none fixed inset-auto m-0 max-w-72 animate-fade-in rounded-md border border-line-strong bg-popover px-2 py-1 text-xs text-text"
        >
          {content}
        </span>
      )}
    </span>
  )
}

/** Places the tooltip beside the anchor, within the window. */
function positionTooltip(element: HTMLElement, anchor: DOMRect, side: Side): void {
  const { width, height } = element.getBoundingClientRect()
  const middleX = anchor.left + (anchor.width - width) / 2
  const middleY = anchor.top + (anchor.height - height) / 2
  const [left, top] = {
    top: [middleX, anchor.top - GAP_PX - height],
    bottom: [middleX, anchor.bottom + GAP_PX],
    right: [anchor.right + GAP_PX, middleY],
  }[side] as [number, number]
  element.style.left = `${clampToWindow(left, window.innerWidth - width)}px`
  element.style.top = `${clampToWindow(top, window.innerHeight - height)}px`
}

function clampToWindow(position: number, limit: number): number {
  return Math.max(EDGE_PX, Math.min(position, limit - EDGE_PX))
}
