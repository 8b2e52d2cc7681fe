import type { PurposeWords } from './purpose-words.ts'

/** Comes back to an earlier message; chosen by whoever sent one. */
export const FOLLOW_UP: PurposeWords = {
  subjects: ['Following up', 'Coming back to my last message', 'My message about homes in {area}'],
  reasons: {
    friendly: [
      'I am coming back to my last message about homes in {area}.',
      'I wrote to you a while ago about homes in {area} and wanted to check in once more.',
      'Just a short follow-up on my last message.',
    ],
    professional: [
      'I am following up on my last message about homes in {area}.',
      'I would like to follow up on my earlier message.',
      'This is a brief follow-up on what I wrote about homes in {area}.',
    ],
    direct: [
      'I am following up on my last message.',
      'I wrote to you about homes in {area} and have not heard back.',
      'A short follow-up on my message about homes in {area}.',
    ],
  },
  more: [
    'If it is not of interest, a short “no” is enough, and I will leave it at that.',
    'The offer I made stands as it was.',
    'If another time suits you better, tell me when, and I will come back to it then.',
    'I am glad to answer questions first.',
    'You can also pass my name on to somebody who would like to hear from me.',
  ],
  offers: {
    friendly: ['What do you think?', 'Would you like to hear more?', 'Shall we talk for five minutes?'],
    professional: [
      'Would you like to take it further?',
      'May I answer any questions?',
      'Would a short conversation be of use to you?',
    ],
    direct: ['Yes or no?', 'Are you interested?', 'Do you want to hear more?'],
  },
}
