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
      'I just wanted to say hello and ask whether you have any questions about homes in {area}.',
      'I wanted to say hello and let you know that I am here for questions about your home.',
      'I am saying hello to people I know in {area}, and you came to mind.',
    ],
    professional: [
      'I wanted to introduce my work in {area} and offer my help with any questions about your home.',
      'I am available for any questions you may have about homes in {area}.',
      'I wanted to be in touch briefly and offer my help with questions about your home.',
    ],
    direct: [
      'Do you have any questions about homes in {area}?',
      'I work with homes in {area} and answer questions about them.',
      'I am checking whether you have questions about your home that I can answer.',
    ],
  },
  more: [
    'I can help with what a repair is likely to cost, with whom to ask for a plumber, or with what homes have been selling for.',
    'If I do not know the answer, I usually know whom to ask.',
    'There is no need to be thinking about a sale.',
    'A short question is as welcome as a long one.',
    'I answer within one working day.',
  ],
  offers: {
    friendly: [
      'Is there anything I can help with?',
      'Anything on your mind about your home?',
      'What can I help you with?',
    ],
    professional: [
      'Is there anything I may help you with?',
      'Is there a question I can answer for you?',
      'How may I be of help?',
    ],
    direct: ['Is there anything you need?', 'What can I answer for you?', 'Can I help with anything?'],
  },
}
