import type { PurposeWords } from './purpose-words.ts'

/** Says hello and offers to answer questions. */
export const CHECK_IN: PurposeWords = {
  subjects: [
    'A quick hello',
    'Questions about homes in {area}?',
    'Here if you have questions about your home',
  ],
  reasons: {
    friendly: [
      'I just wanted to say hello and see if you have any questions about homes in {area}.',
      'I wanted to say hello and let you know I’m here for any questions about your home.',
      'I’m saying hello to people I know in {area}, and you came to mind.',
    ],
    professional: [
      'I wanted to introduce my work in {area} and offer my help with any questions about your home.',
      'I am available for any questions you may have about homes in {area}.',
      'I wanted to check in and offer my help with any questions about your home.',
    ],
    direct: [
      'Do you have any questions about homes in {area}?',
      'I work with homes in {area} and am happy to answer questions about them.',
      'I’m checking in to see if you have any questions about your home.',
    ],
  },
  more: [
    'Need a good plumber, a ballpark on a repair, or what homes nearby are going for? Just ask.',
    'If I don’t know, I’ll find out for you.',
    'You don’t need to be thinking about a sale.',
    'No question is too small.',
    'I reply within one business day.',
  ],
  offers: {
    friendly: [
      'Is there anything I can help with?',
      'Anything on your mind about your home?',
      'What can I help you with?',
    ],
    professional: [
      'Is there anything I can help you with?',
      'Is there a question I can answer for you?',
      'How can I help?',
    ],
    direct: ['Is there anything you need?', 'Any questions I can answer?', 'Can I help with anything?'],
  },
}
