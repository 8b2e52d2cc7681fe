import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type * as contract from '#contract/assistant.ts'
import { call } from '#web/lib/api.ts'
import { useBrand } from '#web/lib/brand.ts'
import { useInstance } from '#web/lib/instance-query.ts'
import { route } from '#web/lib/route.ts'
import { type ChatMessage, troubleText, welcome, withMessage } from './conversation.ts'

const chat = route<typeof contract.chat>('POST', '/api/chat')

/** The messages so far, the text being written, and how it is sent: one question at a time. */
export function useConversation() {
  const { name } = useBrand()
  const [messages, setMessages] = useState<readonly ChatMessage[]>(() => [welcome(name)])
  const [draft, setDraft] = useState('')
  const supportEmail = useInstance()?.supportEmail
  const add = (message: Omit<ChatMessage, 'id'>) =>
    setMessages((before) => withMessage(before, message, Date.now()))

  const ask = useMutation({
    mutationFn: (message: string) => call(chat, { body: { message } }),
    onSuccess: ({ reply, sources }) => add({ role: 'assistant', content: reply, sources }),
    onError: (error) => {
      console.error('The assistant could not answer', error)
      add({ role: 'assistant', content: troubleText(supportEmail) })
    },
  })
  const send = () => {
    const message = draft.trim()
    if (!message || ask.isPending) return
    add({ role: 'user', content: message })
    setDraft('')
    ask.mutate(message)
  }
  return { messages, draft, setDraft, send, pending: ask.isPending }
}
