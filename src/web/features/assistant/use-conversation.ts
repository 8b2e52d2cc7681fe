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

/** The conversation's messages and draft, and functions to send one question at a time. */
export function useConversation() {
  const { name } = useBrand()
  // Messages from before a reload or from another window, read again whenever the panel mounts.
  const before = useQuery({ ...read(listChat), gcTime: 0 })
  const client = useQueryClient()
  const [isNew, setNew] = useState(false)
  const [newMessages, setNewMessages] = useState<readonly ChatMessage[]>([])
  const [soFar, setSoFar] = useState('')
  const [draft, setDraft] = useState('')
  const supportEmail = useInstance()?.supportEmail
  // A complete message replaces the partial one.
  const add = (message: Omit<ChatMessage, 'id'>) => {
    setSoFar('')
    setNewMessages((messages) => appendMessage(messages, message, Date.now()))
  }
  const fail = (error: Error) => {
    console.error('The assistant could not answer', error)
    // A rate limit's own message says when to try again.
    const isLimit = error instanceof ApiError && error.status === 429
    add({
      role: 'assistant',
      content: isLimit ? messageOf(error, troubleText(supportEmail)) : troubleText(supportEmail),
    })
  }

  const ask = useMutation({
    mutationFn: async (message: string) => {
      // Read the history first: after the question is stored, it would show up twice.
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
    /** Sends a text other than the draft. */
    ask: sendQuestion,
    /** Deletes the conversation, here and on the server. */
    startOver: () => clear.mutate(),
  }
}
