import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as contract from '#contract/assistant.ts'
import { call } from '#web/lib/api.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { useBrand } from '#web/lib/brand.ts'
import { useInstance } from '#web/lib/instance-query.ts'
import { read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'
import { askAssistant } from './chat-call.ts'
import { appendMessage, type ChatMessage, troubleText, welcomeMessage } from './conversation.ts'

const listChat = route<typeof contract.listChat>('GET', '/api/chat')
const clearChat = route<typeof contract.clearChat>('DELETE', '/api/chat')

/** The messages so far, the text being written, and how it is sent: one question at a time. */
export function useConversation() {
  const { name } = useBrand()
  // What was said before a reload or in another window; read anew whenever the panel is made.
  const before = useQuery({ ...read(listChat), gcTime: 0 })
  const client = useQueryClient()
  const [isNew, setNew] = useState(false)
  const [newMessages, setNewMessages] = useState<readonly ChatMessage[]>([])
  const [soFar, setSoFar] = useState('')
  const [draft, setDraft] = useState('')
  const supportEmail = useInstance()?.supportEmail
  // A whole message takes the place of what had come of it so far, at once.
  const add = (message: Omit<ChatMessage, 'id'>) => {
    setSoFar('')
    setNewMessages((messages) => appendMessage(messages, message, Date.now()))
  }
  const fail = (error: Error) => {
    console.error('The assistant could not answer', error)
    // A limit says itself what it is and when to ask again.
    const isLimit = error instanceof ApiError && error.status === 429
    add({
      role: 'assistant',
      content: isLimit ? messageOf(error, troubleText(supportEmail)) : troubleText(supportEmail),
    })
  }

  const ask = useMutation({
    mutationFn: async (message: string) => {
      // Read after this question was kept, what was said before would hold it a second time.
      await client.ensureQueryData(read(listChat)).catch(() => {})
      return askAssistant(message, setSoFar)
    },
    onSuccess: ({ reply, sources, contacts }) =>
      add({ role: 'assistant', content: reply, sources, contacts }),
    onError: fail,
  })
  const clear = useMutation({
    mutationFn: () => call(clearChat, {}),
    onSuccess: () => {
      setNew(true)
      setNewMessages([])
    },
    onError: fail,
  })
  const pending = ask.isPending || clear.isPending
  const sendQuestion = (text: string) => {
    const message = text.trim()
    if (!message || pending) return
    add({ role: 'user', content: message })
    ask.mutate(message)
  }
  const send = () => {
    if (!draft.trim() || pending) return
    setDraft('')
    sendQuestion(draft)
  }
  const earlier = isNew ? [] : (before.data ?? []).map((each) => ({ ...each, id: `earlier-${each.id}` }))
  const messages: readonly ChatMessage[] = [welcomeMessage(name), ...earlier, ...newMessages]
  return {
    ...{ messages, soFar, draft, setDraft, send, pending, isThinking: ask.isPending },
    /** Sends a text that is not in the field. */
    ask: sendQuestion,
    /** Forgets what was said, here and on the server. */
    startOver: () => clear.mutate(),
  }
}
