/** Consent for device contact sync. Each consent is stored with this version, so a new text needs a new version. */
export const SYNC_CONSENT = {
  version: '2026-11-21',
  text: 'By selecting contacts you consent to share their names, phone numbers and emails, and their addresses where your device offers them, with us for enrichment and scoring. Only the data you select is accessed; nothing else on your device is read.',
} as const
