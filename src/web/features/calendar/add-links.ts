/** Links that add a calendar to a program. Each program then reads the calendar itself. */
export function addLinks(feedUrl: string, name: string): { label: string; href: string }[] {
  const subscription = feedUrl.replace(/^https?:/, 'webcal:')
  const query = new URLSearchParams({ url: feedUrl, name })
  return [
    { label: 'Apple Calendar or Outlook app', href: subscription },
    {
      label: 'Google Calendar',
      href: `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: subscription })}`,
    },
    { label: 'Outlook.com', href: `https://outlook.live.com/calendar/0/addfromweb?${query}` },
    { label: 'Microsoft 365', href: `https://outlook.office.com/calendar/0/addfromweb?${query}` },
  ]
}
