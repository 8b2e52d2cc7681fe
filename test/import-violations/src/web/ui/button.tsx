// ui-knows-no-feature
import { Inbox } from '#web/features/inbox.tsx'

export const Button = () => Inbox
