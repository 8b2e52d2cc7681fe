import { fold } from '../identity/name.ts'

const GREETING_PATTERN =
  /^(?:hi|hello|hey|howdy|good (?:morning|afternoon|evening|day))(?: there| you| again)?$/
const ABILITY_PATTERN =
  /^(?:help(?: me)?|(?:so )?(?:what|who) are you|what (?:all )?can (?:you (?:do|tell me|answer|help(?: me)? with)|i ask(?: you)?)(?: for me| here)?|how (?:can|do) you help(?: me)?|are you (?:an? )?(?:human|person|robot|bot|ai|real)(?: person)?)$/
const THANKS_PATTERN =
  /^(?:(?:ok(?:ay)?|great|perfect|cool|nice|super)[,!. ]*)*(?:thanks?(?: you)?(?: so much| a lot| very much)?|thx|ok(?:ay)?|great|perfect|cool|nice)$/
const COMMAND_PATTERN =
  /^(?:(?:please|can you|could you|will you|would you|i want you to|i need you to|go ahead and|just|then|and) )*(?:delete|archive|book|set up|turn off|turn on|invite|tag|snooze|remove|call|phone|text|e-?mail|message|enrich|add|create|update|change|mark|merge|send|export|import|cancel|assign|complete|schedule|publish)\b/

const foldQuestion = (question: string) =>
  fold(question)
    .replace(/[?.!,\s]+$/, '')
    .trim()

/** Replies to greetings, thanks and questions about the assistant itself; null for everything else. */
export function answerSmallTalk(question: string, productName: string): string | null {
  const text = foldQuestion(question)
  if (THANKS_PATTERN.test(text)) return "You're welcome."
  const abilities =
    'I answer from the documentation and your own contacts: who to call and why, what changed, who has which signal, ' +
    'which tasks are due, and how many credits are left. I can read your data but never change it.'
  if (GREETING_PATTERN.test(text)) return `Hello. ${abilities}`
  return ABILITY_PATTERN.test(text)
    ? `I'm the ${productName} assistant, a computer program. ${abilities}`
    : null
}

/** Tells if the person wants something done, not answered. */
export function isCommand(question: string): boolean {
  return COMMAND_PATTERN.test(foldQuestion(question))
}

const OVERRIDE_PATTERN =
  /\b(?:ignore|forget|disregard|override|bypass|pretend|act as)\b.{0,60}\b(?:rules?|instructions?|prompts?|restrictions?|you are|you're)\b|\bsystem prompt\b|\bdeveloper mode\b|\bjailbreak\b/

/** Tells if a text tries to change what the assistant does. */
export function isOverride(question: string): boolean {
  return OVERRIDE_PATTERN.test(foldQuestion(question))
}

const FOREIGN_MARKS_PATTERN = /[¿¡ßãõ]|[\u0400-\u04ff\u0600-\u06ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/
/** Everyday words of other languages that no English question contains. */
const FOREIGN_WORDS_PATTERN =
  /(?:^|[^\p{L}])(?:cuantos|cuantas|quien|quienes|donde|tengo|puedo|llamar|contactos|wie|viele|habe|kontakte|wer|soll|ich|combien|puis|dois|appeler|quels|quantos|quem|tenho|posso|ligar|hoje|hoy)(?=$|[^\p{L}])/u

/** Tells if a question is not in English. */
export function isForeign(question: string): boolean {
  return FOREIGN_MARKS_PATTERN.test(question) || FOREIGN_WORDS_PATTERN.test(fold(question))
}
