/** Headings of endpoints whose path doesn't start with their heading; the first match wins. */
const HEADINGS: readonly [RegExp, string][] = [
  [/^v1\//, 'For programs'],
  [/^(oauth|organizations\/\{id\}\/connected-apps)\b/, 'Connected apps'],
  [/^(profile\/)?morning-five\b/, 'Today'],
  [/^profile\/contact-transfers\b/, 'Team'],
  [/^profile\/calendar-feeds\b/, 'Tasks'],
  [/^profile\/licenses\b/, 'Licenses'],
  [/^(auth|logout|profile|organizations\/\{id\}\/single-sign-on)\b/, 'Sign-in'],
  [/^(imports|opt-outs|contacts\/import)\b/, 'Imports'],
  [/^(merges|duplicates|contacts\/\{id\}\/(merge|duplicates))\b/, 'Duplicates'],
  [
    /^(changes|outcomes|score|contacts\/\{id\}\/(score|outcomes)|organizations\/\{id\}\/(score-policy|signal-rules))\b/,
    'Scores',
  ],
  [/^(analytics|contacts\/\{id\}\/(milestones|pipeline-value))\b/, 'Analytics'],
  [/^(outreach|contacts\/\{id\}\/outreach|organizations\/\{id\}\/outreach-log)\b/, 'Outreach'],
  [/^(playbooks|contacts\/\{id\}\/playbook-suggestions)\b/, 'Playbooks'],
  [/^(brokerages|brokerage-invitations|organizations\/\{id\}\/brokerage)\b/, 'Brokerages'],
  [/^(stripe|organizations\/\{id\}\/(credits|subscription|billing))\b/, 'Billing'],
  [
    /^(pond|invitations|origin-requests|contacts\/\{id\}\/(owner|origin)|organizations\/\{id\}\/(members|member-settings|teams|assignment-rules|invitations|leave|transfer|provisioning))\b/,
    'Team',
  ],
  [/^(privacy|admin\/privacy-requests|organizations\/\{id\}\/(exports|suppressions|erase))\b/, 'Privacy'],
  [
    /^(contacts\/\{id\}\/(call-permission|call-exemptions|calling-hours)|organizations\/\{id\}\/do-not-call)\b/,
    'Call permission',
  ],
  [
    /^(activities|tags|contacts\/\{id\}\/(activities|snooze|notes|tags|relationship|agreement))\b/,
    'Activities and notes',
  ],
  [/^(domains|organizations\/\{id\}\/domains)\b/, 'Domains'],
  [/^organizations\/\{id\}\/brand\b/, 'Brand'],
  [/^events\b/, 'Notifications'],
  [/^chat\b/, 'Assistant'],
  [/^(contact|newsletter)\//, 'Public forms'],
  [/^admin\b/, 'Operating'],
]

/** The heading of an endpoint in the API reference: `Contacts` for `/api/contacts/{id}`. */
export function headingOf(path: string): string {
  const apiPath = path.replace(/^\/api\//, '')
  const heading = HEADINGS.find(([pattern]) => pattern.test(apiPath))?.[1]
  const [firstSegment = ''] = apiPath.split('/')
  return heading ?? firstSegment.charAt(0).toUpperCase() + firstSegment.slice(1).replaceAll('-', ' ')
}
