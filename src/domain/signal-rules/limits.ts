/** Limits of a rule. They bound what parsing and evaluating one can cost. */
export const RULE_LIMITS = {
  maxLength: 2000,
  maxNodes: 300,
  maxDepth: 24,
  maxListEntries: 50,
  maxTextLength: 80,
  maxArguments: 2,
  /** Entries of a contact's records and tags that a rule sees. */
  maxRecords: 50,
  maxTags: 100,
  maxConfidence: 0.6,
  maxNameLength: 60,
  minReasonLength: 15,
  maxReasonLength: 500,
} as const
