/** Why the sync can't go on until an owner acts. */
export type StopReason = 'key' | 'access' | 'unreadable'

/** Tells owners the cause and their next step. */
export const STOP_TEXTS: Record<StopReason, string> = {
  key: 'Follow Up Boss refused your API key. Enter a new one.',
  access: 'Follow Up Boss refused access. Check that your account there is active, then enter the key again.',
  unreadable: "We can't use your API key anymore. Enter it again.",
}
