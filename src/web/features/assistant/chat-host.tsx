import { MessageCircleQuestionMark } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'

const loadPanel = () => import('./chat-panel.tsx')
const ChatPanel = lazyDialog(async () => (await loadPanel()).ChatPanel)

/** The window event that opens the panel, or closes it with `detail: { open: false }`. */
const OPEN_CHAT = 'open-chat'

/** The assistant's button in the top bar, and its panel, loaded when first opened. */
export function ChatHost() {
  const [isOpen, setIsOpen] = useState(false)
  const [isMounted, setIsMounted] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    const onEvent = (event: Event) => {
      const { detail } = event as CustomEvent<{ open?: boolean } | null>
      const next = detail?.open !== false
      setIsOpen(next)
      if (next) setIsMounted(true)
    }
    window.addEventListener(OPEN_CHAT, onEvent)
    return () => window.removeEventListener(OPEN_CHAT, onEvent)
  }, [])

  const openPanel = () => {
    setIsMounted(true)
    setIsOpen(true)
  }
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="icon"
        aria-label="Ask the assistant"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadPanel()}
        onClick={isOpen ? close : openPanel}
      >
        <MessageCircleQuestionMark aria-hidden />
      </Button>
      {/* Rendered outside the top bar, which is below drawers. */}
      {isMounted &&
        createPortal(
          <aside aria-label="Assistant">
            <ChatPanel open={isOpen} onClose={close} />
          </aside>,
          document.body,
        )}
    </>
  )
}
