import type { Tone } from '../compliance/outreach.ts'
import type { Purpose } from './purposes.ts'

/**
 * Sentences for one purpose. `{near}` becomes the contact's street or city, `{home}` their home with its street, `{area}`
 * their city. They make no claims about the market or the person: they offer something and ask if it is welcome.
 */
type PurposeWords = {
  /** Subjects of an email. */
  subjects: readonly string[]
  /** The reason for the message, one sentence, by tone. */
  reasons: Readonly<Record<Tone, readonly string[]>>
  /** More sentences, most useful first, each independent of the others. */
  more: readonly string[]
  /** The closing question, by tone. */
  offers: Readonly<Record<Tone, readonly string[]>>
}

export const WORDS: Readonly<Record<Purpose, PurposeWords>> = {
  'market-update': {
    subjects: [
      'A short market update for {area}',
      'Recent home sales {near}',
      'What homes {near} have been selling for',
    ],
    reasons: {
      friendly: [
        'I put together a quick look at home sales {near} and thought I’d send it your way.',
        'I keep an eye on home sales {near} and I’m happy to share what I see.',
        'I just finished a short summary of home sales {near} that you might like.',
      ],
      professional: [
        'I follow home sales {near} closely and I’ve put together a short summary.',
        'I’ve prepared a brief overview of recent home sales {near}.',
        'As part of my work, I track home sales {near}.',
      ],
      direct: [
        'I have a short summary of recent home sales {near}.',
        'I’m offering a one-page summary of recent home sales {near}.',
        'I can send you a one-page list of recent home sales {near}.',
      ],
    },
    more: [
      'It shows what sold lately, how long each home was on the market, and how prices compare with a year ago.',
      'It takes about two minutes to read.',
      'Every number comes with its source, so you can check it yourself.',
      'If you’d like a particular street or type of home included, I can add it.',
      'It’s good to know where the market stands, even if you’re staying put.',
    ],
    offers: {
      friendly: ['Want me to send it over?', 'Would you like a copy?', 'Can I send it to you?'],
      professional: [
        'Would that be helpful?',
        'May I send you a copy?',
        'Would you like me to share it with you?',
      ],
      direct: ['Do you want a copy?', 'Should I send it?', 'Is that useful?'],
    },
  },
  'home-value': {
    subjects: [
      'An estimate for {home}',
      'What homes like yours {near} have sold for',
      'Your home and the market in {area}',
    ],
    reasons: {
      friendly: [
        'I can put together a quick estimate of what {home} might sell for today.',
        'If you’ve ever wondered what {home} might be worth today, I’d be glad to look into it.',
        'I’d be happy to put together a short estimate for {home}.',
      ],
      professional: [
        'I prepare value estimates based on recent sales of similar homes, and I’d be glad to do one for {home}.',
        'I can prepare a written estimate of the current value of {home}.',
        'I offer value estimates for homes {near} and I’d be glad to prepare one for you.',
      ],
      direct: [
        'I can tell you what homes like yours {near} have sold for.',
        'I can send you a value estimate for {home}.',
        'I’m offering a value estimate for {home}.',
      ],
    },
    more: [
      'It compares recent sales of similar homes nearby and explains the range in plain English.',
      'It’s not an appraisal: a home’s condition and updates change the number.',
      'It’s free, with no strings attached.',
      'You can just keep it for your records.',
      'If you tell me what you’ve updated, I can narrow the range.',
    ],
    offers: {
      friendly: ['Would you like one?', 'Should I put one together for you?', 'Want me to put one together?'],
      professional: [
        'Would you like me to prepare one for you?',
        'May I prepare one for you?',
        'Would an estimate like that be helpful?',
      ],
      direct: ['Do you want one?', 'Should I prepare it?', 'Would that help?'],
    },
  },
  'check-in': {
    subjects: [
      'A quick hello',
      'Questions about homes in {area}?',
      'Here if you have questions about your home',
    ],
    reasons: {
      friendly: [
        'I just wanted to say hello and see if you have any questions about {home}.',
        'Just saying hello. I’m here if anything comes up with {home}.',
        'I’m saying hello to people I know {near}, and you came to mind.',
      ],
      professional: [
        'I work with homes {near} and I’d be glad to help with any questions about yours.',
        'I’m available for any questions you have about {home}.',
        'I wanted to check in and offer my help with any questions about {home}.',
      ],
      direct: [
        'Do you have any questions about {home}?',
        'I work with homes {near} and I’m happy to answer questions about yours.',
        'I’m checking in to see if you have any questions about {home}.',
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
        'Anything on your mind about the house?',
        'What can I help you with?',
      ],
      professional: [
        'Is there anything I can help you with?',
        'Is there a question I can answer for you?',
        'How can I help?',
      ],
      direct: ['Is there anything you need?', 'Any questions I can answer?', 'Can I help with anything?'],
    },
  },
  'follow-up': {
    subjects: ['Checking back in', 'Still here if you need me', 'Homes in {area}'],
    reasons: {
      friendly: [
        'I wanted to check back in about {home}.',
        'I’m checking back to see if any questions have come up about {home}.',
        'Just checking back in.',
      ],
      professional: [
        'I’d like to follow up and see if any questions have come up about {home}.',
        'I’m following up to offer my help with {home}.',
        'I wanted to follow up and see how I can help.',
      ],
      direct: [
        'I’m following up to see if you have questions about {home}.',
        'A quick follow-up about {home}.',
        'Have any questions come up about {home}?',
      ],
    },
    more: [
      'If it’s not a good time, no worries. Just let me know.',
      'I’m happy to answer any questions first.',
      'If another time works better, tell me when and I’ll follow up then.',
      'There’s no rush.',
      'Feel free to pass my name along to anyone who’d like to hear from me.',
    ],
    offers: {
      friendly: ['What do you think?', 'Do you have five minutes to talk?', 'When’s a good time to talk?'],
      professional: [
        'Would a short conversation be helpful?',
        'May I answer any questions?',
        'When would be a good time to talk?',
      ],
      direct: ['Do you have five minutes?', 'When can we talk?', 'Want to talk this week?'],
    },
  },
}
