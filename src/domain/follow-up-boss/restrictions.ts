import { CHANNELS, type Channel, type ContactRestrictions } from '#domain/compliance/outreach.ts'
import type { RemotePerson } from './shapes.ts'

/**
 * Tags that carry restrictions, since Follow Up Boss documents no field for them. The first tag of each list is the one that
 * we set.
 */
const RESTRICTION_TAGS: Record<Channel | 'all', readonly string[]> = {
  all: ['Do Not Contact', 'DNC'],
  call: ['Do Not Call'],
  text: ['Do Not Text'],
  email: ['Unsubscribed', 'Do Not Email', 'Unsubscribe'],
  letter: ['Do Not Mail'],
}
/** The event of a person who unsubscribed from emails. */
export const UNSUBSCRIBED_EVENT = 'Unsubscribed'

const folded = (tag: string) => tag.toLowerCase().replace(/[^a-z]/g, '')

export function restrictionsOfPerson({ tags }: Pick<RemotePerson, 'tags'>): ContactRestrictions {
  const present = new Set(tags.map(folded))
  const has = (key: Channel | 'all') => RESTRICTION_TAGS[key].some((tag) => present.has(folded(tag)))
  return { doNotContact: has('all'), optedOutChannels: CHANNELS.filter(has) }
}

/** Restrictions that one side has and the other lacks. Nothing is ever lifted: the stricter side wins. */
export function missingRestrictions(
  has: ContactRestrictions,
  lacks: ContactRestrictions,
): (Channel | 'all')[] {
  const channels = has.optedOutChannels.filter((channel) => !lacks.optedOutChannels.includes(channel))
  return has.doNotContact && !lacks.doNotContact ? ['all', ...channels] : channels
}

/** The tag for each restriction. */
export function restrictionTags(restrictions: readonly (Channel | 'all')[]): string[] {
  return restrictions.flatMap((key) => RESTRICTION_TAGS[key].slice(0, 1))
}
