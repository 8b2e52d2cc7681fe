import { Navigate } from 'react-router'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'

export const meta = privatePage('Settings')

/** Redirects to the first page of the settings. */
export default function SettingsPage() {
  return <Navigate to={urls.profile} replace />
}
