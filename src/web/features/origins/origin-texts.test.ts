import { describe, expect, test } from 'vitest'
import type { ContactOrigin, OriginRequest } from '#contract/origins.ts'
import { askText, consequenceText, originText, requestText } from './origin-texts.ts'

const ORIGIN: ContactOrigin = {
  ...{ origin: 'agent', memberName: 'Eve Cole', canTake: true, side: 'team', canAsk: true, request: null },
}
const request = (fields: Partial<OriginRequest>): OriginRequest => ({
  ...{ id: '1', contactId: '2', contactName: 'Iris Marsh', canOpen: true, to: 'team', memberId: '3' },
  ...{ memberName: 'Eve Cole', askedByName: 'Ann Lee', askedSide: 'team', createdAt: '', expiresAt: '' },
  ...{ canAnswer: false, canWithdraw: false, ...fields },
})

describe('texts about an origin', () => {
  test('speak to the agent as you', () => {
    const own: ContactOrigin = { ...ORIGIN, side: 'agent' }
    expect(originText(own)).toBe('Brought by you')
    expect(consequenceText(own)).toBe('You can take it along when you leave.')
    expect([askText('team', 'agent'), askText('agent', 'agent')]).toEqual([
      'Offer it to the team',
      'Ask to make it yours',
    ])
    expect(requestText(request({ canAnswer: true }))).toBe(
      'Ann Lee asks to make it the team’s instead of yours.',
    )
    expect(requestText(request({ to: 'agent', askedSide: 'agent', canWithdraw: true }))).toBe(
      'You ask to make it yours instead of the team’s.',
    )
  })

  test('name the agent to others', () => {
    expect(originText(ORIGIN)).toBe('Brought by Eve Cole')
    expect(consequenceText(ORIGIN)).toBe('They can take it to another organization.')
    expect([askText('team', 'team'), askText('agent', 'team')]).toEqual([
      'Ask to make it the team’s',
      'Offer it to its owner',
    ])
    expect(requestText(request({ canWithdraw: true }))).toBe(
      'Ann Lee asks to make it the team’s instead of Eve Cole’s.',
    )
    expect(requestText(request({ askedSide: 'agent', askedByName: 'Eve Cole', canAnswer: true }))).toBe(
      'Eve Cole asks to make it the team’s instead of their own.',
    )
  })

  test('say who has a contact without a claim', () => {
    expect(consequenceText({ ...ORIGIN, canTake: false })).toBe(
      'The agent left, so this contact stays with the team.',
    )
    expect(consequenceText({ ...ORIGIN, origin: 'team', memberName: null, canTake: false })).toBe(
      'Stays with the team when an agent leaves.',
    )
    expect(originText({ ...ORIGIN, memberName: null })).toBe('Brought by a former member')
  })
})
