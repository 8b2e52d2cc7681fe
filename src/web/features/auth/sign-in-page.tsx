import { useState } from 'react'
import { Navigate } from 'react-router'
import { privatePage, useBrand } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { CenteredPage } from '#web/site/centered-page.tsx'
import { Card } from '#web/ui/card.tsx'
import { isAwaitingCode, useCurrentUser } from './auth-queries.ts'
import { SignInSteps } from './sign-in-dialog.tsx'

export const meta = privatePage('Sign in')

/** Signing in on an organization's own domain, which has no public pages. */
export default function SignInPage() {
  const { name } = useBrand()
  const [sentEmail, setSentEmail] = useState<string | null>(null)
  const { state } = useCurrentUser()
  if (state === 'signed-in') return <Navigate to={urls.today} replace />
  if (state === 'visitor' && isAwaitingCode()) return <Navigate to={urls.code} replace />
  return (
    <CenteredPage
      title={sentEmail ? 'Check your email' : `Sign in to ${name}`}
      {...(sentEmail ? {} : { text: "We'll email you a link. No password needed." })}
    >
      <Card className="w-full p-5 text-left">
        <SignInSteps sentEmail={sentEmail} onSent={setSentEmail} />
      </Card>
    </CenteredPage>
  )
}
