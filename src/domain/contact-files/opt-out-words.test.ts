import { describe, expect, test } from 'vitest'
import { findOptOuts } from './opt-out-words.ts'

const channelsOf = (text: string) => findOptOuts(text, 'Note').map(({ channel }) => channel)

describe('findOptOuts', () => {
  test.each([
    [
      'call',
      ['DO NOT CALL', 'DNC', 'Please don’t call again', 'Asked not to be called', 'do-not-call', 'dnc 2023'],
    ],
    ['call', ['Stop calling me', 'no calls please', 'On the national do not call registry', 'phone: DNC']],
    [
      'call',
      ['Met at open house. Do not call. Likes gardens', 'never call this person', 'refuses to be called'],
    ],
    ['text', ['no texts', 'replied STOP', 'no sms', 'do not text']],
    ['email', ['do not email', 'Unsubscribed', 'Unsubscribed from our newsletter', 'opted out of email']],
    [
      'email',
      ['no marketing emails', 'email opt out', 'please do not send emails', 'told us to stop emailing'],
    ],
    ['letter', ['DO NOT MAIL', 'no postcards']],
    ['all', ['STOP', 'do not contact', 'remove from list', 'take me off your list', 'opted out', 'DND']],
    [
      'all',
      [
        'She asked to be removed from our mailing list',
        'cease and desist',
        'Leave her alone',
        'do not solicit',
      ],
    ],
  ])('blocks %s: %j', (channel, notes) => expect(notes.map(channelsOf)).toEqual(notes.map(() => [channel])))

  test.each([
    ['call', ['Habla español. No llamar.', 'No me llamen más', 'bitte nicht anrufen', 'Ne pas appeler']],
    ['call', ['Keine Anrufe', 'Ne plus me… — pas d’appels', 'Não ligar', 'NÃO LIGUE']],
    ['all', ['No contactar', 'Nicht kontaktieren', 'Ne plus contacter', 'Não contatar']],
    ['text', ['no enviar mensajes', 'keine SMS', 'pas de textos', 'não mandar mensagens']],
    ['email', ['no enviar correos', 'keine E-Mails', "pas d'e-mails", 'não enviar e-mails', 'abgemeldet']],
  ])('blocks %s in another language: %j', (channel, notes) =>
    expect(notes.map(channelsOf)).toEqual(notes.map(() => [channel])),
  )

  test('blocks nothing for limits in another language', () => {
    const notes = [
      'No llamar antes de las 9',
      'nicht vor 9 anrufen',
      'Nicht anrufen vor 9',
      'Ne pas appeler le soir',
    ]
    expect(
      [...notes, 'Não ligar aos domingos', 'no tiene casa', 'nicht interessiert'].flatMap(channelsOf),
    ).toEqual([])
  })

  test('blocks every channel in the note', () => {
    expect(channelsOf('Do not call or text')).toEqual(['call', 'text'])
    expect(channelsOf('No calls. Unsubscribed.')).toEqual(['call', 'email'])
  })

  test('reports the sentence as the reason', () => {
    expect(findOptOuts('Two dogs. Do NOT call! Bye', 'Note')).toEqual([
      { channel: 'call', reason: 'Note: Do NOT call' },
    ])
  })

  test.each([
    ['stop by the house', 'Stopped by Tuesday', 'bus stop nearby', 'non-stop talker', 'Quit his job'],
    ['unsubscribed from cable', 'has not unsubscribed', 'option to buy', 'opt in yes'],
    [
      'do not call before 9am',
      'do not call after 6pm',
      'do not call the tenant',
      'Do not call him Bob, he hates it',
    ],
    [
      'did not call back',
      'never called back',
      'no call back yet',
      'no calls yet',
      'not called yet',
      "Didn't email yet",
    ],
    [
      'no email on file',
      'no phone number',
      'no contact info',
      'no emails received',
      'No text back',
      'No mail received',
    ],
    ['works at the DNC', 'not on DNC', 'DNC: no', 'DNC checked', 'no longer on the do not call list'],
    [
      'Remove lockbox from door',
      'removed from market',
      'take off shoes',
      'listed on MLS',
      'Do not disturb tenants',
    ],
    [
      'not interested in condos',
      'Do not forget to call',
      'don’t hesitate to text',
      'will not call until spring',
    ],
  ])('blocks nothing: %j', (...notes) => expect(notes.flatMap(channelsOf)).toEqual([]))
})
