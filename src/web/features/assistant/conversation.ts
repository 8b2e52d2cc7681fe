import type { ChatReply } from '#contract/assistant.ts'

/** One line of the conversation; `id` is a timestamp, or the welcome id. */
export type ChatMessage = {
  id: string
  role: 'user' | 'assistant'
  content: string
  sources?: ChatReply['sources']
  contacts?: ChatReply['contacts']
}

export const WELCOME_ID = 'welcome'

/** The assistant's greeting. */
export function welcomeMessage(productName: string): ChatMessage {
  return {
    id: WELCOME_ID,
    role: 'assistant',
    content: `Hello, I'm the ${productName} assistant. How can I help? Ask me about importing, credits, the score, signals or billing, or about your own contacts.`,
  }
}

/** Sample questions for subscribers. */
export const SUGGESTIONS = [
  'Who should I call this week?',
  'What changed since Monday?',
  'Which tasks are overdue?',
] as const

/** The assistant's message after a technical failure. */
export function troubleText(supportEmail: string | undefined): string {
  const support = supportEmail ? `contact support at ${supportEmail}` : 'contact support'
  return `I'm having trouble responding right now. Please try again or ${support}.`
}

/** Adds a message with a unique timestamp id, even for two in one millisecond. */
export function appendMessage(
  messages: readonly ChatMessage[],
  message: Omit<ChatMessage, 'id'>,
  now: number,
): ChatMessage[] {
  const last = Number(messages.at(-1)?.id)
  const id = String(Number.isNaN(last) ? now : Math.max(now, last + 1))
  return [...messages, { ...message, id }]
}
