/** How a contact is reached. */
export const CHANNELS = ['call', 'text', 'email', 'letter'] as const
export type Channel = (typeof CHANNELS)[number]

/** What a person said about being reached: not at all, or not in some ways. */
export type ContactRestrictions = { doNotContact: boolean; refusedChannels: readonly Channel[] }

/** Whether the person must not be reached in this way. */
export function isChannelBlocked(
  { doNotContact, refusedChannels }: ContactRestrictions,
  channel: Channel,
): boolean {
  return doNotContact || refusedChannels.includes(channel)
}

/** Whether the person must not be reached in any way. */
export function isContactBlocked(person: ContactRestrictions): boolean {
  return CHANNELS.every((channel) => isChannelBlocked(person, channel))
}

export const TONES = ['friendly', 'professional', 'direct'] as const
export type Tone = (typeof TONES)[number]

export const LENGTHS = ['short', 'medium', 'long'] as const
export type Length = (typeof LENGTHS)[number]

/** Characters of one script at most, whoever wrote it. */
export const SCRIPT_MAX = 6000

/** What the guard looks for. */
export const GUARD_RULES = [
  'life-event',
  'protected-class',
  'preference',
  'pressure',
  'opt-out-missing',
  'address-missing',
] as const
export type GuardRule = (typeof GUARD_RULES)[number]

/** One thing that must not go out as it is; `start` and `end` count UTF-16 units of the text, equal where words are missing. */
export type GuardFinding = {
  rule: GuardRule
  /** As they stand in the text; empty where something is missing. */
  words: string
  start: number
  end: number
  /** One sentence for whoever wrote it. */
  why: string
}

export type GuardVerdict = {
  allowed: boolean
  /** In the order of the text. */
  findings: readonly GuardFinding[]
  /** The text without what was found, which passes the guard; null where nothing sensible is left, or nothing was found. */
  clean: string | null
}
