import { describe, expect, test } from 'vitest'
import { appendMessage, type ChatMessage, failureText, welcomeMessage } from './conversation.ts'

describe('A22 the conversation', () => {
  test('starts with a greeting under the welcome id', () => {
    expect(welcomeMessage('Ninefold')).toMatchObject({ id: 'welcome', role: 'assistant' })
    expect(welcomeMessage('Ninefold').content).toContain('Ninefold assistant')
  })

  test('gives every message a unique timestamp, even when the clock goes back', () => {
    let messages: ChatMessage[] = [welcomeMessage('Ninefold')]
    for (const now of [1000, 1000, 990, 2000]) {
      messages = appendMessage(messages, { role: 'user', content: 'Hi' }, now)
    }
    expect(messages.map(({ id }) => id)).toEqual(['welcome', '1000', '1001', '1002', '2000'])
  })

  test('names the support email where there is one', () => {
    expect(failureText('support@ninefold.local')).toBe(
      "I'm having trouble responding right now. Please try again or contact support at support@ninefold.local.",
    )
    expect(failureText(undefined)).toMatch(/contact support\.$/)
  })
})
