import type { PurposeWords } from './purpose-words.ts'

/** Follows up on an earlier message. */
export const FOLLOW_UP: PurposeWords = {
  subjects: ['Following up', 'Following up on my last message', 'My message about homes in {area}'],
  reasons: {
    friendly: [
      'I’m following up on my last message about homes in {area}.',
      'I wrote to you a while ago about homes in {area} and wanted to check in.',
      'Just a quick follow-up on my last message.',
    ],
    professional: [
      'I am following up on my last message about homes in {area}.',
      'I would like to follow up on my earlier message.',
      'This is a brief follow-up on my message about homes in {area}.',
    ],
    direct: [
      'I’m following up on my last message.',
      'I wrote to you about homes in {area} and haven’t heard back.',
      'A quick follow-up on my message about homes in {area}.',
    ],
  },
  more: [
    'If it’s not a good time, no worries. Just let me know.',
    'My offer still stands.',
    'If another time works better, tell me when and I’ll follow up then.',
    'I’m happy to answer any questions first.',
    'Feel free to pass my name along to anyone who would like to hear from me.',
  ],
  offers: {
    friendly: ['What do you think?', 'Would you like to hear more?', 'Do you have five minutes to talk?'],
    professional: [
      'Would you like to take the next step?',
      'May I answer any questions?',
      'Would a short conversation be helpful?',
    ],
    direct: ['Yes or no?', 'Are you interested?', 'Want to hear more?'],
  },
}
