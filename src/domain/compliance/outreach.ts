/** Means of contact. */
export const CHANNELS = ['call', 'text', 'email', 'letter'] as const
export type Channel = (typeof CHANNELS)[number]

/** A contact's do-not-contact flag and opted-out channels. */
export type ContactRestrictions = { doNotContact: boolean; optedOutChannels: readonly Channel[] }

/** True if the contact can't be contacted on this channel. */
export function isChannelBlocked(
  { doNotContact, optedOutChannels }: ContactRestrictions,
  channel: Channel,
): boolean {
  return doNotContact || optedOutChannels.includes(channel)
}

/** True if the contact can't be contacted on any channel. */
export function isContactBlocked(person: ContactRestrictions): boolean {
  return CHANNELS.every((channel) => isChannelBlocked(person, channel))
}

/** Marketing offers the sender's services; a personal message to someone the sender knows doesn't. The sender decides. */
export const MESSAGE_KINDS = ['marketing', 'personal'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

export const TONES = ['friendly', 'professional', 'direct'] as const
export type Tone = (typeof TONES)[number]

export const LENGTHS = ['short', 'medium', 'long'] as const
export type Length = (typeof LENGTHS)[number]

/** Maximum characters of one script, whether generated or typed. */
export const MAX_SCRIPT_LENGTH = 6000

export const GUARD_RULES = [
  'life-event',
  'protected-class',
  'preference',
  'pressure',
  'opt-out-missing',
  'address-missing',
  'license-missing',
] as const
export type GuardRule = (typeof GUARD_RULES)[number]

/** One problem that blocks a text. `start` and `end` are UTF-16 offsets, equal where something is missing. */
export type GuardFinding = {
  rule: GuardRule
  /** Quoted from the text; empty where something is missing. */
  words: string
  start: number
  end: number
  /** One sentence for the author. */
  why: string
}

export type GuardVerdict = {
  allowed: boolean
  /** In text order. */
  findings: readonly GuardFinding[]
  /** Text without the findings that passes the guard; null if nothing sensible is left or nothing was found. */
  clean: string | null
}
